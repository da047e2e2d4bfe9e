import { share } from '../parts/measure.ts';
import { allSites, embedderFor, type Site, type Turn } from '../parts/sites.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { startWholeSite, type Chunk } from '../parts/whole-site.ts';

/** Kinds of questions in another language than the site's. */
const across = ['language', 'otherlang'];

interface Searched {
  isParaphrase: boolean;
  /** Place of the first section that says it; Infinity: not found. */
  place: number;
}

const says = ({ patterns, pages }: Turn, { title, heading_path, content, source_url }: Chunk) => {
  const text = [title, heading_path, content].join('\n');
  return (
    (pages.length === 0 || pages.includes(source_url)) &&
    patterns.every((pattern) => pattern.test(text))
  );
};

/** Searches for the first questions of all conversations that the site answers in one section. */
async function searchAll(
  site: Site,
  { models, verbose, judge }: BenchOptions,
  embedder: string,
): Promise<Searched[]> {
  const whole = await startWholeSite(site, embedder, models);
  const searched: Searched[] = [];
  try {
    const chunks = await whole.chunks();
    for (const { kind, set, pageUrl, turns } of site.conversations) {
      const [first] = turns;
      const gold = chunks.filter((chunk) => first && says(first, chunk)).map(({ id }) => id);
      const isAlone = first && first.patterns.length > 0 && pageUrl === null;
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
  const within = (most: number, all: readonly Searched[]) =>
    share(all, ({ place }) => place <= most);
  const paraphrases = searched.filter(({ isParaphrase }) => isParaphrase);
  return {
    [`section_${name}_1`]: within(1, searched),
    [`section_${name}_5`]: within(5, searched),
    [`section_${name}_paraphrase_1`]: within(1, paraphrases),
    [`section_${name}_paraphrase_5`]: within(5, paraphrases),
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
  const { data, models, embedder: wanted } = options;
  const searched = { en: [] as Searched[], other: [] as Searched[] };
  const used = { en: '', other: '' };
  for (const site of allSites(data)) {
    const group = site.language === 'en' ? 'en' : 'other';
    used[group] = (wanted !== 'builtin' && embedderFor(site, models)) || 'builtin';
    searched[group].push(...(await searchAll(site, options, used[group])));
  }
  return {
    ...figuresOf('en', searched.en),
    ...figuresOf('other', searched.other),
    section_other_embedder: used.other,
  };
}
