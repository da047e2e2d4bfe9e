import { closers, parseMark } from './citation-marks.ts';
import { fenceAt, isDefinition, placeOf, type Fence } from './markdown-lines.ts';
import { addressAt, autolinkAt, closeOf, codeLength, linkAt } from './markdown-spans.ts';

/** What is decided about the text by whoever knows the sources. */
export interface TextRules {
  /** What stands for these numbers of passages; empty when they name none. */
  cite(numbers: readonly number[]): string;
  isKnown(address: string): boolean;
  /** The marks that stand for a list of sources at the end; see `OwnSourcesList.read`. */
  closing(text: string, isEnd: boolean): { marks: string } | 'more' | null;
}

const openers = Object.keys(closers).join('');
/** Where something begins that is more than text. */
const special = /\\|`|!?[[【［〔]|\n|<|(?:https?|ftp):\/\/|(?<![\p{L}\p{N}])www\./iu;
/** The beginning of what may be special when more comes. */
const unsure = /(?:[!\\]|h|ht|htt|https?:?\/?|f|ft|ftp:?\/?|(?<![\p{L}\p{N}])w{1,3})$/iu;
/** All that stands on a line, as the name of a link does that is defined behind it. */
const lineLabel = /^[\s>*+\d.)-]*\[[^\]]*\]$/;
/** An address at the end of a line, which for some goes on over a backtick. */
const glues = (line: string) => /\/\/|www\./i.test(lastWord.exec(line)?.[0] ?? '');
const lastWord = /(?<![^\s<])[^\s<]*$/;
const longestLabel = 400;
/** Text longer than this is looked at again when half as much has come: else each piece costs its length. */
const shortHeld = 1000;
const betweenMarks = /^[ \t]*[,;，、；]?[ \t]*/;

/** What is taken from the beginning of the text, and what is written instead. */
interface Token {
  length: number;
  out: string;
}
/** `more`: the text that follows decides. */
type Read = Token | 'more' | null;

/**
 * Rewrites Markdown while it streams by: marks of sources become numbers of a list, and only addresses
 * that are known stay links. Text is held back as long as what follows may change what it means. However
 * the text is cut into pieces, the same is written: each step looks at the text held back, and takes a
 * step only when no continuation would change it.
 *
 * What this takes for code or a link, every renderer must: else a link could be hidden in what is left
 * alone here. So a backtick or bracket that opens nothing here is escaped where others may see it open.
 */
export class AnswerText {
  readonly #rules: TextRules;
  readonly #isInner: boolean;
  #held = '';
  /** How much has to be held before it is looked at again. */
  #enough = 0;
  /** What was written on this line. */
  #line = '';
  #lineStart: boolean;
  #said = false;
  #fence: Fence | null = null;

  /** @param isInner A label: no lines of its own. */
  constructor(rules: TextRules, isInner = false) {
    this.#rules = rules;
    this.#isInner = isInner;
    this.#lineStart = !isInner;
  }

  push(text: string): string {
    this.#held += text;
    return this.#held.length < this.#enough ? '' : this.#take(false);
  }

  /** What was held back. */
  end(): string {
    return this.#take(true);
  }

  #take(isEnd: boolean): string {
    let out = '';
    while (this.#held !== '') {
      const token = this.#fence ? this.#readFenced(this.#fence, isEnd) : this.#next(isEnd);
      if (token === 'more') {
        const { length } = this.#held;
        this.#enough = length > shortHeld ? length * 1.5 : 0;
        break;
      }
      if (token.out !== '') {
        out += token.out;
        this.#line = afterNewline((this.#line + token.out).slice(-longestLabel));
        this.#said ||= token.out.trim() !== '';
      }
      this.#held = this.#held.slice(token.length);
    }
    return out;
  }

  /** Written as it is, but that no link comes of what was none: `](` and `[x]:` lead somewhere. */
  #plain(text: string): Token {
    const name = text.indexOf(']:') + 1;
    const defines = name > 0 && lineLabel.test(this.#line + text.slice(0, name));
    const safe = defines ? `${text.slice(0, name)}\\${text.slice(name)}` : text;
    const leads = text.startsWith('(') ? this.#line.endsWith(']') : lineLabel.test(this.#line);
    const escaped = safe.replaceAll('](', ']\\(');
    return { length: text.length, out: leads && /^[(:]/.test(text) ? `\\${escaped}` : escaped };
  }

  #next(isEnd: boolean): Token | 'more' {
    const text = this.#held;
    if (this.#lineStart) {
      const line = this.#readLineStart(text, isEnd);
      if (line === 'more') return line;
      this.#lineStart = false;
      if (line) return line;
    }
    const at = text.search(special);
    // A space before a mark goes with it when the mark disappears.
    const spaced = at > 0 && text[at - 1] === ' ' && openers.includes(text[at]!);
    if (at < 0) {
      const kept = isEnd ? 0 : (unsure.exec(text)?.[0].length ?? (text.endsWith(' ') ? 1 : 0));
      if (kept === text.length) return 'more';
      return this.#plain(text.slice(0, text.length - kept));
    }
    const before = spaced ? at - 1 : at;
    if (before > 0) return this.#plain(text.slice(0, before));
    return this.#readSpecial(text, isEnd) ?? this.#plain(text.slice(0, at + 1));
  }

  #readSpecial(text: string, isEnd: boolean): Read {
    const start = text[0] === ' ' ? 1 : 0;
    const first = text[start]!;
    if (first === '\n') return this.#readNewline(text, isEnd);
    if (first === '`') return this.#readCode(text, isEnd);
    if (first === '<') return this.#readAutolink(text, isEnd);
    if (first === '\\') return this.#readEscape(text, isEnd);
    if (first === '!') return this.#readImage(text, isEnd);
    if (openers.includes(first)) return this.#readBracket(text, start, isEnd);
    return this.#readAddress(text, isEnd);
  }

  #readNewline(text: string, isEnd: boolean): Read {
    if (!this.#isInner && this.#said) {
      const closing = this.#rules.closing(text, isEnd);
      if (closing === 'more') return 'more';
      if (closing) return { length: text.length, out: closing.marks && ` ${closing.marks}` };
    }
    this.#lineStart = !this.#isInner;
    // Each newline of empty lines would be answered the same.
    return keep(text, /^\n(?:\s*\n)?/.exec(text)![0].length);
  }

  /** A fence, or the definition of a link: what those lead to is written nowhere else, and not known. */
  #readLineStart(text: string, isEnd: boolean): Read {
    const { line, isWhole } = firstLine(text, isEnd);
    const opened = fenceAt(line, isWhole);
    const defines = isDefinition(line, isWhole);
    if (opened === 'more' || defines === 'more') return 'more';
    this.#fence = opened;
    if (opened) return keep(text, line.length);
    return defines ? { length: line.length, out: '' } : null;
  }

  #readFenced(open: Fence, isEnd: boolean): Token | 'more' {
    const text = this.#held;
    const { line, isWhole } = firstLine(text, isEnd);
    if (text.startsWith('\n')) {
      if (this.#lineStart && open.quoted) this.#fence = null;
      this.#lineStart = true;
      return keep(text, 1);
    }
    if (!this.#lineStart) return keep(text, line.length);
    const place = placeOf(line, open, isWhole);
    if (place === 'more') return 'more';
    if (place !== 'inside') this.#fence = null;
    if (place === 'outside') return { length: 0, out: `${open.end}\n` };
    this.#lineStart = false;
    return keep(text, line.length);
  }

  /** Inline code, on one line. */
  #readCode(text: string, isEnd: boolean): Read {
    const length = codeLength(text, 0, isEnd);
    if (length === 'more') return 'more';
    if (length === null) {
      const ticks = /^`+/.exec(text)![0];
      return { length: ticks.length, out: '\\`'.repeat(ticks.length) };
    }
    const code = text.slice(0, length);
    // A row of a table is cut at `|` before its code is looked for.
    const hides = code.includes('|') && special.test(code.replaceAll('`', ''));
    const glued = glues(this.#line) ? ' ' : '';
    return { length, out: glued + (hides ? code.replaceAll('|', '\\|') : code) };
  }

  #readEscape(text: string, isEnd: boolean): Read {
    if (text.length < 2) return isEnd ? null : 'more';
    if (text[1] !== '[') return /^\\[!-/:-@[-`{-~]/.test(text) ? keep(text, 2) : null;
    const mark = /^\\\[([^\]\\\n]{1,60})\\?\]/.exec(text);
    if (!mark) {
      const undecided = /^\\\[[^\]\\\n]{0,60}\\?$/.test(text);
      return undecided && !isEnd ? 'more' : keep(text, 2);
    }
    const numbers = parseMark(mark[1]!);
    return numbers ? { length: mark[0].length, out: this.#rules.cite(numbers) } : keep(text, 2);
  }

  /** `<https://…>`; anything else with a `<` is text. */
  #readAutolink(text: string, isEnd: boolean): Read {
    const found = autolinkAt(text, isEnd);
    if (found === null || found === 'more') return found;
    const length = found.address.length + 2;
    if (this.#rules.isKnown(found.address)) return keep(text, length);
    return { length, out: this.#asText(found.address, '') };
  }

  #readAddress(text: string, isEnd: boolean): Read {
    if (/^w/i.test(text) && /[\p{L}\p{N}]$/u.test(this.#line)) return null;
    const found = addressAt(text, isEnd);
    if (found === null || found === 'more') return found;
    const { length } = found.address;
    if (this.#rules.isKnown(found.address)) return keep(text, length);
    return { length, out: this.#asText(found.address, text[length] ?? '') };
  }

  /** In code no renderer makes a link of it. */
  #asText(found: string, next: string): string {
    const safe = found.replaceAll('`', '');
    return `${/[`\\]$/.test(this.#line) || glues(this.#line) ? ' ' : ''}\`${safe}\`${next === '`' ? ' ' : ''}`;
  }

  /** Pictures may tell who looks at them: https://owasp.org/www-project-top-10-for-large-language-model-applications/ */
  #readImage(text: string, isEnd: boolean): Read {
    const close = closeOf(text, 1, isEnd);
    if (close === 'more') return 'more';
    if (close === null) return null;
    const link = linkAt(text, close + 1, isEnd);
    if (link === 'more') return 'more';
    if (!link) return null;
    return { length: close + 1 + link.length, out: this.#inner(text.slice(2, close)) };
  }

  #readBracket(text: string, start: number, isEnd: boolean): Read {
    const close = closeOf(text, start, isEnd);
    if (close === 'more') return 'more';
    if (close === null) return keep(text, start + 1);
    const label = text.slice(start + 1, close);
    const numbers = parseMark(label);
    const isSquare = text[start] === '[';
    const link = isSquare ? linkAt(text, close + 1, isEnd) : null;
    if (link === 'more') return 'more';
    if (numbers) return this.#readMarks(text, start, isEnd);
    if (!link) return keep(text, start + 1);
    const length = close + 1 + link.length;
    const before = text.slice(0, start);
    const inner = this.#inner(label);
    if (!this.#rules.isKnown(link.address)) return { length, out: before + inner };
    return { length, out: `${before}[${inner}]${text.slice(close + 1, length)}` };
  }

  /** Marks side by side are one. */
  #readMarks(text: string, start: number, isEnd: boolean): Read {
    const numbers: number[] = [];
    let end = start;
    for (let at = start; ;) {
      if (at === text.length) {
        if (!isEnd) return 'more';
        break;
      }
      const close = openers.includes(text[at]!) ? closeOf(text, at, isEnd) : null;
      if (close === 'more') return 'more';
      const cited = close === null ? null : parseMark(text.slice(at + 1, close));
      if (close === null || !cited) break;
      numbers.push(...cited);
      const link = text[at] === '[' ? linkAt(text, close + 1, isEnd) : null;
      if (link === 'more') return 'more';
      end = close + 1 + (link?.length ?? 0);
      at = end + betweenMarks.exec(text.slice(end))![0].length;
    }
    const marks = this.#rules.cite(numbers);
    return { length: end, out: marks && text.slice(0, start) + marks };
  }

  #inner(label: string): string {
    const inner = new AnswerText(this.#rules, true);
    return inner.push(label) + inner.end();
  }
}

const keep = (text: string, length: number): Token => ({ length, out: text.slice(0, length) });

const afterNewline = (text: string) => text.slice(text.lastIndexOf('\n') + 1);

function firstLine(text: string, isEnd: boolean): { line: string; isWhole: boolean } {
  const end = text.indexOf('\n');
  return end < 0 ? { line: text, isWhole: isEnd } : { line: text.slice(0, end), isWhole: true };
}
