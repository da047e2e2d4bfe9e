import type { Token } from '../../../widget/parse-markdown.ts';
import { MarkdownStream } from './markdown-stream.ts';

type Link = Extract<Token, { kind: 'link' }>;

const special = /\\|`|!?\[|<?https?:\/\/|\n/i;
/** The end of a text that makes an address of what is written behind it. */
const openAddress = /h(?:t(?:t(?:ps?(?::\/{0,2})?)?)?)?$/i;

/**
 * Lets no link through that is not known: of others the label stays, of a bare address its text, and of a picture its
 * description, since loading one may send what its address says to another server. It comes last: nothing of its text
 * is removed or joined any more.
 */
export class LinkFilter extends MarkdownStream {
  readonly #isKnown: (address: string) => boolean;
  /** Whether a bare address was written last. */
  #isAddress = false;

  constructor(isKnown: (address: string) => boolean, isLabel = false) {
    super(special, isLabel);
    this.#isKnown = isKnown;
  }

  protected take(token: Token): void {
    const { kind, raw } = token;
    const { length } = raw;
    const isAddress = this.#isAddress;
    this.#isAddress = false;
    if (kind === 'code') this.#writeCode(length, raw);
    else if (kind === 'link') this.#takeLink(token, isAddress);
    else if (kind !== 'text' || raw !== token.text) this.write(length);
    else if (raw.startsWith('`')) this.write(length, '\\`'.repeat(length));
    else {
      // A label and parentheses that were no link do not become one.
      const leads = raw.startsWith('(') && this.tail.endsWith(']');
      this.write(length, (leads ? '\\' : '') + raw.replaceAll('](', ']\\('));
    }
  }

  #takeLink({ raw, address, label }: Link, isAfterAddress: boolean): void {
    const isLabelled = /^!?\[/.test(raw);
    if (!raw.startsWith('!') && this.#isKnown(address)) {
      const text = new LinkFilter(this.#isKnown, true);
      const target = raw.slice(label.length + 2);
      const link = isLabelled ? `[${text.push(label) + text.end()}]${target}` : raw;
      this.write(raw.length, link);
      this.#isAddress = !isLabelled;
    } else if (isLabelled) {
      // It is read again: with what follows it may be another link.
      if (isAfterAddress || openAddress.test(this.tail)) this.write(0, ' ');
      this.held = label + this.held.slice(raw.length);
    } else this.#writeCode(raw.length, `\`${address}\``);
  }

  /** Backticks must not join others, or be escaped. */
  #writeCode(length: number, code: string): void {
    this.write(length, /[`\\]$/.test(this.tail) ? ` ${code}` : code);
  }
}
