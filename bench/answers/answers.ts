import type { ChatReply } from '../../server/contract/chat.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { tokenize } from '../../server/text/tokenize.ts';
import { chatSite, type Answered } from '../parts/chat-site.ts';
import { embeddingsOf } from '../parts/keyless-site.ts';
import { share } from '../parts/measure.ts';
import {
  allSites,
  demoSite,
  documentsOf,
  embedderFor,
  gradedDemoSite,
  type Conversation,
  type Site,
  type Turn,
} from '../parts/sites.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { grade, isShown, outcomes, type Outcome, type Seen } from './grade-answer.ts';
import { inPrompt } from './in-prompt.ts';
import { withoutRule } from './without-rule.ts';

/** Sites that `train.ts` learns from; figures are of the others, which nothing was chosen by. */
const learnt = ['cycles', 'pool', 'shop', 'albergo', 'bibliothek', 'dechets', 'vhs', 'shelter'];

/** Acceptable as a reader counts them: strictly, and with pages named for what the site does not say. */
const acceptable: readonly Outcome[] = ['good', 'closest', 'refused_right'];
const lenient: readonly Outcome[] = [...acceptable, 'soft'];

interface Graded {
  site: Site;
  conversation: Conversation;
  turn: Turn;
  reply: Answered;
  outcome: Outcome;
  /** The quotation, or what is shown of a further page, answers. */
  isShown: boolean;
}

const seenOf = ({ reply: text, citations, closest = [], finish }: Answered): Seen => {
  const [source] = citations;
  return {
    text,
    source: source
      ? { title: source.title, text: `${source.title}\n${source.section ?? ''}` }
      : null,
    refused: finish === 'refusal',
    pages: closest.map(({ title, section, passage }) => ({
      title,
      text: [title, section, passage].join('\n'),
    })),
  };
};

/**
 * Asks all questions of a site in the plugin's own chat and grades the answers.
 *
 * @param models Folder of further local models; null: none.
 */
async function askSite(site: Site, embedder: string, models: string | null): Promise<Graded[]> {
  const { title, locale, timeZone, contact } = site;
  const chat = await chatSite(documentsOf(site), {
    ...{ name: title, locale, timeZone, models },
    settings: {
      ...settingsDefaults,
      chat: { ...settingsDefaults.chat, contact },
      embeddings: embeddingsOf(embedder),
    },
  });
  try {
    const graded: Graded[] = [];
    for (const conversation of site.conversations) {
      const { turns, pageUrl, now } = conversation;
      const questions = turns.map(({ question }) => question);
      const replies = await chat.converse(questions, { pageUrl, now });
      turns.forEach((turn, at) => {
        if (turn.isLed) return;
        const reply = replies[at]!;
        const seen = seenOf(reply);
        graded.push({
          ...{ site, conversation, turn, reply },
          outcome: grade(turn.expected, seen),
          isShown: isShown(turn.expected, seen),
        });
      });
    }
    return graded;
  } finally {
    await chat.site.close();
  }
}

/** Share of a cited statement's words that the answer has before its mark. */
const minShared = 0.6;

function isSame(statement: string, answer: string): boolean {
  const said = new Set(tokenize(answer));
  const words = tokenize(statement);
  return words.length > 0 && share(words, (word) => said.has(word)) >= minShared;
}

/**
 * Returns for each mark of an answer whether the visitor is led to its statement: the contract has one statement
 * for each mark, in their order, and its address opens at it.
 */
