import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseHtml, readPieces } from '../server/ingestion/read/html.ts';
import { loadPage } from '../server/ingestion/read/page.ts';
import { childElements } from '../server/ingestion/read/page/elements.ts';
import { mean } from './parts/measure.ts';
import type { BenchOptions, Figures } from './run.ts';

interface LabelledPage {
  url: string;
  bytes: Uint8Array;
  /** The article's text, as people marked it. */
  body: string;
}

/** Pages of github.com/scrapinghub/article-extraction-benchmark in `data`. */
async function readPages(data: string): Promise<LabelledPage[]> {
  const folder = join(data, 'article-extraction');
  const truth = JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >;
  return Promise.all(
    Object.entries(truth).map(async ([id, { articleBody, url }]) => ({
      url,
      bytes: new Uint8Array(gunzipSync(await readFile(join(folder, 'html', `${id}.html.gz`)))),
      body: articleBody,
    })),
  );
}

/** Precision and recall of one text; null where the texts leave it undefined. */
interface Score {
  precision: number | null;
  recall: number | null;
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; at < Math.max(Math.min(1, tokens.length), tokens.length - 3); at++) {
    const shingle = tokens.slice(at, at + 4).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/** Compares runs of four words like github.com/scrapinghub/article-extraction-benchmark. */
function score(predicted: string, truth: string): Score {
  const [found, wanted] = [shingles(predicted), shingles(truth)];
  const total = (counts: Map<string, number>) =>
    [...counts.values()].reduce((sum, count) => sum + count, 0);
  let both = 0;
  for (const [shingle, count] of found) both += Math.min(count, wanted.get(shingle) ?? 0);
  const [foundTotal, wantedTotal] = [total(found), total(wanted)];
  if (foundTotal === 0 && wantedTotal === 0) return { precision: null, recall: null };
  return {
    precision: foundTotal > 0 ? both / foundTotal : null,
    recall: wantedTotal > 0 ? both / wantedTotal : null,
  };
}

/** Returns the F1 of the mean precision and recall. */
function summary(scores: readonly Score[]) {
  const [precision, recall] = (['precision', 'recall'] as const).map((name) =>
    mean(scores.map((each) => each[name]).filter((value) => value !== null)),
  ) as [number, number];
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}

type Extractor = (page: LabelledPage) => string;

const product: Extractor = ({ bytes, url }) =>
  loadPage(bytes, '', url)
    .blocks.map(({ text }) => text)
    .join('\n');

/** Removes classes, ids and item properties, so that only structure and text are left. */
function unnamed(page: LabelledPage): LabelledPage {
  const html = new TextDecoder().decode(page.bytes);
  const names = /\s(class|id|itemprop)=("[^"]*"|'[^']*'|[^\s>]+)/gi;
  return { ...page, bytes: new TextEncoder().encode(html.replace(names, '')) };
}

function findElement(node: ReturnType<typeof parseHtml>, name: string): typeof node | null {
  for (const child of childElements(node)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return null;
}

/** Baseline: the first `main`, else the first `article`, else the page, without HTML's own boilerplate elements. */
const baseline: Extractor = ({ bytes }) => {
  const root = parseHtml(new TextDecoder().decode(bytes));
  const main = findElement(root, 'main') ?? findElement(root, 'article') ?? root;
  const reading = {
    leavesOut: ({ name }: { name: string }) => /^(header|footer|aside|form)$/.test(name),
    labels: new Map<never, string>(),
    pictures: false,
    isLayout: () => false,
    boldHeaders: false,
  };
  return readPieces(main, reading)
    .map(({ block }) => block.text)
    .join('\n');
};

const scores = (pages: readonly LabelledPage[], extract: Extractor): Score[] =>
  pages.map((page) => score(extract(page), page.body));

/** Returns the range of F1 over random halves of the pages. */
function spread(all: readonly Score[], rounds: number) {
  let seed = 17;
  const random = () => (seed = (seed * 48271) % 0x7fffffff) / 0x7fffffff;
  const drawn = Array.from({ length: rounds }, () => {
    const order = all.map((each) => ({ each, at: random() })).sort((a, b) => a.at - b.at);
    return summary(order.slice(0, all.length / 2).map(({ each }) => each)).f1;
  });
  return { lowest_half_f1: Math.min(...drawn), highest_half_f1: Math.max(...drawn) };
}

/** Returns pages per second of one core in the fastest round. */
function speed(pages: readonly LabelledPage[], extract: Extractor, rounds: number): number {
  const seconds = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (const page of pages) extract(page);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return pages.length / Math.min(...seconds);
}

/** Measures how well the article of a web page is found. */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const pages = await readPages(data);
  const found = scores(pages, product);
  const plain = summary(scores(pages, baseline));
  const result = summary(found);
  return {
    ...result,
    pages_per_s: speed(pages, product, 5),
    ...spread(found, 1000),
    f1_without_names: summary(scores(pages.map(unnamed), product)).f1,
    baseline_f1: plain.f1,
    baseline_pages_per_s: speed(pages, baseline, 3),
    ratio_f1: result.f1 / plain.f1,
    pages: pages.length,
  };
}
