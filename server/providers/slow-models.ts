interface Limits {
  /** As often in a row a model has to be of no use before it is not asked for a while. */
  failures: number;
  /** Milliseconds for which it is not asked. Then one failure more is enough. */
  pause: number;
}

/** Remembers which models are too slow for a visitor to wait for, or write nothing of use. */
export function createSlowModels(clock: () => number, { failures, pause }: Limits) {
  const known = new Map<string, { times: number; at: number }>();
  const isSlow = (id: string): boolean => {
    const { times, at } = known.get(id) ?? { times: 0, at: 0 };
    return times >= failures && clock() - at < pause;
  };
  return {
    isSlow,
    failed(id: string): void {
      const times = (known.get(id)?.times ?? 0) + 1;
      known.set(id, { times, at: clock() });
    },
    succeeded: (id: string): void => void known.delete(id),
    /** Returns the ids of those that are not asked now. */
    list: (): string[] => [...known.keys()].filter(isSlow),
  };
}
export type SlowModels = ReturnType<typeof createSlowModels>;
