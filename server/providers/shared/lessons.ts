import { vendorErrorOf, type VendorError } from './vendor-error.ts';

/** A model, a server or an account may learn to do what it refused: it is asked again after a day. */
const lasts = 24 * 3600 * 1000;

/** How requests of one kind learn from refusals. */
interface Learning<Lesson, Request, Reply> {
  /** Makes the request that what is known allows. */
  request: (known: ReadonlySet<Lesson>) => Request;
  /** @throws AppError */
  send: (request: Request) => Promise<Reply>;
  /** Reads how a request may avoid a refusal; undefined: not at all. */
  lessonOf: (
    refusal: VendorError,
    request: Request,
    known: ReadonlySet<Lesson>,
  ) => Lesson | readonly Lesson[] | undefined;
  /** Whether a lesson is about the vendor, and not about this one answer. By default it is. */
  isKept?: (lesson: Lesson, refusal: VendorError) => boolean;
}

/** Keeps what a vendor's refusals have taught, for a day each. */
export class Lessons<Lesson> {
  readonly #clock: () => number;
  /** When each is forgotten. */
  readonly #learnt = new Map<Lesson, number>();

  /** @param clock Milliseconds. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  add(lesson: Lesson): void {
    this.#learnt.set(lesson, this.#clock() + lasts);
  }

  /** Returns a copy of what is known now. */
  now(): Set<Lesson> {
    const time = this.#clock();
    for (const [lesson, until] of this.#learnt) if (until <= time) this.#learnt.delete(lesson);
    return new Set(this.#learnt.keys());
  }

  /**
   * Sends a request, and sends it again as long as its refusal teaches something new. That is kept once the vendor
   * has taken a request: otherwise it was not what the vendor refused.
   *
   * @param known For one answer; lessons are added to it.
   * @throws AppError of the last refusal
   */
  async ask<Request, Reply>(
    { request, send, lessonOf, isKept = () => true }: Learning<Lesson, Request, Reply>,
    known = this.now(),
  ): Promise<Reply> {
    const news = new Set<Lesson>();
    for (;;) {
      const sent = request(known);
      try {
        const reply = await send(sent);
        for (const lesson of news) this.add(lesson);
        return reply;
      } catch (error) {
        const refusal = vendorErrorOf(error);
        const taught = [(refusal && lessonOf(refusal, sent, known)) ?? []].flat() as Lesson[];
        const unknown = taught.filter((lesson) => !known.has(lesson));
        if (unknown.length === 0) throw error;
        for (const lesson of unknown) {
          known.add(lesson);
          if (isKept(lesson, refusal!)) news.add(lesson);
        }
      }
    }
  }
}
