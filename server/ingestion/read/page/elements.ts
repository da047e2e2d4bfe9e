import { type ChildNode, type Element, isTag, type ParentNode, isText } from 'domhandler';
import { partsOfAll } from '../../../language/languages.ts';
import { words } from '../blocks.ts';
import { type Piece, isCart, neighboursOf, shortText } from '../html.ts';

/** Names of visitors' comments, which are often longer than the page itself. */
const discussion = words(
  'comment comments commentlist commentbox disqus respond replies fbcomments',
);

/** Names of the frame that all pages of a site share. */
const frame =
  words(`breadcrumb breadcrumbs colophon consent cookie cookies footer gdpr lightbox login
  masthead menu modal nav navbar navbox navigation overlay popup sidebar sitefooter siteheader skip
  toolbar topbar`);

/** Names of parts around a text. */
const around = words(`
  ad ads adv adbox adcontainer adsbygoogle adsense adslot adunit adwrapper advert adverts advertise
  advertisement advertisements advertising advertorial dfp gpt nativo outbrain revcontent
  sponsor sponsored sponsors taboola teads zergnet
  cta donate donation donations house optin paywall promo promobox promos promoted promotion upsell
  author authorbio authorbox authors bio byline bylines contributor dateline timestamp posted postmeta
  meta caption captions credit credits cutline attribution copyright disclaimer endnote kicker
  catlinks editsection keywords metadata printfooter tag taglist tags topics
  banner breaking headlines next pager pagination prev previous rail ticker toc tools
  carousel gallery slideshow tooltip
  follow mailchimp mc4wp newsletter newsletters share sharebar sharebox sharebuttons sharedaddy sharer
  shares sharing sharethis addthis addtoany signup social socials socialshare subscribe subscriber
  subscribers subscription facebook twitter whatsapp pinterest
  latest more moreon onward popular readalso readmore recirc recirculation recommendation
  recommendations recommended related relatedarticles relatedcontent relatednews relatedpost
  relatedposts similar suggested suggestions teaser teasers trending yarpp
  feedback helpful poll quiz rating ratings survey vote noprint`);

/** Things whose `meta` are facts, such as a product's number and an event's hours; a post's are its byline. */
const things = words('product event events organizer venue');

/** Names of lines that name a post's terms. */
const terms = words('posted_in tagged_as cat-links tags-links wp-block-post-terms');

/** Names of boxes that belong to the text. */
const notes = words('admonition callout important info note notice tip warning');

/** Names of what a shop says to one visitor, such as that the cart is empty. */
const notices = words(
  'cart-empty return-to-shop woocommerce-info woocommerce-message woocommerce-error',
);

/** Names of texts that are shown on demand, and of those for screen readers only. */
const onDemand = words('tooltip tooltiptext dropdown-menu');
const unseen = words('sr-only screen-reader-text visually-hidden visuallyhidden');

/** Names of dialogues about cookies and of the programs that show them. */
const consent =
  words(`borlabscookiebox cmp cmplz-cookiebanner cookie-banner cookie-consent cookie-law-info-bar
  cookie-notice cookie-popup cookie-wall cookiebanner cookieconsent cookienotice cky-consent-container
  cc-window cybotcookiebotdialog didomi-host didomi-popup fc-consent-root gdpr-banner iubenda-cs-banner
  klaro moove_gdpr_cookie_info_bar onetrust-consent-sdk osano-cm-window qc-cmp2-container
  termly-consent-banner truste_overlay usercentrics-root`);

/** Whether a name is one of these, or of those that sites in other languages use. */
const isOneOf = (part: 'discussion' | 'around', names: ReadonlySet<string>, name: string) =>
  names.has(name) || partsOfAll(part).includes(name);

const roles =
  words(`alertdialog banner complementary contentinfo dialog menu menubar navigation search
  toolbar`);

/** Elements that are never boilerplate by their names. */
const neutral = words('html body main h1 table tbody thead tr td th pre blockquote');

/** Names of the standfirst, a summary beside the headline. */
const standfirst =
  words(`dek deck headline standfirst strapline subhead subheading subheadline subtitle
  tagline`);

