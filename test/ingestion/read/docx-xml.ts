import { zip, type Entries } from './zip.ts';

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');

/** A part whose root is `w:NAME`. */
export const part = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:${name} ${namespaces}>${content}</w:${name}>`;

const officeDocument =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

export const packageParts: Entries = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${officeDocument}" Target="word/document.xml"/></Relationships>`,
};

/** A Word document of this body, and of further parts by their names. */
export const docx = (body: string, parts: Entries = {}, lies?: Parameters<typeof zip>[1]) => {
  const document = part('document', `<w:body>${body}</w:body>`);
  return zip({ ...packageParts, 'word/document.xml': document, ...parts }, lies);
};

export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
/** A paragraph of runs, or of one with this text. */
export const p = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;
export const styled = (style: string, text: string) => p(text, `<w:pStyle w:val="${style}"/>`);
export const listed = (list: number, level: number, text: string) =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

export const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : p(content)}</w:tc>`;
export const row = (cells: string[], properties = '') =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.map((each) => (each.startsWith('<w:tc>') ? each : cell(each))).join('')}</w:tr>`;
export const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`;

export const style = (id: string, name: string, more = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
