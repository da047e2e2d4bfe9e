/** Writes with the page's locale, or with the browser's if that is none that the browser knows. */
export function inLocale(locale: string, write: (locale: string | undefined) => string): string {
  try {
    return write(locale || undefined);
  } catch {
    return write(undefined);
  }
}
