import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { State } from '../storage/state.ts';
import type { EmbeddingSpace } from '../storage/vectors/stored-vector.ts';

const name = 'embedding_replaced';

/** Numbers of dimensions. */
export interface Replaced {
  before: number;
  now: number;
}

interface Stored extends Replaced {
  embedder: string;
}

type Space = Pick<EmbeddingSpace, 'embedder' | 'dimensions'>;

const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as Stored));

const isOf = ({ embedder, dimensions }: Space, stored: Stored): boolean =>
  stored.embedder === embedder && stored.before === dimensions;

/** Reads whether another model answers under the name of a space's; null: as far as is known, it is the same. */
export async function readReplaced(query: Kysely<Schema>, space: Space): Promise<Replaced | null> {
  const found = query.selectFrom('state').select('text').where('name', '=', name);
  const stored = parse((await found.executeTakeFirst())?.text ?? null);
  return stored && isOf(space, stored) ? { before: stored.before, now: stored.now } : null;
}

/** Remembers for all processes that another model answers under the name of a space's, until the first is back. */
export function createReplacedModel(state: Pick<State, 'readText' | 'writeText' | 'remove'>) {
  /** As last seen by this process; undefined: not read yet. */
  let known: Stored | null | undefined;
  const read = async () => (known ??= parse(await state.readText(name)));
  return {
    async is(space: Space, now: number): Promise<void> {
      const stored = await read();
      if (stored?.now === now && isOf(space, stored)) return;
      known = { embedder: space.embedder, before: space.dimensions, now };
      await state.writeText(name, JSON.stringify(known));
    },

    /** Forgets it: the vectors are those of the space again. */
    async isNot(space: Space): Promise<void> {
      if (known === null) return;
      const stored = await read();
      if (!stored || !isOf(space, stored)) return;
      known = null;
      await state.remove(name);
    },
  };
}
