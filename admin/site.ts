/** What WordPress tells the page by data attributes of the element it is mounted in. */
export interface Site {
  /** The public site; empty: unknown. */
  homeUrl: string;
  /** WordPress' own directory on the server; empty: unknown. */
  path: string;
}

export const readSite = ({ dataset }: HTMLElement): Site => ({
  homeUrl: dataset['homeUrl'] ?? '',
  path: (dataset['path'] ?? '').replace(/(?<=.)\/$/, ''),
});
