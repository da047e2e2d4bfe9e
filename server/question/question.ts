import type { HistoryTurn } from '../storage/chats.ts';
import type { NamedDay } from './days.ts';

/** When and where a question is asked. */
export interface Circumstances {
  /** Milliseconds. */
  now: number;
  /** The site's: IANA name or an offset such as `+02:00`. */
  timeZone: string;
  /** Path of the page that the visitor is on, of the site's own; else empty. The visitor's browser sends it. */
  page: string;
}

/** A visitor's message with all that is derived from its words, once. */
export interface Question {
  /** Without clauses that greet or thank, unless there is nothing else. */
  text: string;
  /** The text that is searched for: its beginning and its end if it is long. */
  gist: string;
  /** BCP 47 primary subtag; empty if the words do not tell. */
  language: string;
  /** A reply if the message is small talk that asks nothing about the site; else null. */
  greeting: string | null;
  /** Whether it is nothing but small talk, such as the yes to a question that the chat has asked. */
  isSmallTalk: boolean;
  /** Whether it asks for a person to talk to. */
  asksForPerson: boolean;
  /** Whether the question probably cannot be understood without `history`. */
  isFollowUp: boolean;
  /** Days and months that it names. */
  days: readonly NamedDay[];
  /** Names of the weekdays of today or tomorrow, if it says these: pages say "Monday". */
  weekdays: readonly string[];
  /** Null if they are not known. */
  circumstances: Circumstances | null;
  /** Earlier turns, oldest first. */
  history: readonly HistoryTurn[];
}
