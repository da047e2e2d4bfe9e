import type { Day } from '../../question/dates-calendar.ts';
import { mentionsIn } from '../../question/dates-mentions.ts';
import { dayNames } from '../../question/dates-names.ts';
import { ageIn, includesAge } from '../../text/ages.ts';
import type { AnswerType } from '../../text/answer-phrases.ts';
import { factAsked, hasAnswerType } from '../../text/answer-type.ts';
import { languageOf, subtagOf } from '../../text/language.ts';
import { asksPlace, saysPlace } from '../../text/places.ts';
import { shareOf, type Haystack, type Term } from '../../text/terms.ts';
import { postFactor } from '../priors.ts';
import { askedHaystack, askedWords } from './asked-words.ts';
import { coverParts, type PartCoverage } from './cover-parts.ts';
import type { ExtractOptions, SourcePassage } from './extract.ts';
import { impliedWords, typeWords } from './implied-words.ts';
import { dated, dayWords, daysOf, weeklyOf } from './part-days.ts';
import { leads, type Part } from './passage-parts.ts';

/** How well a statement answers the question. */
export interface Evidence {
  /** Share of the question's words in the statement or near it, by weight, 0 to 1. */
  coverage: number;
  /** Share of the words that name a thing in the statement or near it, 0 to 1; 1 if the question has none. */
  subject: number;
}

/** A part that may be an answer. */
export interface Hit extends Evidence {
  passage: number;
  at: number;
  score: number;
  /** Represents all lines of its list or table. */
  whole: boolean;
  /** Begins a page that the question names. */
  opens: boolean;
  /** The question names nothing but days: the heading tells what is on then. */
  asksOnlyDays: boolean;
  /** 1 if it has the kind of fact or the place that is asked for, -1 if it lacks the fact, 0 if none is asked for. */
  fact: number;
  /** How well it fits the days or the age that are asked for; 0 if it does not, or there are none. */
  fits: number;
}

/** Shares of a lead's evidence that the first and the second part behind it inherit. */
const inherited = [0.97, 0.7];
/** Share that a lead lends if it has only the question's general words: "Prices", for "How much are skates?". */
const general = 0.6;

/** A word with less is no topic. */
const minTopic = 0.3;
/** How far the day counts of a part that says nothing of the asked subject: many pages name a Sunday. */
const offSubject = 0.4;

/** How each kind of evidence counts, by a listwise logistic regression over questions with a known statement. */
const weights = {
  /** Share of the question's words in the part itself. */
  own: 3.2,
  /** The same with what is near it. */
  near: 3.5,
  /** How far the headings are the question. */
  topic: 0.8,
  /** How far the question or heading before the part is the question. */
  lent: 2.1,
  /** How well the passage was found. */
  found: 2.8,
  /** Whether the part has the kind of fact that is asked for. */
  fact: 1.9,
  /** Whether the part has a number, when one is asked for. */
  number: 1,
  /** Whether the part says where something is, when that is asked for. */
  place: 1.8,
  /** Whether the part is about the age that is asked for. */
  age: 1.6,
  /** Whether the part is about the days that are asked for. */
  days: 2.8,
  /** Whether the part is about every week, when a time but no day is asked for. */
  weekly: 0.7,
  /** Share of the words of the question or heading before the part that the visitor's question does not have. */
  unasked: -2.1,
};

