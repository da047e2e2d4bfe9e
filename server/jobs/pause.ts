import type { State } from '../storage/state.ts';

const name = 'queue_paused';

/** The owner's brake; kept in the database, so it holds for every sidecar and after a restart. */
export function createPause(state: State) {
  return {
    async isPaused(): Promise<boolean> {
      return (await state.readText(name)) !== null;
    },

    set(paused: boolean): Promise<void> {
      return paused ? state.writeText(name, new Date().toISOString()) : state.remove(name);
    },
  };
}
export type Pause = ReturnType<typeof createPause>;
