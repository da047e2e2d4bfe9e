import type { ModelEvent, ModelRequest } from '../language-model.ts';

/** Why a second request may get an answer where the first got no word. */
export type Hope =
  /** The model calls tools although it was asked for an answer without: it is offered none. */
  | 'tools'
  /** Reasoning has used up the tokens of the answer: it gets room. */
  | 'reasons';

/**
 * Passes the events of an answer on. Returns a hope, and ends without `finish`, if the answer has no word and may get
 * one.
 *
 * @param hasReasoned Whether it is news that the model reasons.
 */
export async function* orHope(
  events: AsyncIterable<ModelEvent>,
  { toolChoice, reasoningEffort }: ModelRequest,
  hasReasoned: () => boolean,
): AsyncGenerator<ModelEvent, Hope | undefined> {
  let hasSaid = false;
  const end: ModelEvent[] = [];
  for await (const event of events) {
    hasSaid ||= event.type === 'text' && event.text.trim() !== '';
    if (end.length > 0 || event.type === 'tool_call' || event.type === 'finish') end.push(event);
    else yield event;
  }
  const finish = end.at(-1);
  const reason = finish?.type === 'finish' ? finish.reason : undefined;
  const hope =
    toolChoice === 'none' && reason === 'tool_calls'
      ? 'tools'
      : reason === 'length' && reasoningEffort === null && hasReasoned()
        ? 'reasons'
        : undefined;
  if (hasSaid || hope === undefined) {
    yield* end;
    return undefined;
  }
  yield* end.filter(({ type }) => type === 'usage');
  return hope;
}
