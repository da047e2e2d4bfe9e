/** Runs jobs in the order in which they are given, each after the end of the one before. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return function run<T>(job: () => Promise<T>): Promise<T> {
    const running = last.then(job);
    last = running.catch(() => undefined);
    return running;
  };
}
