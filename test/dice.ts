import { randomNumbers } from './hostile/file.ts';

/** Choices that are the same for the same seed. */
export function makeDice(seed: number) {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    chance: (share: number) => random() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
  };
}
export type Dice = ReturnType<typeof makeDice>;
