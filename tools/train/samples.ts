import { documentOfPost } from '../../bench/parts/demo-site.ts';
import { keylessSite } from '../../bench/parts/keyless-site.ts';
import type { PromptedSite } from '../../bench/parts/prompted-sites.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { understand, type Question } from '../../server/question/understand.ts';
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

type Turn = PromptedSite['conversations'][number]['turns'][number];

const says = ({ expected }: Turn, ...texts: string[]) =>
  expected.length > 0 && expected.every((pattern) => pattern.test(texts.join('\n')));

/** Returns the settings with an embedder: `builtin`, `local` or `local:NAME`. */
function settingsWith(embedder: string) {
  const [provider = '', model = ''] = embedder.split(':');
  const { embeddings } = settingsDefaults;
  const chosen = provider === 'local' ? { local: { ...embeddings.local, model } } : {};
  return {
    ...settingsDefaults,
    embeddings: { ...embeddings, ...chosen, provider: provider as 'builtin' | 'local' },
  };
}

/**
 * Asks the questions of a site as its visitors do. The answer before a follow-up is taken to be right.
 *
 * @param models Folder of the local models that the project does not have; null: none.
 * @param change Takes something from a question that was understood.
 */
export async function samplesOf(
  site: PromptedSite,
  embedder: string,
  models: string | null,
  change: (question: Question) => Question = (question) => question,
): Promise<Sample[]> {
  const settings = settingsWith(embedder);
  const documents = site.posts.map(documentOfPost);
  const keyless = await keylessSite(documents, { settings, models, clock: () => site.now });
  const { retrieve, log } = keyless.parts;
  const { signal } = new AbortController();
  const samples: Sample[] = [];

  function sampleOf(kind: string, turn: Turn, found: Retrieval): Sample {
    const { sections, question } = found;
    const isOnPage = sections.map(
      ({ passage }) => turn.pages.length === 0 || turn.pages.includes(passage.url),
    );
    return {
      ...{ site: site.name, kind, question: turn.question, text: question.text },
      isAnswered: turn.expected.length > 0,
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
      const asked = { now: site.now, timeZone: site.timeZone, page: '' };
      const question = change(understand(turn.question, { history, locale: site.locale, asked }));
      const found = await retrieve(question, { settings, signal, log, pageUrl, mayAsk: false });
      const sample = sampleOf(kind, turn, found);
      if (turn.expected.length > 0 || turn.isAbsent) samples.push(sample);
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
