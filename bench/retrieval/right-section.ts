import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promptedSites, type PromptedSite } from '../parts/prompted-sites.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { startWholeSite, type Chunk } from '../parts/whole-site.ts';

const multilingual = 'multilingual-e5-small';
/** Kinds of questions in another language than the site's. */
const across = ['language', 'otherlang'];

interface Searched {
  isParaphrase: boolean;
  /** Place of the first section that says it; Infinity: not found. */
  place: number;
}

type Turn = PromptedSite['conversations'][number]['turns'][number];

const says = ({ expected, pages }: Turn, { title, heading_path, content, source_url }: Chunk) => {
  const text = [title, heading_path, content].join('\n');
  return (
    (pages.length === 0 || pages.includes(source_url)) &&
    expected.every((pattern) => pattern.test(text))
  );
};

/** Searches for the first questions of all conversations that the site answers in one section. */
async function searchAll(
  site: PromptedSite,
  { verbose, judge }: BenchOptions,
  embedder: Parameters<typeof startWholeSite>[1],
): Promise<Searched[]> {
  const whole = await startWholeSite(site, embedder);
  const searched: Searched[] = [];
  try {
    const chunks = await whole.chunks();
    for (const { kind, set, pageUrl, turns } of site.conversations) {
      const [first] = turns;
      const gold = chunks.filter((chunk) => first && says(first, chunk)).map(({ id }) => id);
      const isAlone = first && first.expected.length > 0 && pageUrl === null;
      if (!isAlone || gold.length === 0 || across.includes(kind)) continue;
      const { candidates } = await whole.search(first.question);
      const at = candidates.findIndex(({ chunk_id }) => gold.includes(chunk_id));
      const place = at < 0 ? Infinity : at + 1;
      if (verbose && place > 5 && (judge || set === 'tune')) {
        console.log(`Miss: ${site.name}, ${kind}: ${first.question} (place ${place})`);
      }
      searched.push({ isParaphrase: kind === 'paraphrase', place });
    }
  } finally {
    await whole.stop();
  }
  return searched;
}

function figuresOf(name: string, searched: readonly Searched[]): Figures {
  const share = (most: number, all: readonly Searched[]) =>
    all.filter(({ place }) => place <= most).length / all.length;
  const paraphrases = searched.filter(({ isParaphrase }) => isParaphrase);
  return {
    [`section_${name}_1`]: share(1, searched),
    [`section_${name}_5`]: share(5, searched),
    [`section_${name}_paraphrase_1`]: share(1, paraphrases),
    [`section_${name}_paraphrase_5`]: share(5, paraphrases),
    [`section_${name}_questions`]: searched.length,
    [`section_${name}_paraphrases`]: paraphrases.length,
  };
}

/**
 * The place of the section with the answer among all of a site, in the search console: of the sample sites and those in
 * the folder `--data`. English sites have the English model, the others the multilingual one in the folder `--models`;
 * without it, words alone. `--embedder builtin` searches all by words.
 */
export async function rightSection(options: BenchOptions): Promise<Figures> {
  const { data, models, embedder } = options;
  const folder = models ? join(models, multilingual) : '';
  const byWords = { embeddings: { provider: 'builtin' } };
  const english = { embeddings: { provider: embedder } };
  const other =
    embedder === 'local' && existsSync(join(folder, 'config.json'))
      ? { embeddings: { provider: 'local', local: { model: multilingual } }, model: folder }
      : byWords;
  const searched = { en: [] as Searched[], other: [] as Searched[] };
  for (const site of promptedSites(data)) {
    const isEnglish = site.language === 'en';
    const found = await searchAll(site, options, isEnglish ? english : other);
    searched[isEnglish ? 'en' : 'other'].push(...found);
  }
  return {
    ...figuresOf('en', searched.en),
    ...figuresOf('other', searched.other),
    section_other_embedder: other === byWords ? 'builtin' : multilingual,
  };
}
