import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import type { OfferedTool } from '../../server/mcp/tools.ts';

/** A question of the day. */
export interface Asked {
  /** Milliseconds since the day began. */
  at: number;
  conversation: number;
  text: string;
  passages: ScoredPassage[];
  /** Turns in which the model calls a tool before it answers. */
  calls: number;
}

export const conversations = 100;
const hour = 3_600_000;
const pages = 60;

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const topics = ['tickets', 'the garden', 'guided tours', 'the library', 'parking', 'the shop'];

/** About 240 tokens, as a passage of the usual size has. */
const contentOf = (page: number) =>
  Array.from(
    { length: 12 },
    (_, n) =>
      `Sentence ${n} of page ${page} says when ${topics[(page + n) % topics.length]} open, and what that costs.`,
  ).join(' ');

const passageOf = (page: number): ScoredPassage => ({
  chunkId: page,
  documentId: page,
  position: 0,
  kind: 'post',
  postId: page,
  attachmentId: null,
  title: `Page ${page}`,
  url: `https://site.example/page-${page}/`,
  headingPath: '',
  page: null,
  content: contentOf(page),
  published: 0,
  prominent: false,
  postType: 'page',
  language: 'en',
  chunkIds: [page],
  score: 0.9,
});

/**
 * A day of ten hours: conversations with one to four questions, a minute or so apart; one question in five makes the
 * model call tools, up to five times.
 */
export function scriptedDay(): Asked[] {
  const next = random(17);
  const all: Asked[] = [];
  for (let conversation = 0; conversation < conversations; conversation++) {
    let at = next() * 10 * hour;
    const questions = 1 + Math.floor(next() * 4);
    for (let n = 0; n < questions; n++) {
      const topic = topics[Math.floor(next() * topics.length)];
      all.push({
        at,
        conversation,
        text: `What should I know about ${topic} as visitor ${conversation}, in part ${n}?`,
        passages: Array.from({ length: 5 }, () => {
          const page = Math.floor(next() * pages);
          return passageOf(page);
        }),
        calls: next() < 0.2 ? 1 + Math.floor(next() * 5) : 0,
      });
      at += (30 + next() * 90) * 1000;
    }
  }
  return all.sort((a, b) => a.at - b.at);
}

/** Six tools of a shop, described as MCP servers describe them. */
export const shopTools: OfferedTool[] = [
  'find_events',
  'find_products',
  'check_stock',
  'order_status',
  'opening_hours',
  'book_tour',
].map((name) => ({
  label: name,
  definition: {
    name,
    description: `${name.replace('_', ' ')} of the museum by words, days or numbers. Returns a list with names, dates, prices and what is left, in the order of relevance, at most twenty of them.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words that the result must contain, any language.' },
        from: { type: 'string', description: 'First day, as YYYY-MM-DD; today if absent.' },
        to: { type: 'string', description: 'Last day, as YYYY-MM-DD; a week later if absent.' },
        limit: { type: 'integer', description: 'Maximum number of results, 1 to 20.' },
      },
      required: ['query'],
    },
  },
  call: () =>
    Promise.resolve({
      ok: true,
      content: Array.from({ length: 8 }, (_, n) => `${n}. ${name}: 12 May, 4 left, 9.50`).join(
        '\n',
      ),
    }),
}));
