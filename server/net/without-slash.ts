/** An address or a path without slashes at its end. */
export const withoutSlash = (text: string): string => text.trim().replace(/(?<!\/)\/+$/, '');
