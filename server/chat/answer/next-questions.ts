import { documentKinds } from '../../contract/document-kinds.ts';
import type { SearchReply } from '../../contract/search.ts';
import type { CuratedAnswer } from '../../contract/settings.ts';
import type { Question } from '../../question/question.ts';
import type { Log } from '../../runtime/log.ts';
import { sectionOf, type Chunks, type Passage, type ReadNearby } from '../../storage/chunks.ts';
import type { Documents } from '../../storage/documents.ts';
import type { StoredQuestion } from '../../storage/stored-turn.ts';
import { fold } from '../../language/fold.ts';
import { subtagOf } from '../../text/language.ts';
import { isQuestion, sentences } from '../../text/sentences.ts';
import { gistOf } from '../../text/shorten.ts';
import { areAlike, NgramSet, sharedWith, termsOf } from '../../text/terms.ts';

/** Questions that are offered. */
const maxOffered = 3;
/** Characters of a question. */
const length = { min: 3, max: 90 };

/** Whether a text of the site is short enough to be offered as a question. */
const isFit = (text: string) =>
  text.length >= length.min && text.length <= length.max && /\p{L}{2}/u.test(text);

/** Finds questions that stand on a line of their own, with the line that answers each. */
function questionsIn(content: string): { text: string; reply: string }[] {
  const lines = content
    .split('\n')
    .map((line) => line.trim().replace(/:$/, ''))
    .filter((line) => line !== '');
  return lines.flatMap((text, index) => {
    const reply = lines[index + 1] ?? '';
    return isQuestion(text) && reply !== '' && !isQuestion(reply) ? [{ text, reply }] : [];
  });
}

/** A heading of one word needs its page: "Venue hire: Prices". */
const named = (heading: string, title: string) =>
  termsOf(heading).length > 1 || title === '' ? heading : `${title}: ${heading}`;

/** Documents near whose cited passages questions are looked for. */
const maxDocuments = 3;
/** Chunks on each side of a cited passage in which questions are looked for. */
const maxDistance = 20;
/** Two questions that share more of their words are the same. */
const maxShared = 0.7;
/** Share of a curated question's words in the question, the answer's sources or their headings. */
const minRelated = 0.5;
/** Letters and digits of the sentences behind a question that tell whether the answer has said them. */
const compared = { min: 12, max: 60 };

interface Candidate extends StoredQuestion {
  /** The text that answers it; empty if it is not known. */
  reply: string;
  /** Smaller is better. */
  rank: number;
}

/**
 * Returns questions and headings of a chunk; those near the cited passage come first, and among the
 * questions of one passage those near the one that the answer is about.
 */
function candidatesOf(
  chunk: Passage,
  cited: readonly Passage[],
  isSaid: (reply: string) => boolean,
): Candidate[] {
  const { documentId: document_id, title, headingPath, content, position } = chunk;
  const at = cited.findIndex(({ documentId }) => documentId === document_id);
  const distance = Math.abs(position - cited[at]!.position);
  const heading = sectionOf({ headingPath });
  const rank = (kind: number) => kind * 1000 + at * 100 + distance;
  const questions = questionsIn(content);
  const answered = Math.max(
    0,
    questions.findIndex(({ reply }) => isSaid(reply)),
  );
  const own = questions.map((each, index) => ({
    ...each,
    document_id,
    rank: rank(0) + Math.abs(index - answered) / 1000,
  }));
  const isCited = cited.some((passage) => passage.chunkId === chunk.chunkId);
  if (!heading || heading === title || isCited) return own;
  const text = isQuestion(heading) ? heading : named(heading, title);
  const kind = isQuestion(heading) ? 0 : 2;
  return [...own, { text, reply: content, document_id, rank: rank(kind) }];
}

const bare = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Returns the first sentence, or more if that is only "Yes." */
function beginningOf(reply: string): string {
  let text = '';
  for (const sentence of sentences(reply)) {
    text += bare(sentence.text);
    if (text.length >= compared.min) break;
  }
  return text.slice(0, compared.max);
}

/** Whether two questions have the same letters, or nearly the same words. */
const isSame = (one: string, other: string) =>
  bare(one) === bare(other) || areAlike(one, other, maxShared);

interface Answered {
  question: Pick<Question, 'gist' | 'language' | 'history'>;
  /** The answer's whole text. */
  answer: string;
  /** The passages that the visitor is shown, best first. */
  passages: readonly Passage[];
  curated: readonly CuratedAnswer[];
}

