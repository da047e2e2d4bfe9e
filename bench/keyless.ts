import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { Settings } from '../server/contract/settings.ts';
import { sampleSite, type AskedSite } from './asked-sites.ts';
import { chatSite } from './chat-site.ts';
import type { KeylessDocument } from './keyless-site.ts';
import { corpus, randomNumbers } from './lexical-corpus.ts';
import type { Figures } from './run.ts';

const chunks = 10_000;
const chunksOfDocument = 10;
/** Dimensions of the model that is installed with the sidecar. */
const dimensions = 384;
const characters = 900;
const ideographs = 4000;
const resolution = 1;

function randomVector(random: () => number): Float32Array {
  const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

/** Returns documents about nothing, with random vectors: embedding as many texts takes half an hour. */
function filler(count: number): KeylessDocument[] {
  const random = randomNumbers(7);
  const words = corpus(characters);
  return Array.from({ length: Math.ceil(count / chunksOfDocument) }, (_, at) => {
    const own = Array.from({ length: chunksOfDocument }, () => words.text());
    return {
      title: `Page ${at}`,
      chunks: own.map((content) => ({ headingPath: '', content })),
      vectors: own.map(() => randomVector(random)),
    };
  });
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

/** Returns milliseconds from a question to the end of its answer, and the longest that the event loop stood still. */
async function measure(
  site: AskedSite,
  others: readonly KeylessDocument[],
  questions: string[],
  settings: Settings = settingsDefaults,
) {
  const { title: name, locale, timeZone } = site;
  const chat = await chatSite([...site.documents, ...others], { name, locale, timeZone, settings });
  const asked = { pageUrl: null, now: site.conversations[0]!.now };
  const times: number[] = [];
  const blocked: number[] = [];
  try {
    // The first questions load the model, and V8 compiles.
    for (const question of questions.slice(0, 20)) await chat.converse([question], asked);
    for (const question of questions) {
      const delay = monitorEventLoopDelay({ resolution });
      delay.enable();
      const start = performance.now();
      await chat.converse([question], asked);
      times.push(performance.now() - start);
      // A timer that the answer has held up comes now.
      await sleep(5 * resolution);
      delay.disable();
      blocked.push(delay.max / 1e6 - resolution);
    }
  } finally {
    await chat.site.close();
  }
  return { times, blocked };
}

function figuresOf({ times, blocked }: Awaited<ReturnType<typeof measure>>): Figures {
  return {
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
    loop_blocked_p50_ms: quantile(blocked, 0.5),
    loop_blocked_max_ms: Math.max(...blocked),
  };
}

/**
 * Answers without a key on a site of 10,000 chunks: an English site of the sample sites among pages about nothing, and
 * questions as long as 4,000 ideographs. `words`: without an embedder. The baseline is the site alone.
 */
export async function run(): Promise<Figures> {
  const site = sampleSite('cycles');
  const questions = site.conversations.flatMap(({ turns }) => turns[0]!.question);
  const random = randomNumbers(9);
  const long = Array.from({ length: 20 }, () =>
    String.fromCodePoint(
      ...Array.from({ length: ideographs }, () => 0x4e00 + Math.floor(random() * 5000)),
    ),
  );
  const own = site.documents.reduce((sum, document) => sum + document.chunks.length, 0);
  const baseline = await measure(site, [], questions);
  const large = filler(chunks - own);
  const whole = await measure(site, large, questions);
  const { embeddings } = settingsDefaults;
  const byWords = await measure(site, large, questions, {
    ...settingsDefaults,
    embeddings: { ...embeddings, provider: 'builtin' },
  });
  const ideographic = await measure(site, large, long);
  return {
    questions: questions.length,
    baseline: figuresOf(baseline),
    chunks_10000: figuresOf(whole),
    words_10000: figuresOf(byWords),
    ratio_p50: quantile(whole.times, 0.5) / quantile(baseline.times, 0.5),
    ideographs_4000: figuresOf(ideographic),
  };
}
