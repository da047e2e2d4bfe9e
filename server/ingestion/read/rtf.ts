import { collapse, words, type Block, type Loaded } from './blocks.ts';
import { failure } from '../failures.ts';
import { gridBlocks } from './grid.ts';

/** Groups whose text is no part of the document, besides unknown ones, which begin with `\*`. */
const neverRead =
  words(`fonttbl colortbl listtable listoverridetable info pict header headerl headerr
  headerf footer footerl footerr footerf xe tc sp shprslt nonesttables nonshppict`);

/** Texts of control words and signs. */
const texts: Record<string, string> = {
  ...{ line: '\n', tab: '\t', '~': '\u00a0', '{': '{', '}': '}', '\\': '\\', _: '\u2011' },
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
  ...{ bullet: '•', emspace: ' ', enspace: ' ', qmspace: ' ', nestcell: ' ', nestrow: ' ' },
};

/** Encodings of fonts by their character sets; others have that of the document. */
const charsets: Record<number, string> = {
  ...{ 77: 'macintosh', 128: 'shift_jis', 129: 'euc-kr', 134: 'gbk', 136: 'big5' },
  ...{ 161: 'windows-1253', 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255' },
  ...{ 178: 'windows-1256', 186: 'windows-1257', 204: 'windows-1251', 222: 'windows-874' },
  ...{ 238: 'windows-1250' },
};
const codePages: Record<number, string> = {
  ...{ 866: 'ibm866', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' },
  ...{ 10000: 'macintosh', 65001: 'utf-8' },
};

/** @param bytes each as a character */
function decode(bytes: string, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return decode(bytes, 'windows-1252');
  }
}

/** State to the end of a group; the groups in it begin with it. */
interface Group {
  /** Where its text belongs. */
  target: 'text' | 'note' | 'label' | 'title' | 'style' | 'nothing';
  isHidden: boolean;
  isBold: boolean;
  encoding: string | undefined;
  /** Characters behind `\u` for readers that do not know it. */
  fallback: number;
}

const maxDepth = 10_000;
/** Outline level of a text. */
const noLevel = 9;

/** Distances in twips that are taken for the same column. */
const tolerance = 50;

interface Row {
  /** `end`: right edge. */
  cells: { text: string; end: number; isBelow: boolean }[];
  isHeader: boolean;
}

/** Returns rows whose cells are in each of the columns that lie between their edges. */
function gridOf(rows: readonly Row[]) {
  const ends = [...new Set(rows.flatMap(({ cells }) => cells.map(({ end }) => end)))];
  ends.sort((one, other) => one - other);
  let above: string[] = [];
  return rows.map(({ cells, isHeader }) => {
    const placed: string[] = [];
    for (const { text, end, isBelow } of cells) {
      while (placed.length < ends.length && ends[placed.length]! <= end) {
        placed.push(isBelow ? (above[placed.length] ?? '') : text);
      }
    }
    above = placed;
    return { cells: placed, isHeader, isMerged: cells.length < placed.length };
  });
}

class RtfReader {
  readonly blocks: Block[] = [];
  readonly #texts: Record<Group['target'], string> = {
    ...{ text: '', note: '', label: '', title: '', style: '', nothing: '' },
  };
  readonly #outer: Group[] = [];
  #group: Group = {
    ...{ target: 'text', isHidden: false, isBold: false, encoding: undefined, fallback: 1 },
  };
  #encoding = 'windows-1252';
  readonly #fonts = new Map<number, string | undefined>();
  #font = 0;
  /** Outline levels of styles. */
  readonly #levels = new Map<number, number>();
  #style = 0;
  #level = noLevel;
  /** Each as a character. */
  #bytes = '';
  /** Sign before: `{`, or `*` behind one. */
  #first = '';
  #notes: string[] = [];
  #isInTable = false;
  #rows: Row[] = [];
  #row: Row = { cells: [], isHeader: false };
  #cells: string[] = [];
  /** Cells as the row defines them: their edges, and whether they go on from the left or from above. */
  #defined: { end: number; merged: string }[] = [];
  #merged = '';
  #isBold = true;

  /** The document's own title; may be empty. */
  get title(): string {
    return collapse(this.#texts.title);
  }

  /** @param source each byte as a character */
  read(source: string): void {
    const tokens = /\\([a-z]+)(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z'])|([{}])|[^\\{}\r\n]+/gi;
    let skipped = 0;
    for (let token = tokens.exec(source); token; token = tokens.exec(source)) {
      const [whole, word, number, hex, sign, brace] = token;
      if ((word ?? sign ?? brace) === undefined) {
        const bytes = hex ? String.fromCharCode(Number.parseInt(hex, 16)) : whole;
        this.#bytes += bytes.slice(skipped);
        skipped = Math.max(0, skipped - bytes.length);
        continue;
      }
      this.#flush();
      skipped = 0;
      if (brace === '{') this.#open();
      else if (brace === '}') this.#close();
      else if (word === 'u') {
        this.#add(String.fromCharCode(Number(number) & 0xffff));
        skipped = this.#group.fallback;
      } else if (word === 'bin') tokens.lastIndex += Math.max(0, Number(number ?? 0));
      else
        this.#control(
          word ?? (sign === '\n' || sign === '\r' ? 'par' : sign!),
          number === undefined ? undefined : Number(number),
        );
    }
    this.#flush();
    if (this.#cells.length > 0) this.#endRow();
    this.#endParagraph();
    this.#endTable();
  }

  #flush(): void {
    if (this.#bytes && this.#group.target !== 'nothing')
      this.#add(decode(this.#bytes, this.#group.encoding ?? this.#encoding));
    this.#bytes = '';
  }

  #add(text: string): void {
    const { target, isHidden, isBold } = this.#group;
    if (isHidden || target === 'nothing') return;
    if (target === 'text' && !isBold && text.trim()) this.#isBold = false;
    this.#texts[target] += text;
  }

  #take(target: Group['target']): string {
    const text = this.#texts[target];
    this.#texts[target] = '';
    return text;
  }

  #open(): void {
    if (this.#outer.length > maxDepth) throw failure('too_deep');
    this.#outer.push(this.#group);
    this.#group = { ...this.#group };
    this.#first = '{';
  }

  #close(): void {
    this.#first = '';
    const { target } = this.#group;
    this.#group = this.#outer.pop() ?? this.#group;
    if (target === 'note' && this.#group.target !== 'note')
      this.#notes.push(collapse(this.#take('note')));
    if (target === 'style' && this.#group.target === 'style') {
      const named = /^\s*heading (\d)/i.exec(this.#take('style'))?.[1];
      const level = this.#level === noLevel && named ? Number(named) - 1 : this.#level;
      this.#levels.set(this.#style, level);
      this.#level = noLevel;
    }
  }

  #control(word: string, number: number | undefined): void {
    // Only the first word of a group tells what it is.
    const isOptional = this.#first === '*';
    this.#first = this.#first === '{' ? word : '';
    const group = this.#group;
    const isOn = number !== 0;
    if (neverRead.has(word) || (isOptional && word !== 'shpinst')) group.target = 'nothing';
    else if (word in texts) this.#add(texts[word]!);
    else if (word === 'stylesheet') group.target = 'style';
    else if (word === 'title') group.target = 'title';
    else if (word === 'footnote') group.target = 'note';
    else if (word === 'listtext' || word === 'pntext') group.target = 'label';
    else if (word === 'v' || word === 'deleted') group.isHidden = isOn;
    else if (word === 'b') group.isBold = isOn;
    else if (word === 'plain') Object.assign(group, { isHidden: false, isBold: false });
    else if (word === 'uc') group.fallback = Math.max(0, number ?? 1);
    else if (word === 'ansicpg') this.#encoding = codePages[number ?? 0] ?? `windows-${number}`;
    else if (word === 'mac') this.#encoding = 'macintosh';
    else if (word === 'fcharset') this.#fonts.set(this.#font, charsets[number ?? 0]);
    else if (word === 'f') {
      this.#font = number ?? 0;
      group.encoding = this.#fonts.get(this.#font);
    } else if (group.target === 'note') this.#add(word === 'par' ? '\n' : '');
    else if (group.target !== 'nothing') this.#paragraphControl(word, number ?? 0);
  }

  #paragraphControl(word: string, number: number): void {
    if (word === 'pard') {
      this.#isInTable = false;
      this.#level = noLevel;
    } else if (word === 's') {
      this.#style = number;
      this.#level = this.#levels.get(number) ?? noLevel;
    } else if (word === 'outlinelevel') this.#level = number;
    else if (word === 'intbl') this.#isInTable = true;
    else if (word === 'par' || word === 'sect' || word === 'page') {
      if (this.#isInTable) this.#add('\n');
      else this.#endParagraph();
    } else if (word === 'trowd') {
      this.#defined = [];
      this.#row.isHeader = false;
    } else if (word === 'trhdr') this.#row.isHeader = true;
    else if (word === 'clmrg' || word === 'clvmrg') this.#merged = word;
    else if (word === 'cellx') {
      this.#defined.push({ end: Math.round(number / tolerance), merged: this.#merged });
      this.#merged = '';
    } else if (word === 'cell') this.#cells.push(collapse(this.#take('text')));
    else if (word === 'row') this.#endRow();
  }

  #endRow(): void {
    const cells: Row['cells'] = [];
    for (const [at, text] of this.#cells.entries()) {
      const { end = (this.#defined.at(-1)?.end ?? 0) + at, merged = '' } = this.#defined[at] ?? {};
      const left = cells.at(-1);
      if (merged === 'clmrg' && left) left.end = end;
      else cells.push({ text, end, isBelow: merged === 'clvmrg' });
    }
    const isHeader = this.#row.isHeader || this.#isBold;
    this.#rows.push({ cells, isHeader });
    this.#cells = [];
    this.#isBold = true;
  }

  #endTable(): void {
    this.blocks.push(...gridBlocks(gridOf(this.#rows)));
    this.#rows = [];
  }

  #endParagraph(): void {
    const label = collapse(this.#take('label'));
    const lines = this.#take('text').split('\n').map(collapse).filter(Boolean);
    if (lines.length > 0) this.#endTable();
    const isHeading = this.#level >= 0 && this.#level < noLevel;
    if (isHeading && lines.length > 0) {
      const level = Math.min(this.#level + 1, 6);
      this.blocks.push({ kind: 'heading', level, text: lines.join(' ') });
    } else {
      const number = /\p{N}|^\p{L}{1,4}[.)]/u.test(label) ? `${label} ` : '';
      const kind = label ? 'item' : 'paragraph';
      for (const [at, line] of lines.entries()) {
        this.blocks.push({ kind, text: (at === 0 ? number : '') + line });
      }
    }
    this.#isBold = true;
    for (const text of this.#notes.splice(0))
      if (text) this.blocks.push({ kind: 'paragraph', text });
  }
}

/** Loads a document in the Rich Text Format. @throws AppError `unsupported_type`, `too_large` */
export function loadRtf(bytes: Uint8Array): Loaded {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source)) throw failure('file_damaged');
  const reader = new RtfReader();
  reader.read(source);
  const heading = reader.blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return { title: reader.title || heading, language: '', blocks: reader.blocks };
}