/**
 * Finds up to three questions that the site can answer, in the question's language: questions of the cited pages, the
 * those that the owner suggests and that are about the same, and headings as they stand. No model is asked.
 */
export async function nextQuestions(
  readNearby: ReadNearby,
  { question, answer, passages, curated }: Answered,
): Promise<StoredQuestion[]> {
  if (passages.length === 0) return [];
  const documents = new Map(passages.toReversed().map((each) => [each.documentId, each]));
  const cited = [...documents.values()].reverse().slice(0, maxDocuments);
  const chunks = await readNearby(cited, maxDistance);
  const answered = bare(answer);
  const isSaid = (reply: string) => reply !== '' && answered.includes(beginningOf(reply));
  const inLanguage = ({ language }: Passage) =>
    ['', question.language].includes(subtagOf(language)) || question.language === '';
  const about = [question.gist, ...cited.flatMap((each) => [each.title, each.headingPath])];
  const topic = new NgramSet(about.join('\n'));
  const candidates = [
    ...chunks.filter(inLanguage).flatMap((chunk) => candidatesOf(chunk, passages, isSaid)),
    ...curated
      .map(({ suggestion: text = '', answer: reply }) => ({ text, reply }))
      .filter(({ text }) => text !== '' && sharedWith(topic, text) >= minRelated)
      .map((own): Candidate => ({ ...own, document_id: null, rank: 1000 })),
  ].sort((one, other) => one.rank - other.rank);
  const earlier = question.history.filter(({ role }) => role === 'user');
  const known = [question.gist, ...earlier.map(({ content }) => gistOf(content))];
  const found: StoredQuestion[] = [];
  for (const { text, reply, document_id } of candidates) {
    if (found.length === maxOffered) break;
    if (!isFit(text) || isSaid(reply) || known.some((each) => isSame(each, text))) continue;
    known.push(text);
    found.push({ text, document_id });
  }
  return found;
}

/** Documents that are looked at, their first chunks, and the questions that are tried. */
const max = { documents: 30, chunks: 4, tried: 9 };
/** Milliseconds after which no further search begins: few suggestions soon are better than all of them late. */
const maxTime = 500;

/** Returns the questions, the headings and the title of passages as they stand: the best one of each document. */
function bestOfEach(passages: readonly Passage[]): string[] {
  const candidates = passages.flatMap(({ content, headingPath, title, documentId, prominent }) => {
    const heading = sectionOf({ headingPath });
    const later = prominent ? 0 : 1;
    const rated = (texts: string[], rank: number) =>
      texts.filter(isFit).map((text) => ({ text, documentId, rank: 2 * rank + later }));
    const questions = questionsIn(`${heading}\n${content}`).map(({ text }) => text);
    return [
      ...rated(questions, 0),
      ...rated(heading && heading !== title ? [named(heading, title)] : [], 1),
      ...rated([title], 2),
    ];
  });
  const best = new Map<number, string>();
  for (const { text, documentId } of candidates.sort((a, b) => a.rank - b.rank)) {
    const isKnown = best.has(documentId) || [...best.values()].includes(text);
    if (!isKnown) best.set(documentId, text);
  }
  return [...best.values()];
}

export interface SuggestionsContext {
  documents: Pick<Documents, 'latest'>;
  chunks: Pick<Chunks, 'passagesOf'>;
  search: (
    request: { query: string },
    options: { signal: AbortSignal; log: Log },
  ) => Promise<Pick<SearchReply, 'confidence'>>;
  clock: () => number;
}

async function latestPassages({
  documents,
  chunks,
}: Pick<SuggestionsContext, 'documents' | 'chunks'>): Promise<Passage[]> {
  for (const kind of documentKinds) {
    const ids = await documents.latest(kind, max.documents);
    const found = await chunks.passagesOf(ids, max.chunks);
    if (found.length > 0) return found;
  }
  return [];
}

/** Finds questions in the site's own texts that a search answers. No model is asked. */
export async function suggestions(
  { search, clock, ...texts }: SuggestionsContext,
  options: { signal: AbortSignal; log: Log },
): Promise<string[]> {
  const until = clock() + maxTime;
  const candidates = bestOfEach(await latestPassages(texts)).slice(0, max.tried);
  const answered: string[] = [];
  while (candidates.length > 0 && answered.length < maxOffered && clock() < until) {
    const tried = candidates.splice(0, maxOffered);
    const found = await Promise.all(tried.map((query) => search({ query }, options)));
    answered.push(...tried.filter((_, at) => found[at]!.confidence?.outcome === 'answer'));
  }
  return answered.slice(0, maxOffered);
}
