import { withoutSlash } from '../../net/without-slash.ts';

/** As the widget finds addresses in text; what looks like a domain, too. */
const addresses =
  /(?:https?:\/\/|www\.)(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60])+|(?<![\p{L}\p{N}-])(?<![\p{L}\p{N}-]\.)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60]*)?/giu;
const mails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu;

const trailingMarks = /(?<![.,;:!?_~*'")\]}])[.,;:!?_~*'")\]}]+$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What addresses of one page have in common; null for what is no address, or one that says who asks. */
function keyOf(address: string, base?: string): string | null {
  const url = URL.parse(address, base);
  if (!url || url.username || url.password) return null;
  if (url.protocol === 'mailto:') return `mailto:${decoded(url.pathname).toLowerCase()}`;
  if (!/^https?:$/.test(url.protocol)) return null;
  const path = withoutSlash(decoded(url.pathname));
  return url.host.replace(/^www\./, '') + path + url.search;
}

const withScheme = (address: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;

/** Addresses that were said to a model, so that those it invents are told apart. */
export class KnownUrls {
  readonly #keys = new Set<string | null>();
  readonly #origins = new Set<string>();

  /** A source's own address. Its site's front page is known with it. */
  addSource(url: string): void {
    const { origin } = URL.parse(url) ?? {};
    if (origin === undefined || origin === 'null') return;
    this.#origins.add(origin);
    this.#keys.add(keyOf(url)).add(keyOf(origin));
  }

  /** Every address in `text`, be it prose, HTML or JSON. */
  addFrom(text: string): void {
    const plain = text.replaceAll('\\/', '/').replaceAll('&amp;', '&');
    for (const [found] of plain.matchAll(addresses)) {
      this.#keys.add(keyOf(withScheme(found)));
      this.#keys.add(keyOf(withScheme(found.replace(trailingMarks, ''))));
    }
    for (const [mail] of plain.matchAll(mails)) this.#keys.add(`mailto:${mail.toLowerCase()}`);
  }

  /** @param address Also without scheme, or relative to a source. The place on its page does not matter. */
  has(address: string): boolean {
    const isKnown = (key: string | null) => key !== null && this.#keys.has(key);
    if (/^www\./i.test(address)) return isKnown(keyOf(withScheme(address)));
    if (address === '' || address.startsWith('#')) return false;
    if (isKnown(keyOf(address))) return true;
    return [...this.#origins].some((origin) => isKnown(keyOf(address, origin)));
  }
}
