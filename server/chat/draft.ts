import type {
  ChatEvent,
  ClosestPage,
  FinishReason,
  ToolCallSummary,
  Usage,
} from '../contract/chat.ts';
import type { ScoredPassage } from '../retrieval/pack-context.ts';
import type { Retrieval } from '../retrieval/retrieve.ts';
import type { AssistantTurn, StoredSource } from '../storage/chats.ts';
import { CitationWriter, sourcesList } from './citations/citations.ts';
import type { RunEvent } from './run-model.ts';

/** Adds the chunks that a question which refers back to this answer may be about. */
const withChunks = (sources: readonly StoredSource[], passages: readonly ScoredPassage[]) =>
  sources.map((source) => ({
    ...source,
    chunk_ids: passages
      .filter(({ documentId }) => documentId === source.document_id)
      .flatMap(({ chunkIds }) => chunkIds),
  }));

/** An answer while it is written. */
export class Draft {
  readonly #elapsed: () => number;
  retrieval: Retrieval | null = null;
  closest: ClosestPage[] = [];
  citations = new CitationWriter([]);
  finish: FinishReason = 'aborted';
  usage: Usage = { prompt_tokens: 0, completion_tokens: 0 };
  model = '';
  /** Milliseconds until the first word; null before it. */
  firstToken: number | null = null;
  readonly toolCalls: ToolCallSummary[] = [];
  #text = '';
  #reasoning = '';

  /** @param elapsed Milliseconds since the question. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Takes an event of the model and yields the events for the visitor. */
  *take(event: RunEvent, showReasoning: boolean): Generator<ChatEvent> {
    switch (event.type) {
      case 'text':
        this.firstToken ??= this.#elapsed();
        yield* this.#write(this.citations.push(event.text));
        break;
      case 'reasoning':
        this.#reasoning += event.text;
        if (showReasoning) yield { type: 'reasoning', content: event.text };
        break;
      case 'model':
        this.model = event.id;
        break;
      case 'tool':
        if (event.state === 'end') this.toolCalls.push({ name: event.name, ok: event.ok });
        yield event;
        break;
      case 'usage':
        this.usage = event.usage;
        break;
      case 'finish':
        this.finish = event.reason;
        break;
      default:
        event satisfies never;
    }
  }

  /** Writes the text that was held back because more of it could have changed its meaning. */
  *end(): Generator<ChatEvent> {
    yield* this.#write(this.citations.end().trimEnd());
  }

  *#write(content: string): Generator<ChatEvent> {
    this.#text += content;
    if (content) yield { type: 'delta', content };
  }

  /** Takes back citations of sources that stopped being public while the model wrote. */
  async keepPublic(onlyPublic: Parameters<CitationWriter['keep']>[0]): Promise<void> {
    await this.citations.keep((passages) => onlyPublic(passages).catch(() => []));
    this.#text = this.citations.withoutRemoved(this.#text);
  }

  /** Returns the answer as it is stored, with the text that is still held back. */
  toTurn(): AssistantTurn {
    this.#text += this.citations.end().trimEnd();
    const { citations, toolCalls, model, usage } = this;
    return {
      content: this.#text + sourcesList(citations.sources),
      citations: withChunks(citations.stored, this.retrieval?.sources ?? []),
      reasoning: this.#reasoning,
      toolCalls,
      model,
      finishReason: this.finish,
      usage,
      responseTime: this.#elapsed(),
    };
  }
}
