import type { CuratedAnswer } from '../contract/settings.ts';
import { gistOf } from '../question/gist.ts';
import type { Question } from '../question/understand.ts';
import { sectionOf, type Passage, type ReadNearby } from '../storage/chunks.ts';
import type { StoredQuestion } from '../storage/stored-turn.ts';
import { fold } from '../text/fold.ts';
import { subtagOf } from '../text/language.ts';
import { sentences } from '../text/sentences.ts';
import { haystack, sharedWith, type Haystack } from '../text/terms.ts';
import { endsInQuestion, isFit, named, questionsIn } from './own-questions.ts';

interface Asked {
  question: Pick<Question, 'gist' | 'language' | 'history'>;
  /** The answer's whole text. */
  answer: string;
  /** The passages that the visitor is shown, best first. */
  passages: readonly Passage[];
  curated: readonly CuratedAnswer[];
}

export type NextQuestions = (asked: Asked) => Promise<StoredQuestion[]>;

const maxQuestions = 3;
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
  const isCited = cited.some((passage) => passage.chunkId === chunk.chunkId);
  const heading = sectionOf({ headingPath });
  const rank = (kind: number) => kind * 1000 + at * 100 + distance;
  const questions = questionsIn(content);
  const answered = Math.max(
    0,
    questions.findIndex(({ reply }) => isSaid(reply)),
  );
  const asked = questions.map((each, index) => ({
    ...each,
    document_id,
    rank: rank(0) + Math.abs(index - answered) / 1000,
  }));
  if (!heading || heading === title || isCited) return asked;
  const isQuestion = endsInQuestion.test(heading);
  const text = isQuestion ? heading : named(heading, title);
  return [...asked, { text, reply: content, document_id, rank: rank(isQuestion ? 0 : 2) }];
}

function curatedCandidates(curated: readonly CuratedAnswer[], topic: Haystack): Candidate[] {
  return curated.flatMap(({ questions: [text = ''], answer: reply }) =>
    sharedWith(topic, text) >= minRelated ? [{ text, reply, document_id: null, rank: 1000 }] : [],
  );
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

/** Returns a check for texts that repeat one of those that it was given. */
function createRepetition(texts: readonly string[]) {
  const known = texts.map((text) => ({ text, words: haystack(text) }));
  return {
    has: (text: string) => {
      const words = haystack(text);
      return known.some(
        (each) =>
          bare(each.text) === bare(text) ||
          (sharedWith(each.words, text) > maxShared && sharedWith(words, each.text) > maxShared),
      );
    },
    add: (text: string) => known.push({ text, words: haystack(text) }),
  };
}

/**
 * Finds up to three questions that the site can answer, in the question's language: questions of the cited
 * pages, the owner's curated ones that are about the same, and headings as they stand. No model is asked.
 */
export function createNextQuestions(readNearby: ReadNearby): NextQuestions {
  return async function nextQuestions({ question, answer, passages, curated }) {
    if (passages.length === 0) return [];
    const documents = new Map(passages.toReversed().map((each) => [each.documentId, each]));
    const cited = [...documents.values()].reverse().slice(0, maxDocuments);
    const chunks = await readNearby(cited, maxDistance);
    const said = bare(answer);
    const isSaid = (reply: string) => reply !== '' && said.includes(beginningOf(reply));
    const inLanguage = ({ language }: Passage) =>
      ['', question.language].includes(subtagOf(language)) || question.language === '';
    const topic = [question.gist, ...cited.flatMap((each) => [each.title, each.headingPath])];
    const candidates = [
      ...chunks.filter(inLanguage).flatMap((chunk) => candidatesOf(chunk, passages, isSaid)),
      ...curatedCandidates(curated, haystack(topic.join('\n'))),
    ].sort((one, other) => one.rank - other.rank);
    const earlier = question.history.filter(({ role }) => role === 'user');
    const asked = createRepetition([
      question.gist,
      ...earlier.map(({ content }) => gistOf(content)),
    ]);
    const found: StoredQuestion[] = [];
    for (const { text, reply, document_id } of candidates) {
      if (found.length === maxQuestions) break;
      if (!isFit(text) || isSaid(reply) || asked.has(text)) continue;
      asked.add(text);
      found.push({ text, document_id });
    }
    return found;
  };
}
