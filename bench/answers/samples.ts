import { embeddingsOf, keylessSite } from '../parts/keyless-site.ts';
import { documentsOf, type Site, type Turn } from '../parts/sites.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { understand } from '../../server/question/understand.ts';
import type { Question } from '../../server/question/question.ts';
import { quoteSection } from '../../server/retrieval/quote.ts';
import type { Retrieval } from '../../server/retrieval/retrieve.ts';
import type { RankedSection } from '../../server/retrieval/section-ranker.ts';
import type { HistoryTurn } from '../../server/storage/chats.ts';

interface Quoted {
  isRight: boolean;
  isMarked: boolean;
}

/** A question with the sections that were found for it. */
export interface Sample {
  site: string;
  kind: string;
  question: string;
  /** The form that was searched for. */
  text: string;
  isAnswered: boolean;
  sections: readonly RankedSection[];
  /** For each section, whether it has the answer, and whether it is of a right page. */
  isRight: readonly boolean[];
  isOnPage: readonly boolean[];
  /** Whether the quotation of a section has the answer, and whether its marked part alone has it. */
  quotes: (section: RankedSection, sections: readonly RankedSection[]) => Quoted;
}

const says = ({ patterns }: Turn, ...texts: string[]) =>
  patterns.length > 0 && patterns.every((pattern) => pattern.test(texts.join('\n')));

/**
 * Asks the questions of a site as its visitors do. The answer before a follow-up is taken to be right.
 *
 * @param models Folder of the local models that the project does not have; null: none.
 * @param change Takes something from a question that was understood.
 */
export async function samplesOf(
  site: Site,
  embedder: string,
  models: string | null,
  change: (question: Question) => Question = (question) => question,
): Promise<Sample[]> {
  const settings = { ...settingsDefaults, embeddings: embeddingsOf(embedder) };
  const keyless = await keylessSite(documentsOf(site), { settings, models, clock: () => site.now });
  const { retriever, log } = keyless.parts;
  const { signal } = new AbortController();
  const samples: Sample[] = [];

  function sampleOf(kind: string, turn: Turn, found: Retrieval): Sample {
    const { sections, question } = found;
    const isOnPage = sections.map(
      ({ passage }) => turn.pages.length === 0 || turn.pages.includes(passage.url),
    );
    return {
      ...{ site: site.name, kind, question: turn.question, text: question.text },
      isAnswered: turn.patterns.length > 0,
      sections,
      isRight: sections.map(
        ({ passage: { title, headingPath, content } }, at) =>
          isOnPage[at]! && says(turn, title, headingPath, content),
      ),
      isOnPage,
      quotes(section, ranked) {
        const { passage, parts, marked } = quoteSection(section, ranked, question);
        const headings = [passage.title, passage.headingPath];
        return {
          isRight: says(turn, ...headings, ...parts.map((part) => part.text)),
          isMarked: marked !== null && says(turn, ...headings, marked.text),
        };
      },
    };
  }

  for (const { kind, pageUrl, turns } of site.conversations) {
    const history: HistoryTurn[] = [];
    for (const turn of turns) {
      const circumstances = { now: site.now, timeZone: site.timeZone, page: '' };
      const given = { history, locale: site.locale, circumstances };
      const question = change(understand(turn.question, given));
      const found = await retriever.retrieve(question, {
        settings,
        signal,
        log,
        pageUrl,
        mayAsk: false,
      });
      const sample = sampleOf(kind, turn, found);
      if (turn.patterns.length > 0 || turn.expected.absent) samples.push(sample);
      const right = sample.sections[sample.isRight.indexOf(true)]?.passage;
      history.push(
        { role: 'user', content: turn.question, chunkIds: [] },
        {
          ...{ role: 'assistant', content: right?.content ?? '', about: right?.title ?? '' },
          chunkIds: right ? [right.chunkId] : [],
        },
      );
    }
  }
  await keyless.close();
  return samples;
}
