/** A type of posts that an owner can choose to have indexed. */
export interface PostType {
  name: string;
  label: string;
  /** Published posts. */
  count: number;
}

/** What WordPress tells the page by data attributes of the element it is mounted in. */
export interface Site {
  /** The public site; empty: unknown. */
  homeUrl: string;
  /** WordPress' own directory on the server; empty: unknown. */
  path: string;
  /** Only on the page of the knowledge base. */
  postTypes: PostType[];
}

export const readSite = ({ dataset }: HTMLElement): Site => ({
  homeUrl: dataset['homeUrl'] ?? '',
  postTypes: JSON.parse(dataset['postTypes'] ?? '[]') as PostType[],
  path: (dataset['path'] ?? '').replace(/(?<=.)\/$/, ''),
});
