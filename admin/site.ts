/** A type of posts that an owner can choose to have indexed. */
export interface PostType {
  name: string;
  label: string;
  /** Published posts. */
  count: number;
}

/** A custom field that an owner can choose to have told. */
export interface MetaField {
  key: string;
  /** Empty: only its key is known. */
  label: string;
  /** A value that a post has; may be empty. */
  example: string;
}

/** The ways to a running sidecar, in the order of the choice. */
export const ways = ['cli', 'node', 'panel', 'docker', 'cloud', 'elsewhere', 'unknown'] as const;
export type Way = (typeof ways)[number];

/** Facts about the server and lines for its shell; empty: not known, or the program is not there. */
export interface Place {
  /** The folder of WordPress. */
  path: string;
  /** As which the service runs. */
  account: string;
  /** The folder of the sidecar's program. */
  folder: string;
  /** Installs the service by WP-CLI, without `sudo`. */
  wp: string;
  /** Installs it by Node.js alone, without `sudo`. */
  node: string;
  /** Starts it without systemd. */
  serve: string;
  /** Makes an image of it. */
  build: string;
  /** The way that there are signs of. */
  found: Way | '';
  /** Address of the folder with the files of this release. */
  release: string;
  /** In a network only super admins may hand out its connection. */
  mayConnect: boolean;
}

const noPlace: Place = {
  path: '',
  account: '',
  folder: '',
  wp: '',
  node: '',
  serve: '',
  build: '',
  found: '',
  release: '',
  mayConnect: true,
};

/** Values that WordPress passes as data attributes of the mount element. */
export interface Site {
  /** The public site; empty: unknown. */
  homeUrl: string;
  /** Starts the sidecar of this installation; empty: its program is not on this server. */
  startCommand: string;
  /** Where WordPress looks for the sidecar. */
  sidecarUrl: string;
  /** A sidecar has answered before: until then no page shows the chat. */
  hadContact: boolean;
  /** May change settings; others only read conversations, gaps and figures. */
  canManage: boolean;
  /** `wp_supports_ai()`, of WordPress 7.0, says no. */
  aiOff: boolean;
  /** Company of the AI that is connected to WordPress; empty: none is. Only in the first steps. */
  ownAi: string;
  /** The plugin's. */
  version: string;
  /** Where conversations are downloaded; only on their page. */
  exportUrl: string;
  /** Only where types are chosen. */
  postTypes: PostType[];
  /** Media types of files that can be read; only on the page of the knowledge base. */
  fileTypes: string[];
  /** The main colour of the theme; only in the first steps, as the next. */
  accent: string;
  place: Place;
  /** Endings of the names of such files, without dot. */
  fileExtensions: string[];
  /** Takes files for the media library; empty: the user may not upload. Only there, as the next. */
  uploadUrl: string;
  /** Bytes of the largest file that WordPress takes and the sidecar reads. */
  maxUpload: number;
  /** A page with the chat alone; only on the page of settings and in the first steps. */
  previewUrl: string;
  /** Where authorization servers send the owner back; only on the page of settings, as the next. */
  redirectUrl: string;
  /** WordPress' page about privacy. */
  privacyUrl: string;
  /** Only there, too. */
  metaFields: MetaField[];
  /** Titles of the posts that settings name, by id. */
  titles: Record<string, string>;
}

export const readSite = ({ dataset }: HTMLElement): Site => ({
  homeUrl: dataset['homeUrl'] ?? '',
  postTypes: JSON.parse(dataset['postTypes'] ?? '[]') as PostType[],
  fileTypes: JSON.parse(dataset['fileTypes'] ?? '[]') as string[],
  fileExtensions: JSON.parse(dataset['fileExtensions'] ?? '[]') as string[],
  accent: dataset['accent'] ?? '',
  place: { ...noPlace, ...(JSON.parse(dataset['place'] ?? '{}') as Partial<Place>) },
  uploadUrl: dataset['uploadUrl'] ?? '',
  maxUpload: Number(dataset['maxUpload'] ?? 0),
  previewUrl: dataset['previewUrl'] ?? '',
  redirectUrl: dataset['redirectUrl'] ?? '',
  privacyUrl: dataset['privacyUrl'] ?? '',
  metaFields: JSON.parse(dataset['metaFields'] ?? '[]') as MetaField[],
  titles: JSON.parse(dataset['titles'] ?? '{}') as Record<string, string>,
  startCommand: dataset['startCommand'] ?? '',
  sidecarUrl: dataset['sidecarUrl'] ?? '',
  hadContact: Boolean(dataset['hadContact']),
  canManage: Boolean(dataset['canManage']),
  aiOff: Boolean(dataset['aiOff']),
  ownAi: dataset['ownAi'] ?? '',
  version: dataset['version'] ?? '',
  exportUrl: dataset['exportUrl'] ?? '',
});