/** Ranks all parts that may be an answer, best first. */
export function rankParts(
  question: string,
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
  { days = [], synonyms = [], said = question, siteName }: ExtractOptions,
): { hits: Hit[]; words: Term[] } {
  const language = languageOf(question, '') || subtagOf(passages[0]?.language ?? '');
  const words = askedWords(question, said, { language, own: synonyms, siteName });
  const topic = askedHaystack(question, { language, own: synonyms });
  const fact = factAsked(question, language);
  const type = typeOf(fact?.type ?? null, days);
  const age = ageIn(question);
  const isPlaceAsked = asksPlace(question);
  // "Do you have a café?" only names a topic: the page about it answers with its beginning.
  const isTopic =
    (type === null || type === 'person') && age === null && !isPlaceAsked && days.length === 0;
  const ofDays = days.length > 0 ? dayWords(question, language) : new Set<string>();
  const asking = fact?.words ?? [];
  const ofType = typeWords(words, type, asking, language);
  const subject = subjectOf(words, [...ofDays, ...ofType, ...asking]);
  const asksOnlyDays = days.length > 0 && subject.size === 0;
  const onDays = passages.map(({ language: own }, passage) =>
    daysOf(parts[passage]!, subtagOf(own) || language, days, { asksOnlyDays }),
  );
  const implied = impliedWords(type, ofType, ofDays);
  const covered = coverParts(
    words,
    topic,
    passages.map(({ title, headingPath, begins }, passage) => ({
      begins: begins && isTopic,
      heading: `${title} ${headingPath}`,
      parts: parts[passage]!,
      implies: (at, word) => implied(parts[passage]![at]!, onDays[passage]![at]!, word),
    })),
    subject,
  );

  function hitsOf({ weight, prior, language: own }: SourcePassage, passage: number): Hit[] {
    const all = parts[passage]!;
    let unasked = 0;
    let start = 0;
    return all.flatMap((part, at): Hit[] => {
      if (leads(part) && part.role !== 'repeat')
        unasked = onDays[passage]![at]!.inSeason ? 0 : 1 - shareOf(part.terms, topic);
      if (leads(part)) return [];
      if (!continues(part, all[at - 1])) start = at;
      const words = covered[passage]![at]!;
      const { fit } = onDays[passage]![at]!;
      const lent = lentTo(all, start, covered[passage]!, topic);
      const evidence = {
        ...words,
        weekly:
          type === 'time' && days.length === 0 ? weeklyOf(part, subtagOf(own) || language) : 0,
        lent,
        found: weight,
        fact: type === 'number' ? 0 : factOf(part, type, subtagOf(own) || language),
        number: type === 'number' ? factOf(part, type, '') : 0,
        place: isPlaceAsked && saysPlace(part.text) ? 1 : 0,
        age: ageOf(part, age),
        unasked,
        days: fit > 0 ? fit * Math.min(1, offSubject + words.subject) : fit,
      };
      return [
        {
          passage,
          at,
          score: priorFor(prior, fit) * scoreOf(evidence),
          coverage: Math.min(1, Math.max(words.near, lent)),
          whole:
            part.role !== 'sentence' && (leads(all[at - 1] ?? part) || words.heading > words.own),
          opens: words.opens,
          asksOnlyDays,
          fact: evidence.fact + evidence.place,
          subject: words.subject,
          fits: Math.max(0, fit, Math.floor(evidence.age)),
        },
      ];
    });
  }

  return { hits: passages.flatMap(hitsOf).sort(byScore), words };
}

/** Returns the evidence that the question or heading before a part lends it. */
function lentTo(
  all: readonly Part[],
  at: number,
  covered: readonly PartCoverage[],
  topic: Haystack,
): number {
  let lent = 0;
  inherited.forEach((share, back) => {
    const from = at - 1 - back;
    const lead = all[from];
    if (!lead || !leads(lead)) return;
    const { near: named } = covered[from]!;
    const asked = shareOf(lead.terms, topic) * (general + (1 - general) * named);
    lent = Math.max(lent, share * named, share * asked);
  });
  return lent;
}

const byScore = (a: Hit, b: Hit): number =>
  b.score - a.score || a.passage - b.passage || a.at - b.at;

/** Returns the words that name a thing: neither function words nor `others`, such as days and "how much". */
function subjectOf(words: readonly Term[], others: readonly string[]): ReadonlySet<string> {
  const named = words.filter(({ weight }) => weight >= minTopic).map(({ word }) => word);
  return new Set(named).difference(new Set(others));
}

/** "How long is somebody there today?" asks for the hours. */
function typeOf(type: AnswerType | null, days: readonly Day[]): AnswerType | null {
  return type === 'duration' && days.length > 0 ? 'time' : type;
}

/** Whether a part belongs to the same list or table as the one before. */
const continues = ({ role, block }: Part, before: Part | undefined): boolean =>
  role !== 'sentence' && before?.role === role && before.block === block;

/** A post is about its day: that is no fault if its date is asked for. */
const priorFor = (prior: number, days: number): number =>
  days >= dated ? Math.min(1, prior / postFactor) : prior;

const scoreOf = (evidence: typeof weights): number =>
  (Object.keys(weights) as (keyof typeof weights)[]).reduce(
    (sum, name) => sum + weights[name] * evidence[name],
    0,
  );

/** Returns 1 if a part is about an age, -1 if its row is about others; a sentence may tell what is not allowed. */
function ageOf({ text, role }: Part, age: number | null): number {
  const includes = age === null ? null : includesAge(text, age);
  if (includes === null) return 0;
  return includes ? 1 : role === 'sentence' ? 0.7 : -1;
}

/** Returns 1 if a part has the kind of fact that is asked for, 0 if it has a day instead of a time, -1 if it lacks it. */
function factOf({ text, role }: Part, type: AnswerType | null, language: string): number {
  if (type === null) return 0;
  if (hasAnswerType(text, type)) return 1;
  // "Who may come?" asks for no name, but a row without one is not about people.
  if (type === 'person') return role === 'row' ? -1 : 0;
  const hasDay = () => mentionsIn(text, dayNames(language)).mentions.length > 0;
  if (type !== 'time' || !hasDay()) return -1;
  return /\p{N}/u.test(text) ? 1 : 0;
}
