import { chatEvent, type ChatEvent } from '../../server/contract/chat.ts';

/** Reads all events but those that only say what is done meanwhile, each as the contract says. */
export async function all(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const read = [];
  for await (const event of events) {
    const known = chatEvent.parse(event);
    if (known.type !== 'status') read.push(known);
  }
  return read;
}

export const types = (events: ChatEvent[]) => events.map(({ type }) => type).join(' ');
/** Returns the text of an answer. */
export const written = (events: ChatEvent[]) =>
  events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
