interface FileType {
  /** In English, before "files". */
  name: string;
  /** Extensions of files in the media library. */
  extensions: readonly string[];
  /** Media types that the media library offers and web servers send. */
  types: readonly string[];
  /** Further media types that web servers send. */
  webTypes: readonly string[];
}

/** Files that can be read, by kind. */
export const fileKinds = {
  pdf: {
    name: 'PDF',
    extensions: ['pdf'],
    types: ['application/pdf'],
    webTypes: ['application/x-pdf'],
  },
  docx: {
    name: 'Word (docx)',
    extensions: ['docx'],
    types: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    webTypes: [],
  },
  txt: {
    name: 'text',
    extensions: ['txt', 'md', 'markdown', 'text'],
    types: ['text/plain', 'text/markdown'],
    webTypes: ['text/x-markdown', 'text/x-rst'],
  },
  xlsx: {
    name: 'Excel (xlsx)',
    extensions: ['xlsx', 'xlsm'],
    types: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel.sheet.macroEnabled.12',
    ],
    webTypes: [],
  },
  csv: {
    name: 'CSV',
    extensions: ['csv', 'tsv'],
    types: ['text/csv', 'text/tab-separated-values'],
    webTypes: ['application/csv', 'text/x-csv'],
  },
  pptx: {
    name: 'PowerPoint (pptx)',
    extensions: ['pptx', 'ppsx', 'pptm'],
    types: [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
    ],
    webTypes: [],
  },
  odf: {
    name: 'OpenDocument (odt, ods, odp)',
    extensions: ['odt', 'ods', 'odp'],
    types: [
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.presentation',
    ],
    webTypes: [],
  },
  rtf: { name: 'RTF', extensions: ['rtf'], types: ['application/rtf'], webTypes: ['text/rtf'] },
  epub: { name: 'EPUB', extensions: ['epub'], types: ['application/epub+zip'], webTypes: [] },
  /** Web servers send pages by this type, which are read as such. */
  html: { name: 'HTML', extensions: ['html', 'htm'], types: ['text/html'], webTypes: [] },
} as const satisfies Record<string, FileType>;

export type FileKind = keyof typeof fileKinds;

/** Such as "PDF, Word (docx) and text". */
export const fileNames = new Intl.ListFormat('en-GB').format(
  Object.values(fileKinds).map(({ name }) => name),
);

const kinds = Object.keys(fileKinds) as FileKind[];
const findKind = (test: (file: FileType) => boolean): FileKind | undefined =>
  kinds.find((kind) => test(fileKinds[kind]));

/** Kinds of documents: posts, web pages, files and texts. */
export const documentKinds = ['post', 'url', ...kinds] as const;

/** Returns the kind of a file by its extension; undefined for files that cannot be read. */
export function fileKindOf(filename: string): FileKind | undefined {
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return findKind(({ extensions }) => extensions.includes(extension));
}

/** Returns the kind of a web server's answer by its media type; undefined if it cannot be read. */
export const fileKindOfType = (type: string): FileKind | undefined =>
  findKind(({ types, webTypes }) =>
    [...types, ...webTypes].some((known) => known.toLowerCase() === type.toLowerCase()),
  );
