import type { GapDetail } from '../../contract/gaps.ts';
import { understand } from '../../question/understand.ts';
import type { LexicalSearch } from '../../retrieval/lexical/lexical-index.ts';
import type { Retrieve } from '../../retrieval/retrieve.ts';
import type { Log } from '../../runtime/log.ts';
import type { Gaps } from '../../storage/gaps.ts';
import { termsOf } from '../../text/terms.ts';
import { isFunctionWord } from '../../text/word-weight.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { closestPages } from '../closest-pages.ts';
import { askedOn } from '../open-turn.ts';

/** Latest wordings that are shown. */
const maxQuestions = 20;
/** Words of the question that are looked up; the rest is not. */
const maxWords = 12;
/** A word that no passage has to this degree is not on the site: a known synonym counts half a word. */
const minCoverage = 0.55;

/** Explains a gap: how it was asked, and what the site has for it today. */
export function createGapDetail(dependencies: {
  gaps: Pick<Gaps, 'get' | 'questions'>;
  settings: Pick<SettingsStore, 'get' | 'site'>;
  retrieve: Retrieve;
  lexical: LexicalSearch;
  clock: () => number;
}) {
  const { gaps, settings, retrieve, lexical, clock } = dependencies;

  /** Returns the words of content that no passage has in any form. */
  async function unknownWords(question: string, language: string): Promise<string[]> {
    const words = termsOf(question)
      .map(({ word }) => word)
      .filter((word) => !isFunctionWord(word))
      .slice(0, maxWords);
    const best = await Promise.all(words.map((word) => lexical(word, { limit: 1, language })));
    return words.filter((_word, index) => (best[index]?.[0]?.coverage ?? 0) < minCoverage);
  }

  /** @throws AppError `not_found` */
  return async function gapDetail(
    id: number,
    { signal, log }: { signal: AbortSignal; log: Log },
  ): Promise<GapDetail> {
    const gap = await gaps.get(id);
    const current = await settings.get();
    const asked = askedOn(settings, null, clock());
    const [questions, found, unknown_words] = await Promise.all([
      gaps.questions(id, maxQuestions),
      retrieve(understand(gap.question, { asked }), { settings: current, signal, log }),
      unknownWords(gap.question, gap.language),
    ]);
    const { outcome, reasons } = found.confidence;
    // The owner is also shown pages that are too far for a visitor.
    const closest = closestPages(found.sections, found.question).map(({ page }) => page);
    return { gap, questions, outcome, closest, why: reasons, unknown_words };
  };
}
