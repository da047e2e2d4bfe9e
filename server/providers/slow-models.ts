interface Limits {
  /** As often in a row a model has to be of no use before it is not asked for a while. */
  failures: number;
  /** Milliseconds for which it is not asked. Then one failure more is enough. */
  pause: number;
}

/** Remembers which models are too slow for a visitor to wait for, or write nothing of use. */
export class SlowModels {
  readonly #known = new Map<string, { times: number; at: number }>();
  readonly #clock: () => number;
  readonly #limits: Limits;

  constructor(clock: () => number, limits: Limits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  isSlow(id: string): boolean {
    const { times, at } = this.#known.get(id) ?? { times: 0, at: 0 };
    return times >= this.#limits.failures && this.#clock() - at < this.#limits.pause;
  }

  failed(id: string): void {
    const times = (this.#known.get(id)?.times ?? 0) + 1;
    this.#known.set(id, { times, at: this.#clock() });
  }

  succeeded(id: string): void {
    this.#known.delete(id);
  }

  /** Returns the ids of those that are not asked now. */
  list(): string[] {
    return [...this.#known.keys()].filter((id) => this.isSlow(id));
  }
}
