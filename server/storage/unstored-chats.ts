import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Ids in memory begin here, so that none is that of a row of the site's database. */
const firstId = 2 ** 40;

interface Dependencies {
  /** Opens SQLite in memory. */
  openMemory: () => Database;
  /** Whether the owner has conversations stored. */
  stores: () => Promise<boolean>;
}

/**
 * The conversations of visitors where the owner has nothing stored: they are in the memory of this process, which
 * visitors need to go on, and nowhere else.
 */
export class UnstoredChats {
  readonly #options: Dependencies;
  #opened: Promise<Database> | undefined;

  constructor(options: Dependencies) {
    this.#options = options;
  }

  /** Resolves to the database of new conversations; undefined: they are stored. */
  async forNew(): Promise<Database | undefined> {
    return (await this.#options.stores()) ? undefined : this.#open();
  }

  /** Resolves to the database of a session, by its id; undefined: it is stored. */
  async of(sessionId: number): Promise<Database | undefined> {
    return sessionId < firstId ? undefined : this.#open();
  }

  /** Resolves to the database; undefined: nothing has been kept in it. */
  async opened(): Promise<Database | undefined> {
    return this.#opened;
  }

  #open(): Promise<Database> {
    this.#opened ??= this.#create();
    return this.#opened;
  }

  async #create(): Promise<Database> {
    const memory = this.#options.openMemory();
    await migrate(memory);
    await memory.execute(
      ['chat_sessions', 'chats'].map(
        (table) => `insert into sqlite_sequence values ('${memory.prefix}${table}', ${firstId})`,
      ),
    );
    return memory;
  }
}
