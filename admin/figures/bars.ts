import type { ReactNode } from 'react';

/** A part of each bar. */
export interface Series {
  /** Names its pattern, too. */
  key: string;
  label: string;
  /** Its figure over all days. */
  total: ReactNode;
}

export interface Bar {
  day: string;
  /** The list behind the bar. */
  href: string;
  /** One for each series, with the list behind it. */
  parts: { value: number; href: string }[];
  /** Beside the parts; see `PlotProps`. */
  note?: string;
}

export interface PlotProps {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Names the notes of the bars; absent without them. */
  noteLabel?: string;
}

export const sumOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);

/** Rounds up to 1, 2 or 5 and zeros, so that the scale ends at a number that is easily read. */
export function scaleEnd(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 5].find((step) => step * unit >= value) ?? 10) * unit;
}
