import type { LanguageModel, ModelEvent, ModelRequest } from '../language-model.ts';
import type { Lessons } from '../shared/lessons.ts';
import { leastEffort } from './reasoning.ts';

/** Why a second request may get an answer where the first got no word. It is added to what is known of the model. */
type SecondTry =
  /** The model calls tools although it was asked for an answer without: it is offered none. */
  | 'tools'
  /** Reasoning has used up the tokens of the answer: it gets room. */
  | 'reasons';

interface Asked<Lesson> {
  id: string;
  model: string;
  known: Lessons<Lesson | SecondTry>;
  /** Makes a model that adds to what is known while it answers once. */
  forOneAnswer: (known: Set<Lesson | SecondTry>) => LanguageModel;
}

/** Makes a model that asks once more if an answer has no word and may get one. */
export function askingTwice<Lesson>(asked: Asked<Lesson>): LanguageModel {
  const { id, model, known, forOneAnswer } = asked;
  return {
    id,
    async *stream(request, options) {
      const before = known.now();
      const mayBeNews = leastEffort(model) === undefined && !before.has('reasons');
      const hasReasoned = () => mayBeNews && known.now().has('reasons');
      const first = forOneAnswer(before).stream(request, options);
      const again = yield* unlessWordless(first, request, hasReasoned);
      if (again !== undefined) yield* forOneAnswer(before.add(again)).stream(request, options);
    },
  };
}

/**
 * Passes the events of an answer on. If it has no word and may get one, returns why, without its `finish`.
 *
 * @param hasReasoned Whether it is news that the model reasons.
 */
async function* unlessWordless(
  events: AsyncIterable<ModelEvent>,
  { toolChoice, reasoningEffort }: ModelRequest,
  hasReasoned: () => boolean,
): AsyncGenerator<ModelEvent, SecondTry | undefined> {
  let hasSaid = false;
  const end: ModelEvent[] = [];
  for await (const event of events) {
    hasSaid ||= event.type === 'text' && event.text.trim() !== '';
    if (end.length > 0 || event.type === 'tool_call' || event.type === 'finish') end.push(event);
    else yield event;
  }
  const finish = end.at(-1);
  const reason = finish?.type === 'finish' ? finish.reason : undefined;
  const again =
    toolChoice === 'none' && reason === 'tool_calls'
      ? 'tools'
      : reason === 'length' && reasoningEffort === null && hasReasoned()
        ? 'reasons'
        : undefined;
  if (hasSaid || again === undefined) {
    yield* end;
    return undefined;
  }
  yield* end.filter(({ type }) => type === 'usage');
  return again;
}