const namesOf = ({ attribs }: Element) =>
  `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.split(/\s+/).filter((name) => name !== '');

/** `articleShare_box` → `article`, `share`, `box`. */
export const partsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** WordPress puts a post's terms into its classes, and a term may have any name. */
export const isPost = ({ attribs }: Element) =>
  /(^|\s)(hentry|type-(post|page|product)|status-publish)(\s|$)/.test(attribs['class'] ?? '');

export type Boilerplate = 'frame' | 'around' | 'discussion';

/**
 * Classifies an element by its name and classes: part of the site's frame, around the text, or visitors'
 * comments. The names may mislead, so callers also look at the content.
 */
export function boilerplateKind(element: Element): Boilerplate | null {
  if (neutral.has(element.name) || isPost(element)) return null;
  // "has-sidebar" is a class of the element beside the sidebar.
  const names = namesOf(element).filter((name) => !/^(has|no|with|without|is)-/.test(name));
  const all = names.flatMap(partsOf);
  const parts = all.some((part) => things.has(part)) ? all.filter((part) => part !== 'meta') : all;
  if (parts.some((part) => isOneOf('discussion', discussion, part))) return 'discussion';
  if (parts.some((part) => notes.has(part))) return null;
  // WordPress' class of boxes in a sidebar; page builders use longer names for all their elements.
  if (names.some((name) => /^widget([-_](area|\w[^\W_]*_\w+))?$/.test(name))) return 'frame';
  if (isCart(element)) return null;
  if (/^(aside|footer|form)$/.test(element.name) || parts.some((part) => frame.has(part))) {
    return 'frame';
  }
  return parts.some((part) => isOneOf('around', around, part)) ? 'around' : null;
}

/** Whether an element beside a text for screen readers shows the same to others, such as two prices. */
const isShownTwin = (node: ChildNode | null) =>
  node !== null &&
  isTag(node) &&
  node.attribs['aria-hidden'] === 'true' &&
  /[\p{L}\p{N}]/u.test(shortText([node]) ?? '');

/** Whether an element is for screen readers only. */
export const isUnseen = (element: Element) =>
  namesOf(element).some((name) => unseen.has(name)) && !neighboursOf(element).some(isShownTwin);

/** Whether an element is shown only when the visitor points at something, or to screen readers only. */
export const isOnDemand = (element: Element) =>
  isUnseen(element) ||
  namesOf(element).some(
    (name) => onDemand.has(name) || /popover|rollover|hovercard|flyout/i.test(name),
  );

/** Whether an element names a post's terms, of which WordPress tells itself. */
export const isTerms = (element: Element) => namesOf(element).some((name) => terms.has(name));

export const isNotice = (element: Element) => namesOf(element).some((name) => notices.has(name));

/** Whether an element asks for consent to cookies. */
export const isConsent = (element: Element) =>
  !neutral.has(element.name) && namesOf(element).some((name) => consent.has(name.toLowerCase()));

/** Whether an element's role excludes it from the text. */
export const hasRoleAround = ({ attribs }: Element) => roles.has(attribs['role'] ?? '');

export const isStandfirst = (element: Element) =>
  namesOf(element).some(
    (name) => /sub-(head|title)/i.test(name) || partsOf(name).some((part) => standfirst.has(part)),
  );

/** Whether an element may contain the headline and the lines about the text. */
export const isHead = ({ name, attribs }: Element) =>
  name === 'header' || /header|heading|headline|title/i.test(attribs['class'] ?? '');

/** Recognises frameworks' classes; `d-none d-md-block` hides on some screens only. */
const isHiddenByClass = (names: string) =>
  /(^|\s)(hide|hidden|d-none|invisible)(\s|$)/.test(names) &&
  !/(^|[\s-])(xs|sm|md|lg|xl)[-:]/.test(names);

/** Whether an element is a part of an accordion, which visitors unfold. */
const isFolded = (names: string) => /accordion|collaps|toggle/i.test(names);

/** Controls of a page, and what they open: tabs, accordions, dialogues. */
export interface Controls {
  opened: ReadonlySet<Element>;
  /** Words of tabs and buttons by what they open. */
  labels: ReadonlyMap<Element, string>;
  /** Tabs and buttons that are told above what they open. */
  handles: ReadonlySet<Element>;
}

/** Whether an element is hidden, or is told elsewhere as the label of what it opens. */
export function isHidden(element: Element, { opened, handles }: Controls): boolean {
  const { attribs } = element;
  if (handles.has(element)) return true;
  if (opened.has(element) || attribs['role'] === 'tabpanel') return false;
  if (isFolded(attribs['class'] ?? '')) return false;
  return (
    ('hidden' in attribs && attribs['hidden'] !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    /display:\s*none|visibility:\s*hidden/i.test(attribs['style'] ?? '') ||
    isHiddenByClass(attribs['class'] ?? '')
  );
}

const bodyNames = /(^|[\s_-])(article|entry|post|story)[-_]*(body|content|copy|text)($|[\s_-])/i;

/** Whether an element is marked as the body of a text. */
export const isBody = ({ attribs }: Element) =>
  /articlebody/i.test(attribs['itemprop'] ?? '') ||
  bodyNames.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`);

export const isMain = ({ name, attribs }: Element) =>
  /^(main|article)$/.test(name) || /^(main|article)$/.test(attribs['role'] ?? '');

