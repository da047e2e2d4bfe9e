import { useEffect, useRef } from '@wordpress/element';

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
