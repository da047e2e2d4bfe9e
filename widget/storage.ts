/** Web storage that never throws: what the browser refuses to keep is kept for the page's life. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** `open` is a function because merely reading `window.localStorage` throws when it is blocked. */
export function safeStorage(open: () => Storage): SafeStorage {
  const refused = new Map<string, string>();
  return {
    get(key) {
      try {
        return open().getItem(key) ?? refused.get(key) ?? null;
      } catch {
        return refused.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        open().setItem(key, value);
      } catch {
        refused.set(key, value);
      }
    },
    remove(key) {
      refused.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // The browser refuses storage: continue without.
      }
    },
  };
}
