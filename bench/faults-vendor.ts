/** A vendor that fails at random, and what it would charge. */
import { answer, namedBehaviours, type Behaviour } from '../test/fakes/openai-behaviours.ts';
import { startOpenAiServer } from '../test/fakes/openai-server.ts';
import type { Dice } from './fuzz-values.ts';

/** Tokens that each whole answer costs. */
const counted = { prompt_tokens: 700, completion_tokens: 20 };
export const tokensOfAnswer = counted.prompt_tokens + counted.completion_tokens;
const whole = answer({ text: 'The swans are fed at noon [1].', counted, delayMs: 5 });

/** How often each happens; `hang` is rare, because it holds its question until the timeout. */
const faults: [number, Behaviour][] = [
  [0.005, namedBehaviours['overloaded']!],
  [0.04, namedBehaviours['server-error']!],
  [0.005, namedBehaviours['out-of-credit']!],
  [0.02, namedBehaviours['reset']!],
  [0.03, namedBehaviours['cut']!],
  [0.02, namedBehaviours['cut-mid-frame']!],
  [0.02, namedBehaviours['garbage']!],
  [0.02, answer({ text: '', counted })],
  [0.02, answer({ text: 'Slowly, the swans are fed at noon [1].', delayMs: 100, counted })],
  [0.002, namedBehaviours['hang']!],
];

function choose(dice: Dice): Behaviour {
  for (const [share, behaviour] of faults) if (dice.chance(share)) return behaviour;
  return whole;
}

export async function startFaultyVendor(dice: Dice) {
  const server = await startOpenAiServer();
  // Each request takes one, in their order.
  const behaviours = Array.from({ length: 200_000 }, () => choose(dice));
  for (const behaviour of behaviours) server.script(behaviour);
  const asked = () => server.requests.filter(({ path }) => path.endsWith('/completions')).length;
  const charges = (behaviour: Behaviour) =>
    behaviour.kind === 'answer' && behaviour.counted ? tokensOfAnswer : 0;
  return {
    url: server.url,
    calls: asked,
    /** Tokens of the calls that were answered whole. */
    charged: () =>
      behaviours.slice(0, asked()).reduce((sum, behaviour) => sum + charges(behaviour), 0),
    /** Calls that were cut, whose cost only the vendor knows. */
    cut: () =>
      behaviours.slice(0, asked()).filter((one) => one.kind === 'answer' && !one.counted).length,
    close: server.close,
  };
}
export type FaultyVendor = Awaited<ReturnType<typeof startFaultyVendor>>;
