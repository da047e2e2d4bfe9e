import { isTag, type Element, type ParentNode } from 'domhandler';
import { languageIn } from '../../language/languages.ts';
import { languageTag, rowText, type Block, type Loaded } from './blocks.ts';
import type { SitePage } from './site-page.ts';
import { parseHtml, readPieces, type Piece } from './html.ts';
import { find } from './page.ts';
import { isAside, isListHead, readingOf, withoutTeasers } from './page/article.ts';
import { findControls } from './page/controls.ts';
import {
  boilerplateKind,
  isConsent,
  isHidden,
  isOnDemand,
  isTerms,
  weigh,
} from './page/elements.ts';
import { sharedCard } from './shared-card.ts';
import { StructuredData } from './page/structured-data.ts';

/** Pages of a language from which on lines that they share are those of their templates. */
const minPages = 3;
const minShare = 0.6;

type Words = ReturnType<typeof languageIn>['facts'];

interface ReadPage {
  root: ParentNode;
  language: string;
  pieces: Piece[];
  data: StructuredData;
}

/** Reads all that a page shows, its header and footer, too. */
function readPage({ html }: SitePage): ReadPage {
  const root = parseHtml(html);
  const language = languageTag(find(root).language);
  const controls = findControls(root);
  const pieces = readPieces(root, {
    ...readingOf(root),
    // Unlike in a text, headers and footers count.
    leavesOut: (element) =>
      element.name === 'form' ||
      boilerplateKind(element) === 'discussion' ||
      isOnDemand(element) ||
      isConsent(element) ||
      isTerms(element) ||
      /^(?:alertdialog|dialog|search)$/.test(element.attribs['role'] ?? '') ||
      isHidden(element, controls),
    labels: controls.labels,
  });
  return {
    ...{ root, language, pieces: withoutTeasers(root, pieces) },
    data: new StructuredData(root, language),
  };
}

/** Returns the lines that most pages have. */
function sharedLines(pages: readonly ReadPage[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { pieces } of pages) {
    for (const line of new Set(pieces.map(({ block }) => block.text))) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  const shared = [...counts].filter(([, count]) => count >= minShare * pages.length);
  return new Set(shared.map(([line]) => line));
}

const contact = /@|\d(?:[\s()/.-]*\d){5}/;
const year = /\b(?:19|20)\d\d\b/g;

/** Names a number and a mail address that stand alone, beside icons, as a visitor does who asks for them. */
function named(text: string, { phone, email }: Words): string {
  const signs = text.split(/\s+/);
  const address = signs.find((sign) => sign.includes('@')) ?? '';
  const others = signs.filter((sign) => sign !== address);
  if (others.some((sign) => /\p{L}/u.test(sign))) return text;
  const number = others.filter((sign) => /\d/.test(sign)).join(' ');
  if (address !== '' && number === '') return rowText([address], [email]);
  if (!contact.test(number.replaceAll(year, ''))) return text;
  return rowText([number, address], [phone, email]);
}

/** Whether a line says something, unlike those of menus, forms and copyright. */
function isWorth(piece: Piece): boolean {
  const { text } = piece.block;
  const isLegal = /©|\(c\)|copyright|all rights reserved|powered by/i.test(text);
  if (contact.test(text.replaceAll(year, ''))) return true;
  const isLink = piece.linked > text.length / 2;
  const hasWords = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|[^\0-\u024f]{4}/u.test(text);
  return !isLegal && !isLink && hasWords && !isAside(weigh(piece));
}

/** Returns the smallest element around two others. */
function around(one: Element | null, other: Element | null): ParentNode | null {
  const above = new Set<ParentNode>();
  for (let node: ParentNode | null = one; node; node = node.parent) above.add(node);
  let node: ParentNode | null = other;
  while (node && !above.has(node)) node = node.parent;
  return node && isTag(node) ? node : null;
}

const isWithin = (element: Element | null, box: ParentNode) => {
  let node: ParentNode | null = element;
  while (node && node !== box) node = node.parent;
  return node !== null;
};

/** Returns the lines worth telling, each below the heading that stands in one element with it. */
function blocksOf(pieces: readonly Piece[], shared: ReadonlySet<string>, words: Words): Block[] {
  const told = new Set<string>();
  const blocks: Block[] = [];
  let heading: Piece | null = null;
  let box: ParentNode | null = null;
  let isOpen = false;
  for (const [at, piece] of pieces.entries()) {
    const { kind, text } = piece.block;
    if (kind === 'heading') {
      heading = shared.has(text) && !isListHead(text) ? piece : null;
      box = around(piece.element, pieces[at + 1]?.element ?? null);
      isOpen = false;
    } else if (shared.has(text) && !told.has(text) && isWorth(piece)) {
      const isBelow = heading !== null && box !== null && isWithin(piece.element, box);
      if (isBelow && !isOpen) blocks.push({ kind: 'heading', level: 2, text: heading!.block.text });
      const line = named(text, words);
      blocks.push(isBelow ? { kind, text: line } : { kind, text: line, level: 2 });
      isOpen = isBelow;
      told.add(text);
    }
  }
  return blocks;
}

/**
 * Loads what the pages of a site share: the contact data of its header and footer, its business for machines.
 * Addresses and hours are told once, in each language of the pages.
 *
 * @param bytes JSON of `SitePage[]`
 */
export function loadSite(bytes: Uint8Array): Loaded {
  const given = JSON.parse(Buffer.from(bytes).toString()) as SitePage[];
  const pages = given.map(readPage);
  const byLanguage = [...Map.groupBy(pages, ({ language }) => language.split('-')[0] ?? '')]
    .filter(([, of]) => of.length >= minPages)
    .toSorted(([, one], [, other]) => other.length - one.length);
  const frame = new Set<string>();
  const business = pages.flatMap(({ data }) => data.business());
  const blocks = [...new Map(business.map((block) => [block.text, block])).values()];
  const cards = pages.map(({ data }) => data.card()).filter((card) => Object.keys(card).length > 0);
  for (const [code, of] of byLanguage) {
    const shared = sharedLines(of);
    for (const line of shared) frame.add(line);
    const most = of.reduce((best, page) =>
      page.pieces.filter(({ block }) => shared.has(block.text)).length >
      best.pieces.filter(({ block }) => shared.has(block.text)).length
        ? page
        : best,
    );
    const found = blocksOf(most.pieces, shared, languageIn(code).facts);
    cards.push(sharedCard(most.root, [...shared], most.language));
    if (byLanguage.length > 1 && found.length > 0 && code !== '') {
      const text = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
      blocks.push({ kind: 'heading', level: 1, text });
    }
    blocks.push(...found);
  }
  const [main] = byLanguage;
  return {
    title: '',
    language: main?.[1][0]?.language ?? pages[0]?.language ?? '',
    blocks,
    frame: [...frame],
    // Facts for machines first, then those of the language that most pages have.
    business: cards.reduceRight((all, card) => ({ ...all, ...card }), {}),
  };
}
