import { AppError } from '../errors/app-error.ts';
import { collectReply } from '../chat/answer/reply.ts';
import type { Services } from '../composition/services.ts';
import type { SiteChoice } from '../config/config.ts';
import type { SearchCandidate, SearchReply } from '../contract/search.ts';
import { line, plain } from './plain.ts';
import { withServices } from './with-services.ts';
import { explainSearch } from '../retrieval/search.ts';

export interface AskOptions extends SiteChoice {
  json?: true;
}

/** Stored as the page of the question, so that owners recognise these conversations. */
const page = 'itih ask';

function answer({ turns, log }: Services, message: string, signal: AbortSignal) {
  const question = {
    message,
    sessionId: '',
    sessionSecret: '',
    pageUrl: page,
    locale: '',
    ipHash: '',
  };
  return turns.answer(question, { signal, log });
}

async function stream(services: Services, message: string, signal: AbortSignal): Promise<void> {
  for await (const event of answer(services, message, signal)) {
    switch (event.type) {
      case 'delta':
        process.stdout.write(plain(event.content));
        break;
      case 'citations':
        process.stdout.write('\n');
        for (const { n, title, url } of event.sources) {
          process.stdout.write(plain(`\n[${n}] ${title} ${url}`));
        }
        break;
      case 'closest':
        for (const { title, url } of event.pages)
          process.stdout.write(plain(`\n- ${title} ${url}`));
        break;
      case 'error':
        throw new AppError(event.code, { message: event.message });
      case 'done':
        process.stdout.write('\n');
        console.error(`\n${event.model} · ${event.finish_reason} · ${event.ms} ms`);
        break;
      case 'meta':
      case 'reasoning':
      case 'tool':
      case 'status':
      case 'next_questions':
      case 'offer_mail':
        break;
      default:
        event satisfies never;
    }
  }
}

/** `itih ask`: runs a whole turn and stores it like any other. */
export const askCommand = (question: string, { json, ...site }: AskOptions): Promise<void> =>
  withServices(site, async (services, signal) => {
    if (!json) return stream(services, question, signal);
    console.log(JSON.stringify(await collectReply(answer(services, question, signal)), null, 2));
  });

export interface SearchOptions extends SiteChoice {
  topK?: number;
  minScore?: number;
  json?: true;
}

const width = 100;

const scoresOf = ({ vector, lexical, reranked, cited }: SearchCandidate) =>
  [
    vector && `vector #${vector.rank} ${vector.score.toFixed(3)}`,
    lexical && `words #${lexical.rank}, covers ${Math.round(lexical.coverage * 100)} %`,
    reranked && `reranked #${reranked.rank} ${reranked.score.toFixed(3)}`,
    cited && 'cited by the last answer',
  ]
    .filter(Boolean)
    .join(', ');

function* lines(reply: SearchReply): Generator<string> {
  const { queries, warnings, candidates, chunks, tokens, ms } = reply;
  for (const warning of warnings) yield `Warning: ${warning}`;
  for (const { text, why } of queries) yield `${why.padEnd(10)} ${line(text, width)}`;
  const how = reply.embedder === '' ? 'words' : `${reply.embedder} (${reply.mode}) and words`;
  if (reply.reranker !== '') yield `Ranked again by ${reply.reranker}.`;
  yield `Searched by ${how}; top ${reply.top_k}, floor ${reply.min_score}.`;
  yield Object.entries(ms)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(' · ')
    .concat(' ms');

  yield '';
  yield `Context: ${chunks.length} passages, about ${tokens.used} of ${tokens.limit} tokens`;
  const found = new Map(candidates.map((candidate) => [candidate.chunk_id, candidate]));
  for (const [index, chunk] of chunks.entries()) {
    const candidate = found.get(chunk.chunk_id);
    yield '';
    yield `${index + 1}. ${line([chunk.title, chunk.heading_path].filter(Boolean).join(' › '), width)}`;
    if (chunk.url) yield `   ${line(chunk.url, width)}`;
    if (candidate) yield `   ${scoresOf(candidate)}; chunks ${chunk.chunk_ids.join(', ')}`;
    yield `   ${line(chunk.content, 2 * width)}`;
  }

  const left = candidates.filter(({ outcome }) => outcome !== 'used' && outcome !== 'joined');
  if (left.length > 0) yield '\nLeft out';
  for (const candidate of left) {
    const { outcome, with: beside, chunk_id, title } = candidate;
    const why = beside === null ? outcome : `${outcome} of ${beside}`;
    yield `  ${why.padEnd(16)} ${chunk_id} ${line(title, 40)} (${scoresOf(candidate)})`;
  }
}

/** `itih search` */
export const searchCommand = (
  question: string,
  { topK, minScore, json, ...site }: SearchOptions,
): Promise<void> =>
  withServices(site, async (services, signal) => {
    const reply = await explainSearch(
      services,
      { query: question, top_k: topK, min_score: minScore },
      { signal, log: services.log },
    );
    console.log(json ? JSON.stringify(reply, null, 2) : [...lines(reply)].join('\n'));
  });
