import type { SafeStorage } from './storage.ts';

/** A conversation of this browser that was left for another. */
export interface EarlierChat {
  id: string;
  secret: string;
  question: string;
  time: number;
}

const most = 20;

export interface EarlierChats {
  /** Newest first. */
  list(): EarlierChat[];
  add(chat: EarlierChat): void;
  remove(id: string): void;
}

export function createEarlierChats(storage: SafeStorage, key: string): EarlierChats {
  const list = (): EarlierChat[] => {
    try {
      const kept = JSON.parse(storage.get(key) ?? '[]') as unknown;
      return Array.isArray(kept) ? (kept as EarlierChat[]) : [];
    } catch {
      // Written by something else: as good as nothing.
      return [];
    }
  };
  const without = (id: string) => list().filter((chat) => chat.id !== id);
  const keep = (chats: EarlierChat[]) => storage.set(key, JSON.stringify(chats.slice(0, most)));
  return {
    list,
    add: (chat) => keep([chat, ...without(chat.id)]),
    remove: (id) => keep(without(id)),
  };
}
