import { chatEvent, type ChatEvent } from '../../server/contract/chat.ts';

/** Reads all events, each as the contract says. */
export async function all(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const read = [];
  for await (const event of events) read.push(chatEvent.parse(event));
  return read;
}

export const types = (events: ChatEvent[]) => events.map(({ type }) => type).join(' ');
/** Returns the text of an answer. */
export const written = (events: ChatEvent[]) =>
  events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