/** A piece with its weight. */
export interface Part {
  piece: Piece;
  /** Characters; those of East Asian scripts, in which words are shorter, count 2.5 times. */
  weight: number;
  /** A sentence or more that is not mostly links. */
  prose: boolean;
}

/** Content of an element and its descendants. */
export interface Sums {
  weight: number;
  linked: number;
  /** Weight of the prose without its links. */
  prose: number;
  /** Prose of the descendant that is marked as the body of the text. */
  body: number;
  /** Whether it contains the headline. */
  titled: boolean;
  images: number;
  /** Paragraphs, headings, items, cells, quotations and code. */
  blocks: number;
  quotes: number;
  /** Tables and code. */
  data: number;
  /** Headings that are links, as in teasers of other pages. */
  linkedHeadings: number;
}

/** Sums of every element; those of the page under null. */
export type Measured = ReadonlyMap<Element | null, Sums>;

const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

export const childElements = (node: ParentNode): Element[] => node.children.filter(isTag);

/** Visits elements from the outside in, skipping the content of those for which `visit` returns true. */
export function walk(root: ParentNode, visit: (element: Element) => boolean): void {
  for (const element of childElements(root)) if (!visit(element)) walk(element, visit);
}

const plainWeight = ({ piece, weight }: Part) => Math.max(0, weight - piece.linked);

export function weigh(piece: Piece): Part {
  const { text } = piece.block;
  const weight = text.length + 1.5 * (text.match(wide)?.length ?? 0);
  const prose = weight - piece.linked >= 60 && piece.linked < text.length / 2;
  return { piece, weight, prose: prose && piece.block.kind !== 'heading' };
}

export const weightOf = (parts: readonly Part[]) =>
  parts.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the weight without links. */
export const plainWeightOf = (parts: readonly Part[]) =>
  parts.reduce((sum, part) => sum + plainWeight(part), 0);

export const proseOf = (parts: readonly Part[]) =>
  parts.reduce((sum, part) => sum + (part.prose ? plainWeight(part) : 0), 0);

/** Sums up the parts of each element. @param title the headline's element */
export function measure(
  root: ParentNode,
  own: ReadonlyMap<Element | null, Part[]>,
  title: Element | null = null,
): Measured {
  const all = new Map<Element | null, Sums>();

  function sum(node: ParentNode, element: Element | null): Sums {
    const parts = own.get(element) ?? [];
    const name = element?.name ?? '';
    const heading = /^h[1-6]$/.test(name);
    const sums: Sums = {
      weight: weightOf(parts),
      linked: parts.reduce((total, { piece }) => total + piece.linked, 0),
      prose: proseOf(parts),
      body: 0,
      titled: element !== null && element === title,
      images: /^(img|picture|amp-img)$/.test(name) ? 1 : 0,
      blocks: heading || /^(p|li|td|pre|blockquote)$/.test(name) ? 1 : 0,
      quotes: name === 'blockquote' ? 1 : 0,
      data: name === 'table' || name === 'pre' ? 1 : 0,
      linkedHeadings: 0,
    };
    for (const child of childElements(node)) {
      const inner = sum(child, child);
      sums.weight += inner.weight;
      sums.linked += inner.linked;
      sums.prose += inner.prose;
      sums.images += inner.images;
      sums.blocks += inner.blocks;
      sums.quotes += inner.quotes;
      sums.data += inner.data;
      sums.linkedHeadings += inner.linkedHeadings;
      sums.body = Math.max(sums.body, inner.body);
      sums.titled ||= inner.titled;
      if (name === 'a' && /^h[1-6]$/.test(child.name)) sums.linkedHeadings++;
    }
    if (heading && !sums.titled && sums.weight > 12 && sums.linked > sums.weight * 0.6) {
      sums.linkedHeadings = 1;
    }
    if (element && isBody(element)) sums.body = Math.max(sums.body, sums.prose);
    all.set(element, sums);
    return sums;
  }

  sum(root, null);
  return all;
}

/** Characters; cells of data are shorter. */
const maxDataCell = 500;

/** Whether a table arranges a page: it has structured or long cells and no header cells. */
export function isLayout(table: Element): boolean {
  if (/^(none|presentation)$/.test(table.attribs['role'] ?? '')) return true;
  let arranges = false;
  let hasNames = false;
  const length = (element: Element): number => {
    if (element.name === 'th') hasNames = true;
    if (/^(h[1-6]|table|pre|article|section)$/.test(element.name)) arranges = true;
    let sum = 0;
    for (const child of element.children) if (isText(child)) sum += child.data.trim().length;
    for (const child of childElements(element)) if (!arranges && !hasNames) sum += length(child);
    if (element.name === 'td' && sum > maxDataCell) arranges = true;
    return sum;
  };
  childElements(table).forEach(length);
  return arranges && !hasNames;
}
