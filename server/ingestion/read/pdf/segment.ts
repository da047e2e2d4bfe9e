/**
 * A piece of a line without a wide gap. Coordinates are in points and turned so that the text runs
 * along x, whatever its direction on the page, and that y grows from line to line.
 */
export interface Segment {
  /** Ends in U+00AD where a word goes on in the next line. */
  text: string;
  /** Counter-clockwise degrees from the page's own x axis; -90 is vertical writing. */
  angle: number;
  x0: number;
  x1: number;
  /** Of the baseline. */
  y: number;
  /** Of the font. */
  size: number;
  bold: boolean;
  mono: boolean;
}

/** Segments side by side on one baseline. */
export interface Line extends Segment {
  /** From 1. */
  page: number;
  /** In reading direction. */
  cells: Segment[];
  /** Where reading begins and ends: `x0` and `x1`, or their negatives from right to left. */
  start: number;
  end: number;
}
