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
  /** The plugin's. */
  version: string;
  /** Where conversations are downloaded; only on their page. */
  exportUrl: string;
  /** Only where types are chosen. */
  postTypes: PostType[];
  /** Media types of files that can be read; only on the page of the knowledge base. */
  fileTypes: string[];
  /** The main colour of the theme; only in the first steps. */
  accent: string;
  /** Endings of the names of such files, without dot. */
  fileExtensions: string[];
  /** Takes files for the media library; empty: the user may not upload. Only there, as the next. */
  uploadUrl: string;
  /** Bytes of the largest file that WordPress takes and the sidecar reads. */
  maxUpload: number;
  /** Only on the page of settings, as the next two: a page with the chat alone. */
  previewUrl: string;
  /** Where authorization servers send the owner back; only there, too. */
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
  version: dataset['version'] ?? '',
  exportUrl: dataset['exportUrl'] ?? '',
});