function highlighted({ reply, statements: cited = [] }: ChatReply): boolean[] {
  const marks = [...reply.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
  return marks.map((n, at) => {
    const statement = cited[at];
    if (statement?.n !== n) return false;
    const opens = /#(?::~:text=|page=)/.test(statement.url);
    return opens && isSame(statement.text, reply);
  });
}

/** Shares of questions, absent ones and small talk included. */
function figuresOf(graded: readonly Graded[]): Figures {
  const marks = graded.flatMap(({ reply }) => highlighted(reply));
  const isOne = (wanted: readonly Outcome[]) => (each: Graded) => wanted.includes(each.outcome);
  return {
    questions: graded.length,
    good_share: share(graded, isOne(['good'])),
    shown_share: share(graded, (each) => each.outcome === 'good' || each.isShown),
    nonsense_share: share(graded, isOne(['nonsense'])),
    acceptable_share: share(graded, isOne(acceptable)),
    lenient_share: share(graded, isOne(lenient)),
    ...(marks.length > 0 && { highlighted: share(marks, (isRight) => isRight) }),
  };
}

function groups(graded: readonly Graded[], nameOf: (each: Graded) => string): Figures {
  return Object.fromEntries(
    [...Map.groupBy(graded, nameOf)].map(([name, of]) => [name, figuresOf(of)]),
  );
}

function print({ site, conversation, turn, reply, outcome }: Graded): void {
  const { set, kind } = conversation;
  console.log(`\n${outcome.padEnd(13)} ${site.name} ${set} ${kind}: ${turn.question}`);
  console.log(reply.reply.replace(/^/gm, '    '));
  for (const { title, section, passage } of reply.closest ?? []) {
    console.log(`    → ${title} › ${section}: ${passage.slice(0, 200).replace(/\s+/g, ' ')}`);
  }
}

/** Prints every so many-th answer of the sites that nothing was chosen by, for a reader. */
function printSample(graded: readonly Graded[], count: number): void {
  const step = Math.max(1, Math.floor(graded.length / count));
  graded.filter((_, at) => at % step === 0).forEach(print);
}

/**
 * Asks the chat what visitors of several sites ask, without a language model, and grades the answers. The figures at
 * the top are of sites that nothing was chosen by, each with the embedder that it would have. With `--data` also the
 * sites there, and the questions on the demo site that a person has graded. Before, looks whether the answers are in the
 * prompts of a language model; with `--prompts` only that, with `--only` so many answers are printed instead, with
 * `--without` see `withoutRule`.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const { data, models, prompts, only, verbose, without } = options;
  if (without) return withoutRule(without, options);
  const prompted = only < 0 ? await inPrompt(options) : {};
  if (prompts >= 0) return prompted;
  const sites = [
    await demoSite(),
    ...allSites(data),
    ...(data ? [await gradedDemoSite(data)] : []),
  ];
  const all = new Map<string, Graded[]>();
  for (const site of sites) {
    for (const embedder of ['builtin', embedderFor(site, models) ?? []].flat()) {
      const graded = await askSite(site, embedder, models || null);
      all.set(embedder, [...(all.get(embedder) ?? []), ...graded]);
    }
  }
  const isNew = ({ site }: Graded) => !learnt.includes(site.name);
  const words = all.get('builtin')!;
  const meaning = [...all].flatMap(([embedder, graded]) => (embedder === 'builtin' ? [] : graded));
  const chosen = meaning.length > 0 ? meaning : words;
  const judged = chosen.filter(isNew);
  if (verbose) chosen.forEach(print);
  if (only > 0) printSample(judged, only);
  return {
    ...prompted,
    ...figuresOf(judged),
    outcomes: Object.fromEntries(
      outcomes.map((name) => [name, share(judged, ({ outcome }) => outcome === name)]),
    ),
    words_alone: figuresOf(words.filter(isNew)),
    learnt: figuresOf(chosen.filter((each) => !isNew(each))),
    embedders: Object.fromEntries(
      [...all].map(([embedder, graded]) => [embedder, figuresOf(graded.filter(isNew))]),
    ),
    languages: groups(judged, ({ site }) => site.language),
    kinds: groups(judged, ({ conversation }) => conversation.kind),
    sites: groups(chosen, ({ site }) => site.name),
    sites_words: groups(words, ({ site }) => site.name),
  };
}
