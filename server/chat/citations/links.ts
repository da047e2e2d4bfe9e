import { withoutSlash } from '../../net/without-slash.ts';
import type { Token } from '../../../widget/parse-markdown.ts';
import { MarkdownStream } from './markdown-stream.ts';

/** Addresses as the widget finds them, and domains without a scheme. */
const addresses =
  /(?:https?:\/\/|www\.)(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60])+|(?<![\p{L}\p{N}-])(?<![\p{L}\p{N}-]\.)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60]*)?/giu;
/** At least six digits: shorter numbers are prices and years. */
const phones = /(?<![\d+])\+?\d(?:[ ()/.–-]{0,3}\d){5,14}(?!\d)/g;
const mails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu;

const trailingMarks = /(?<![.,;:!?_~*'")\]}])[.,;:!?_~*'")\]}]+$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the digits of a telephone number, without the zero that is only dialled within its country. */
const digitsOf = (number: string) =>
  number.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');

/** Normalises an address: host without `www.`, decoded path, query. Null if invalid or with credentials. */
function keyOf(address: string, base?: string): string | null {
  const url = URL.parse(address, base);
  if (!url || url.username || url.password) return null;
  if (url.protocol === 'tel:') return `tel:${digitsOf(decoded(url.pathname))}`;
  if (url.protocol === 'mailto:') return `mailto:${decoded(url.pathname).toLowerCase()}`;
  if (!/^https?:$/.test(url.protocol)) return null;
  const path = withoutSlash(decoded(url.pathname));
  return url.host.replace(/^www\./, '') + path + url.search;
}

const withScheme = (address: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;

/**
 * Addresses that an answer may link: those of its sources, those that the owner wrote, and those of the site's own pages
 * that the model was told. All others are invented, or others want them to be opened.
 */
export class KnownUrls {
  readonly #keys = new Set<string | null>();
  readonly #origins = new Set<string>();
  /** Hosts of the site, without `www.`. */
  readonly #hosts = new Set<string>();

  /** Adds a site's front page; its pages may be linked once the model is told of them. */
  addSite(url: string): void {
    const { origin, host } = URL.parse(url) ?? {};
    if (!host || origin === undefined) return;
    this.#origins.add(origin);
    this.#hosts.add(host.replace(/^www\./, ''));
    this.#keys.add(keyOf(origin));
  }

  addSource(url: string): void {
    this.#keys.add(keyOf(url));
  }

  /** Adds the addresses of the site in a text that others wrote, and mail addresses of its domain. */
  addOwnFrom(text: string): void {
    const found = new KnownUrls();
    found.addFrom(text);
    // A number can be called in any case: the text shows it.
    for (const key of found.#keys) {
      if (key?.startsWith('tel:') || (key !== null && this.#isOwn(key))) this.#keys.add(key);
    }
  }

  #isOwn(key: string): boolean {
    const host = /^(?:mailto:.*@)?([^/?]*)/.exec(key)?.[1] ?? '';
    return [...this.#hosts].some((own) => host === own || host.endsWith(`.${own}`));
  }

  /** Adds every address in `text`: prose, HTML or JSON. */
  addFrom(text: string): void {
    const plain = text.replaceAll('\\/', '/').replaceAll('&amp;', '&');
    for (const [found] of plain.matchAll(addresses)) {
      this.#keys.add(keyOf(withScheme(found)));
      this.#keys.add(keyOf(withScheme(found.replace(trailingMarks, ''))));
    }
    for (const [number] of plain.matchAll(phones)) this.#keys.add(`tel:${digitsOf(number)}`);
    for (const [mail] of plain.matchAll(mails)) this.#keys.add(`mailto:${mail.toLowerCase()}`);
  }

  /** @param address May lack a scheme, or be relative to a source. Its fragment is ignored. */
  has(address: string): boolean {
    const isKnown = (key: string | null) => key !== null && this.#keys.has(key);
    if (/^www\./i.test(address)) return isKnown(keyOf(withScheme(address)));
    if (address === '' || address.startsWith('#')) return false;
    const key = keyOf(address);
    if (isKnown(key)) return true;
    // A text may leave out the code of its country.
    if (key?.startsWith('tel:'))
      return [1, 2, 3].some((code) => isKnown(`tel:${key.slice(4 + code)}`));
    return [...this.#origins].some((origin) => isKnown(keyOf(address, origin)));
  }
}

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
