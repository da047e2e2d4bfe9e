/** Web storage that never throws: what the browser refuses to keep is kept for the page's life. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** `open` is a function because merely reading `window.localStorage` throws when it is blocked. */
export function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? memory.get(key) ?? null,
    set(key, value) {
      memory.set(key, value);
      attempt((storage) => storage.setItem(key, value));
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}
