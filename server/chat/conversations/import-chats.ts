import type { ImportChatsReply, ImportedChat } from '../../contract/import.ts';
import { dayName, localDate } from '../../runtime/local-date.ts';
import type { Database } from '../../storage/database.ts';
import { importChat } from '../../storage/imported-chats.ts';
import { languageOf } from '../../text/language.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';

const day = 86_400_000;

interface Dependencies {
  database: Pick<Database, 'transaction'>;
  settings: Pick<SettingsStore, 'get' | 'site'>;
  clock: () => number;
}

/** Stores conversations of another plugin, but those that the retention would delete at once. */
export async function importChats(
  { database, settings, clock }: Dependencies,
  chats: readonly ImportedChat[],
): Promise<ImportChatsReply> {
  const { retention_days } = (await settings.get()).privacy;
  const site = settings.site();
  const reply = { imported: 0, known: 0, expired: 0 };
  for (const { key, turns } of chats) {
    if (retention_days > 0 && turns.at(-1)!.at < clock() - retention_days * day) {
      reply.expired++;
      continue;
    }
    const dated = turns.map((turn) => ({
      ...turn,
      language: languageOf(turn.content, site?.locale ?? ''),
      day: dayName(localDate(turn.at, site?.time_zone ?? 'UTC')),
    }));
    reply[(await importChat(database, key, dated)) ? 'imported' : 'known']++;
  }
  return reply;
}
