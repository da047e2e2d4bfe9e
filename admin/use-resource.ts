import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { type ApiError, toApiError } from './api.ts';

/**
 * Runs `task` again and again, `pauseMs` after its last end; not at all when `pauseMs` is null.
 * A hidden page waits.
 */
export function usePolling(task: () => Promise<unknown>, pauseMs: number | null): void {
  const latest = useRef(task);
  useEffect(() => {
    latest.current = task;
  });

  useEffect(() => {
    if (pauseMs === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const tick = async () => {
      if (!document.hidden) await latest.current();
      if (!stopped) schedule();
    };
    const schedule = () => {
      timer = setTimeout(() => void tick(), pauseMs);
    };
    schedule();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [pauseMs]);
}

/** The value as it was when it last had not changed for `ms`: what is typed is not asked for letter by letter. */
function useSettled<T>(value: T, ms = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

interface State<T> {
  /** The last answer; it stays while a newer one is fetched, and when that fails. */
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
}

export interface Resource<T> extends State<T> {
  /** Resolves to the fresh data; to undefined when it failed or was overtaken. */
  reload: () => Promise<T | undefined>;
  /** Takes over what a write answered. */
  replace: (data: T) => void;
}

/** Loads on mount and whenever what is `given` to `load` changes. A call that is overtaken is aborted. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  given: readonly unknown[] = [load],
): Resource<T> {
  const [state, setState] = useState<State<T>>({
    data: undefined,
    error: undefined,
    loading: true,
  });
  const running = useRef<AbortController | null>(null);

  const reload = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((last) => ({ ...last, loading: true }));
    try {
      const data = await load(controller.signal);
      if (controller.signal.aborted) return undefined;
      setState({ data, error: undefined, loading: false });
      return data;
    } catch (cause) {
      if (!controller.signal.aborted)
        setState((last) => ({ ...last, error: toApiError(cause), loading: false }));
      return undefined;
    }
  }, given);

  const replace = useCallback((data: T) => {
    running.current?.abort();
    setState({ data, error: undefined, loading: false });
  }, []);

  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);

  return { ...state, reload, replace };
}

/**
 * Loads the answer to a question that may change with each letter. `data` is undefined until there is one to the
 * present question; `last` stays meanwhile.
 */
export function useSettledResource<T>(
  question: string,
  load: (question: string, signal: AbortSignal) => Promise<T>,
) {
  const asked = useSettled(question);
  const { data, error, reload } = useResource(
    async (signal) => ({ asked, answer: await load(asked, signal) }),
    [asked],
  );
  const last = data?.answer;
  return { data: data?.asked === question ? last : undefined, last, error, reload };
}

/** Runs one action at a time, and says how it goes. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  /** Resolves to whether it was done: not when it failed, nor while another one runs. */
  async function run(act: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      return true;
    } catch (cause) {
      setError(toApiError(cause));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, run, clear: () => setError(undefined) };
}
