/** Kinds of messages that ask nothing about the site. The first one of this list in a message decides the reply. */
export const kinds = [
  'human',
  'who',
  'help',
  'ask',
  'mood',
  'bye',
  'thanks',
  'praise',
  'hello',
  'ok',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The small talk of a language. Phrases are separated by commas. In a phrase, `a|b` is one of both, `a_b` two
 * words of one alternative, and `a|b?` may be missing. `filler` may stand beside a phrase and means nothing
 * alone.
 */
export interface Manners {
  phrases: Readonly<Record<Kind | 'filler', string>>;
  replies: Readonly<Record<Kind, string>>;
  /** Precedes the owner's contact when a person is asked for. */
  contact: string;
}
