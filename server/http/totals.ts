import type { Response } from 'express';

/** Says how many items a list has on all its pages, as WordPress does. */
export function setTotals(response: Response, total: number, perPage: number): void {
  response.set('X-WP-Total', String(total));
  response.set('X-WP-TotalPages', String(Math.ceil(total / perPage)));
}
