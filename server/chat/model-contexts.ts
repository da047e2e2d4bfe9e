import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmProvider } from '../contract/providers.ts';
import type { Settings } from '../contract/settings.ts';
import { isOwnServer } from '../net/own-server.ts';
import { findTraits } from '../providers/model-traits.ts';
import type { Providers } from '../providers/registry.ts';

/** Milliseconds: the owner may have given a server a larger context meanwhile. */
const lasts = 10 * 60 * 1000;
/** Milliseconds that a visitor waits for the list of models, and that it may take. */
const patience = { visitor: 300, list: 10_000 };

type Llm = Settings['llm'];

/** Returns the models that may be asked, without the built-in one, which has room for everything. */
const vendorsIn = ({ provider, fallback }: Llm) =>
  [provider, fallback].filter((id) => id !== '' && id !== 'builtin');

const idOf = (llm: Llm, vendor: Exclude<LlmProvider, 'builtin'>) =>
  `${vendor}:${llm[vendor].model}`;

/** Returns the tokens that the owner says, or the table. */
function knownContext(llm: Llm, vendor: Exclude<LlmProvider, 'builtin'>): number | undefined {
  const own = llm.traits.find(({ model }) => model === idOf(llm, vendor))?.context;
  return own ?? findTraits(vendor, llm[vendor].model, llm.openai_compatible.base_url).context;
}

/** Knows how many tokens of prompt and answer models have room for: as the owner, the table or their server says. */
export function createModelContexts({
  providers,
  clock,
}: {
  providers: Pick<Providers, 'models'>;
  /** Milliseconds. */
  clock: () => number;
}) {
  const told = new Map<string, { tokens: number | undefined; until: number }>();
  const tell = (id: string, tokens: number | undefined) =>
    told.set(id, { tokens, until: clock() + lasts });
  const isTold = (id: string) => (told.get(id)?.until ?? 0) > clock();

  /** Asks the server's list. A server of one model answers with it, whatever name it is asked by. */
  async function look(settings: Settings, vendor: Exclude<LlmProvider, 'builtin'>): Promise<void> {
    const id = idOf(settings.llm, vendor);
    tell(id, undefined);
    const signal = AbortSignal.timeout(patience.list);
    const list = await providers.models(settings, 'llm', vendor, signal);
    const { model } = settings.llm[vendor];
    const found = list.find((one) => one.id === model) ?? (list.length === 1 ? list[0] : undefined);
    if (found?.context !== undefined) tell(id, found.context);
  }

  return {
    /** Keeps what a refusal says. @param id `provider:model` */
    learn: (id: string, tokens: number): void => void tell(id, tokens),

    /** Returns the context of the smallest model that may be asked; undefined: none is known. */
    async smallest(settings: Settings): Promise<number | undefined> {
      const { llm } = settings;
      const vendors = vendorsIn(llm);
      const unknown = vendors.filter(
        (vendor) =>
          vendor === 'openai_compatible' &&
          isOwnServer(llm[vendor].base_url) &&
          knownContext(llm, vendor) === undefined &&
          !isTold(idOf(llm, vendor)),
      );
      if (unknown.length > 0) {
        const looks = unknown.map((vendor) => look(settings, vendor).catch(() => undefined));
        await Promise.race([Promise.all(looks), sleep(patience.visitor)]);
      }
      const contexts = vendors.flatMap((vendor) => {
        const id = idOf(llm, vendor);
        const said = isTold(id) ? told.get(id)?.tokens : undefined;
        return [knownContext(llm, vendor) ?? [], said ?? []].flat();
      });
      return contexts.length === 0 ? undefined : Math.min(...contexts);
    },
  };
}
export type ModelContexts = ReturnType<typeof createModelContexts>;
