import type {
  ChatEvent,
  ClosestPage,
  FinishReason,
  Outcome,
  Source,
  ToolCallSummary,
  Usage,
} from '../../contract/chat.ts';
import { requestId } from '../../runtime/request-id.ts';
import type { Confidence } from '../../contract/search.ts';
import type { ScoredPassage } from '../../retrieval/pack-context.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import type { AssistantTurn } from '../../storage/chats.ts';
import type { Passage } from '../../storage/chunks.ts';
import { shownModel } from '../../text/shown-model.ts';
import type { StoredQuestion, StoredSource } from '../../storage/stored-turn.ts';
import { CitationWriter } from '../citations/citations.ts';
import { LeakGuard, type Protected } from './leak-guard.ts';
import { NoneMark } from './refusal.ts';
import { outcomeOf } from './reply.ts';
import type { RunEvent } from './run-model.ts';

/** A page that may answer the question, with the passage that it shows. */
export interface ClosestPassage {
  page: ClosestPage;
  passage: Passage;
}

/** Chunks of a source that are kept for the next question. */
const maxChunkIds = 24;

/** An answer while it is written. */
export class Draft {
  readonly #elapsed: () => number;
  /** Searches, if it has not; null: nothing is searched for. */
  searched: (() => Promise<Retrieval>) | null = null;
  retrieval: Retrieval | null = null;
  citations = new CitationWriter([]);
  finish: FinishReason = 'aborted';
  usage: Usage = { prompt_tokens: 0, completion_tokens: 0 };
  model = '';
  /** Milliseconds until the first word; null before it. */
  firstToken: number | null = null;
  readonly toolCalls: ToolCallSummary[] = [];
  /** The passages that the answer may cite. */
  passages: readonly ScoredPassage[] = [];
  /** Where the answer was found unsure, why. */
  confidence: Confidence | null = null;
  /** Set for an answer that says that it is not sure. */
  closest: readonly ClosestPassage[] = [];
  nextQuestions: readonly StoredQuestion[] = [];
  /** Whether the visitor can send the conversation to the owner. */
  offersMail = false;
  text = '';
  #reasoning = '';
  #guard = new LeakGuard();
  #none = new NoneMark();
  #thoughtGuard = new LeakGuard();

  /** @param elapsed Milliseconds since the question. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Keeps these texts out of the answer and of its reasoning. */
  protect(texts: Protected): void {
    this.#guard = new LeakGuard(texts);
    this.#thoughtGuard = new LeakGuard(texts);
  }

  /** Whether the answer was ended because it began to repeat a protected text. */
  get hasLeaked(): boolean {
    return this.#guard.hasLeaked;
  }

  /** Whether the model has said that the sources say nothing about the question. */
  get hasNone(): boolean {
    return this.#none.isFound;
  }

  /** Writes a sentence behind the answer. */
  *add(sentence: string): Generator<ChatEvent> {
    const before = this.text.trim() === '' ? '' : '\n\n';
    yield* this.#write(before + sentence);
  }

  /** Takes an event of the model and yields the events for the visitor. */
  *take(event: RunEvent, showReasoning: boolean): Generator<ChatEvent> {
    let content: string;
    switch (event.type) {
      case 'text':
        this.firstToken ??= this.#elapsed();
        yield* this.#write(this.citations.push(this.#none.push(this.#guard.push(event.text))));
        break;
      case 'reasoning':
        content = this.#thoughtGuard.push(event.text);
        this.#reasoning += content;
        if (showReasoning && content) yield { type: 'reasoning', content };
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
    yield* this.#write(this.#rest());
  }

  #rest(): string {
    const rest = this.#none.push(this.#guard.end()) + this.#none.end();
    return (this.citations.push(rest) + this.citations.end()).trimEnd();
  }

  *#write(content: string): Generator<ChatEvent> {
    this.text += content;
    if (content) yield { type: 'delta', content };
  }

  /** Takes back citations and pages that stopped being public while the model wrote. */
  async keepPublic(
    onlyPublic: (passages: readonly Passage[]) => Promise<readonly Passage[]>,
  ): Promise<void> {
    const shown = [...this.citations.passages, ...this.#closestPassages];
    const kept = new Set(shown.length > 0 ? await onlyPublic(shown).catch(() => []) : []);
    this.citations.keep(kept);
    this.closest = this.closest.filter(({ passage }) => kept.has(passage));
    this.text = this.citations.withoutRemoved(this.text);
  }

  get outcome(): Outcome {
    return outcomeOf(this.finish, this.closest.length > 0);
  }

  /** The passages that the visitor is shown or pointed to. */
  get shownPassages(): readonly Passage[] {
    const { passages } = this.citations;
    return passages.length > 0 ? passages : this.#closestPassages;
  }

  get #closestPassages(): Passage[] {
    return this.closest.map(({ passage }) => passage);
  }

  /** Yields the events for what stands below the whole text. */
  *below(): Generator<ChatEvent> {
    const { sources, statements } = this.citations.cited();
    if (sources.length > 0) yield { type: 'citations', sources, statements };
    const pages = this.closest.map(({ page }) => page);
    if (pages.length > 0) yield { type: 'closest', pages };
  }

  /** Returns the answer as it is stored, with the text that is still held back. */
  toTurn(): AssistantTurn {
    this.text += this.#rest();
    this.#reasoning += this.#thoughtGuard.end();
    const { citations, toolCalls, model, usage } = this;
    const { sources, statements } = citations.cited();
    return {
      content: this.text,
      citations: sources.map((source, index) => this.#toStored(source, citations.passages[index]!)),
      extras: {
        statements,
        closest: this.closest.map(({ page, passage: { documentId } }) => ({
          ...page,
          document_id: documentId,
        })),
        next_questions: this.nextQuestions,
        ...(this.offersMail && { offer_mail: true }),
      },
      reasoning: this.#reasoning,
      toolCalls,
      model: shownModel(model),
      finishReason: this.finish,
      outcome: this.outcome,
      confidence: this.confidence?.score ?? null,
      usage,
      responseTime: this.#elapsed(),
      requestId: requestId() ?? '',
    };
  }

  /** Adds the chunks that a question which refers back to this answer may be about. */
  #toStored(source: Source, { documentId }: Passage): StoredSource {
    const own = this.passages.filter((passage) => passage.documentId === documentId);
    return {
      ...source,
      document_id: documentId,
      chunk_ids: own.flatMap(({ chunkIds }) => chunkIds).slice(0, maxChunkIds),
    };
  }
}
