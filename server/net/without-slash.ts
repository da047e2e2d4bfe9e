/** Removes slashes from the end of an address or a path. */
export const withoutSlash = (text: string): string => text.trim().replace(/(?<!\/)\/+$/, '');
