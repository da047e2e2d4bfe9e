import { isText, type ParentNode } from 'domhandler';
import type { FoundBusiness } from '../../../contract/settings.ts';
import { languageIn } from '../../../language/languages.ts';
import { weekdays } from '../../../text/business-card.ts';
import { collapse, languageTag, rowText, type Block } from '../blocks.ts';
import { htmlBlocks } from '../html-blocks.ts';
import { walk } from './elements.ts';

/** Characters of a page's scripts that are read. */
const maxScript = 1_000_000;
/** Objects that are looked at, and levels of them. */
const maxNodes = 5000;
const maxDepth = 20;
/** Things of a page that are told, such as its events, and parts of a thing, such as its variations. */
const maxThings = 20;
const maxParts = 100;
/** Characters of a value, and of a longer text such as an answer. */
const maxValue = 300;
const maxText = 10_000;
/** Characters of a value of the business card. */
const maxCardValue = 200;

type Json = string | number | boolean | null | Json[] | Node;
interface Node {
  [key: string]: Json | undefined;
}
type Row = readonly [name: string, value: string];

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: Json | undefined): Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const nodesOf = (value: Json | undefined): Node[] =>
  listOf(value).filter(isNode).slice(0, maxParts);

/** Returns a name of the vocabulary without its address: `https://schema.org/InStock` → `InStock`. */
const term = (value: Json | undefined) =>
  typeof value === 'string' ? value.split(/[/#:]/).at(-1)! : '';
const typesOf = (node: Node) => listOf(node['@type']).map(term);
const is = (node: Node, ...types: string[]) => typesOf(node).some((type) => types.includes(type));

/** Returns the blocks of a text, in which there may be HTML. */
function blocksOf(value: Json | undefined): Block[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const given = text.slice(0, maxText);
  if (/[<&]/.test(given)) return htmlBlocks(given);
  return collapse(given) === '' ? [] : [{ kind: 'paragraph', text: collapse(given) }];
}

/** Returns a value on one line. Of an object, it is the name. */
function textOf(value: Json | undefined): string {
  const [first] = listOf(value);
  if (isNode(first)) return textOf(first['name'] ?? first['@value']);
  return blocksOf(first)
    .map(({ text }) => collapse(text))
    .join(' ')
    .slice(0, maxValue);
}

const isFlat = (value: Json, levels = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isFlat(each ?? null, levels - 1)));

/** Parses a script, also one with line breaks in its strings, or in a comment. */
function parse(script: string): Json {
  const [inner = ''] = script.replace(/^\s*(?:<!--|(?:\/\/\s*)?<!\[CDATA\[)/, '').split(']]>');
  const json = inner.slice(0, Math.max(inner.lastIndexOf('}'), inner.lastIndexOf(']')) + 1);
  try {
    // eslint-disable-next-line no-control-regex -- they are not allowed in JSON
    const value = JSON.parse(json.replaceAll(/[\u0000-\u001f]/g, ' ')) as Json;
    return isFlat(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns what a page's scripts describe. */
function scriptsOf(root: ParentNode): Json[] {
  const found: Json[] = [];
  let length = 0;
  walk(root, ({ name, attribs, children }) => {
    if (name !== 'script' || !/^\s*application\/ld\+json/i.test(attribs['type'] ?? ''))
      return false;
    const script = children.map((child) => (isText(child) ? child.data : '')).join('');
    length += script.length;
    if (length <= maxScript) found.push(parse(script));
    return true;
  });
  return found;
}

/** Days by their names in the vocabulary, from the 1st of January 2024, a Monday. */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayAt = (name: string) => days.findIndex((day) => name !== '' && day.startsWith(name));

/** Returns the indices of days such as `Mo-We,Fr`. */
function daysIn(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [from = -1, to = from] = range.split('-').map((name) => dayAt(name.trim()));
    if (from < 0 || to < 0) return [];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
  });
}

const clock = (time: string) => /(?:^|T)(\d{1,2}:\d\d)/.exec(time)?.[1] ?? '';

/** Reads what a page says for machines, as JSON-LD with the vocabulary of schema.org, in the words of its language. */
export class StructuredData {
  readonly #language: string;
  readonly #words: ReturnType<typeof languageIn>['facts'];
  /** Things that the page describes, without those within others. */
  readonly #things: Node[] = [];
  readonly #byId = new Map<string, Node>();

  /** @param language BCP 47; may be empty */
  constructor(root: ParentNode, language: string) {
    this.#language = languageTag(language.split('-').slice(0, 2).join('-')) || 'en';
    this.#words = languageIn(this.#language.split('-')[0]!).facts;
    let count = 0;
    const collect = (value: Json | undefined): void => {
      for (const node of listOf(value)) {
        if (Array.isArray(node)) collect(node);
        if (!isNode(node) || ++count > maxNodes) continue;
        if (typeof node['@id'] === 'string' && node['@type']) this.#byId.set(node['@id'], node);
        if (node['@type']) this.#things.push(node);
        collect(node['@graph']);
        if (!is(node, 'FAQPage')) collect(node['mainEntity']);
      }
    };
    for (const script of scriptsOf(root)) collect(script);
  }

  /** Whether the page is about one product. */
  get hasProduct(): boolean {
    return this.#of('Product', 'ProductGroup').length === 1;
  }

  #of(...types: string[]): Node[] {
    return this.#things.filter((node) => is(node, ...types)).slice(0, maxThings);
  }

  /** Returns a node, or the one that it refers to. */
  #whole(node: Node): Node {
    const id = node['@id'];
    return (typeof id === 'string' && !node['@type'] && this.#byId.get(id)) || node;
  }

  #parts(value: Json | undefined): Node[] {
    return nodesOf(value).map((node) => this.#whole(node));
  }

  /**
   * Returns facts about what the page is about, and its questions with their answers.
   *
   * @param isTold whether the page's text has a sentence
   * @param of `others`: without products, of which the shop tells itself
   */
  facts(isTold: (text: string) => boolean, of: 'all' | 'others' = 'all'): Block[] {
    const rows = (of: readonly Node[], read: (node: Node) => Row[]) => this.#rows(of, read, isTold);
    // Sidebars announce events of other pages.
    const events = this.#things
      .filter((node) => typesOf(node).some((type) => type.endsWith('Event')))
      .slice(0, maxParts)
      .filter((node) => isTold(textOf(node['name'])));
    const products = of === 'all' ? this.#of('Product', 'ProductGroup') : [];
    return [
      ...rows(products, (node) => this.#product(node)),
      ...rows(events, (node) => this.#event(node)),
      ...rows(this.#of('Course'), (node) => this.#course(node)),
      ...rows(this.#of('JobPosting'), (node) => this.#job(node)),
      ...rows(this.#of('Recipe'), (node) => this.#recipe(node, isTold)),
      ...this.#questions(isTold),
    ];
  }

  /** Returns rows of one thing, or a row for each of several that the text names: others are of a sidebar. */
  #rows(
    things: readonly Node[],
    read: (node: Node) => Row[],
    isTold: (text: string) => boolean,
  ): Block[] {
    if (things.length === 1) {
      const rows = read(things[0]!).filter(([, value]) => value !== '');
      return rows.map((row) => this.#row([row]));
    }
    return things.slice(0, maxThings).flatMap((node) => {
      const name = textOf(node['name']);
      const rows = name !== '' && isTold(name) ? read(node) : [];
      const told = rows.filter(([, value]) => value !== '');
      return told.length > 0 ? [this.#row([[this.#words.name, name], ...told])] : [];
    });
  }

  #row(row: readonly Row[]): Block {
    return {
      kind: 'row',
      text: rowText(
        row.map(([, value]) => value),
        row.map(([name]) => name),
      ),
    };
  }

  #money(value: Json | undefined, currency: Json | undefined): string {
    const text = textOf(value);
    const unit = textOf(currency);
    const amount = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (text === '' || Number.isNaN(amount)) return [text, text && unit].join(' ').trim();
    try {
      return new Intl.NumberFormat(this.#language, { style: 'currency', currency: unit }).format(
        amount,
      );
    } catch {
      return `${text} ${unit}`.trim();
    }
  }

  /** Returns what an offer costs now, and before. */
  #priceRows(offers: readonly Node[]): Row[] {
    const { price, regularPrice } = this.#words;
    const found: Row[] = [];
    for (const offer of offers) {
      const details = [offer, ...this.#parts(offer['priceSpecification'])];
      for (const detail of details) {
        const currency = detail['priceCurrency'] ?? offer['priceCurrency'];
        const isFormer = /^(?:ListPrice|StrikethroughPrice|RegularPrice|SRP|MSRP)$/.test(
          term(detail['priceType']),
        );
        const [low, high] = [
          detail['lowPrice'] ?? detail['minPrice'],
          detail['highPrice'] ?? detail['maxPrice'],
        ].map((each) => this.#money(each, currency));
        const range = low && high && low !== high ? `${low} – ${high}` : low || high || '';
        const value = this.#money(detail['price'], currency) || range;
        found.push([isFormer ? regularPrice : price, value]);
      }
    }
    const isNew = ([name, value]: Row, at: number) =>
      value !== '' && found.findIndex((row) => row[0] === name && row[1] === value) === at;
    return found.filter(isNew);
  }

  #availability(offers: readonly Node[]): Row[] {
    const { availability, inStock, outOfStock, preOrder } = this.#words;
    const words: Record<string, string> = {
      ...{ InStock: inStock, LimitedAvailability: inStock, OnlineOnly: inStock },
      ...{ InStoreOnly: inStock, OutOfStock: outOfStock, SoldOut: outOfStock },
      ...{ Discontinued: outOfStock, PreOrder: preOrder, PreSale: preOrder, BackOrder: preOrder },
    };
    const states = offers.map((offer) => words[term(offer['availability'])] ?? '');
    return [...new Set(states)].map((state) => [availability, state]);
  }

  #numbers(node: Node): Row[] {
    const { sku, gtin } = this.#words;
    const key = ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8', 'isbn'].find((each) => node[each]);
    return [
      [sku, textOf(node['sku'])],
      [gtin, key ? textOf(node[key]) : ''],
    ];
  }

  #product(node: Node): Row[] {
    const { variation } = this.#words;
    const offers = this.#parts(node['offers']);
    const inner = offers.flatMap((offer) => this.#parts(offer['offers']));
    const variants = this.#parts(node['hasVariant']);
    const several = [...(offers.length > 1 ? offers : []), ...inner].slice(0, maxParts);
    const rows = (each: Node, of: readonly Node[]): Row => {
      const name = ['color', 'size', 'material', 'pattern'].map((key) => textOf(each[key]));
      const label = name.filter((value) => value !== '').join(', ') || textOf(each['name']);
      const facts = [...this.#priceRows(of), ...this.#availability(of), ...this.#numbers(each)];
      const told = facts.filter(([, value]) => value !== '');
      return [variation, label && this.#row([['', label], ...told]).text];
    };
    const isOne = several.length === 0;
    return [
      ...this.#priceRows(isOne ? offers : offers.filter((offer) => is(offer, 'AggregateOffer'))),
      ...(isOne ? this.#availability(offers) : []),
      ...this.#numbers(node),
      ...variants.map((each) => rows(each, this.#parts(each['offers']))),
      ...several.map((each) => rows(this.#named(each), [each])),
    ];
  }

  /** Returns what an offer is for; some name it in `itemOffered`. */
  #named(offer: Node): Node {
    const [item] = this.#parts(offer['itemOffered']);
    return item ? { ...offer, ...item } : offer;
  }

  /** Returns a date as it is written at its place, with its time unless that is the day's beginning or end. */
  #date(value: Json | undefined): string {
    const text = textOf(value);
    const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?/.exec(text);
    if (!parts) return text;
    const [year = 0, month = 1, day = 1, hour, minute] = parts
      .slice(1)
      .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
    const time = `${parts[4] ?? '00'}:${parts[5] ?? '00'}`;
    const at = Date.UTC(year, month - 1, day, hour ?? 0, minute ?? 0);
    const timeStyle = time === '00:00' || time === '23:59' ? undefined : 'short';
    return new Intl.DateTimeFormat(this.#language, {
      ...{ dateStyle: 'full', timeZone: 'UTC' },
      ...(timeStyle && { timeStyle }),
    }).format(at);
  }

  #address(value: Json | undefined): string {
    const [node] = this.#parts(value);
    if (!node) return textOf(value);
    const town = [textOf(node['postalCode']), textOf(node['addressLocality'])];
    const parts = [
      textOf(node['streetAddress']),
      town.filter((part) => part !== '').join(' '),
      textOf(node['addressRegion']),
      this.#country(textOf(node['addressCountry'])),
    ];
    return parts.filter((part) => part !== '').join(', ');
  }

  #country(code: string): string {
    if (!/^[A-Z]{2}$/.test(code)) return code;
    return new Intl.DisplayNames(this.#language, { type: 'region' }).of(code) ?? code;
  }

  #place(value: Json | undefined): string {
    const places = this.#parts(value).map((place) => {
      const address = this.#address(place['address'] ?? (place['streetAddress'] ? place : ''));
      return [...new Set([textOf(place['name']), address])]
        .filter((part) => part !== '')
        .join(', ');
    });
    return places.filter((place) => place !== '').join('; ') || textOf(value);
  }

  #event(node: Node): Row[] {
    const { starts, ends, place, availability, cancelled } = this.#words;
    const [start, end] = [this.#date(node['startDate']), this.#date(node['endDate'])];
    const offers = this.#parts(node['offers']);
    return [
      [starts, start],
      [ends, end === start ? '' : end],
      [place, this.#place(node['location'])],
      ...this.#priceRows(offers),
      ...this.#availability(offers),
      [availability, term(node['eventStatus']) === 'EventCancelled' ? cancelled : ''],
    ];
  }

  #course(node: Node): Row[] {
    const { starts, ends, place, provider } = this.#words;
    const times = this.#parts(node['hasCourseInstance']).flatMap((each): Row[] => [
      [starts, this.#date(each['startDate'])],
      [ends, this.#date(each['endDate'])],
      [place, this.#place(each['location'])],
      ...this.#priceRows(this.#parts(each['offers'])),
    ]);
    const by = this.#parts(node['provider']).map((each) => textOf(each['name']))[0];
    return [
      [provider, by ?? textOf(node['provider'])],
      ...times,
      ...this.#priceRows(this.#parts(node['offers'])),
    ];
  }

  #job(node: Node): Row[] {
    const { employment, salary, place, applyBy } = this.#words;
    const pay = this.#parts(node['baseSalary']).flatMap((each) => {
      const [value] = this.#parts(each['value']);
      const of = (amount: Json | undefined) => this.#money(amount, each['currency']);
      const amounts = value
        ? [of(value['value']), of(value['minValue']), of(value['maxValue'])]
        : [of(each['value'])];
      const unit = textOf(value?.['unitText']).toLowerCase();
      const told = amounts.filter((amount) => amount !== '').join(' – ');
      return told && unit ? `${told} / ${unit}` : told;
    });
    const kinds = listOf(node['employmentType']).map((kind) =>
      textOf(kind).toLowerCase().replaceAll('_', ' '),
    );
    return [
      [employment, kinds.join(', ').slice(0, maxValue)],
      [salary, pay[0] ?? ''],
      [place, this.#place(node['jobLocation'])],
      [applyBy, this.#date(node['validThrough'])],
    ];
  }

  /** Returns a duration such as `PT1H30M` in words. */
  #duration(value: Json | undefined): string {
    const text = textOf(value);
    const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(text);
    if (!parts) return text;
    return ['day', 'hour', 'minute']
      .map((unit, at) => [unit, Number(parts[at + 1] ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .map(([unit, count]) =>
        new Intl.NumberFormat(this.#language, {
          ...{ style: 'unit', unit, unitDisplay: 'long' },
        }).format(count),
      )
      .join(' ');
  }

  #recipe(node: Node, isTold: (text: string) => boolean): Row[] {
    const words = this.#words;
    const list = (value: Json | undefined): string[] =>
      listOf(value)
        .slice(0, maxParts)
        .flatMap((each) => {
          if (!isNode(each)) return [textOf(each)];
          return each['itemListElement']
            ? list(each['itemListElement'])
            : [textOf(each['text'] ?? each['name'])];
        });
    const row = (name: string, value: Json | undefined): Row => {
      const texts = list(value)
        .filter((text) => text !== '')
        .slice(0, maxParts);
      return [name, texts.every(isTold) ? '' : texts.join('; ')];
    };
    return [
      [words.preparation, this.#duration(node['prepTime'])],
      [words.cooking, this.#duration(node['cookTime'])],
      [words.totalTime, this.#duration(node['totalTime'])],
      [words.servings, textOf(listOf(node['recipeYield']).at(-1))],
      row(words.ingredients, node['recipeIngredient']),
      row(words.steps, node['recipeInstructions']),
    ];
  }

  #questions(isTold: (text: string) => boolean): Block[] {
    const questions = this.#of('FAQPage').flatMap((page) => this.#parts(page['mainEntity']));
    return questions.slice(0, maxParts).flatMap((question): Block[] => {
      const [answer] = this.#parts(question['acceptedAnswer']);
      const blocks = blocksOf(answer?.['text']).filter(({ kind }) => kind !== 'heading');
      const text = textOf(question['name']);
      if (text === '' || blocks.length === 0) return [];
      if (isTold(blocks.map((block) => block.text).join(' '))) return [];
      return [{ kind: 'heading', level: 3, text }, ...blocks];
    });
  }

  /** Returns the businesses that the page tells of. */
  #businesses(): Node[] {
    const others =
      /^(?:Person|Place|Product|Offer|Review|JobPosting|Course|Recipe|WebPage|WebSite|.*(?:Event|Article|Posting))$/;
    const keys = ['address', 'telephone', 'email', 'contactPoint', 'openingHours'];
    return this.#things
      .filter((node) => !typesOf(node).some((type) => others.test(type)))
      .filter((node) => [...keys, 'openingHoursSpecification'].some((key) => node[key]))
      .slice(0, maxThings);
  }

  /** Returns their names, addresses and hours. */
  business(): Block[] {
    const rows = this.#businesses()
      .flatMap((node) => this.#contacts(node))
      .filter(([, value]) => value !== '')
      .map((row) => this.#row([row]));
    return [...new Map(rows.map((row) => [row.text, row])).values()];
  }

  /** Returns the first of them as its owner's card has it. */
  card(): FoundBusiness {
    const [node] = this.#businesses();
    const rows = node ? this.#contacts(node) : [];
    const { name, address, phone, email, openingHours } = this.#words;
    const labels = Object.entries({ name, address, phone, email });
    const hours = weekdays.map((day, at) => [day, `${openingHours}, ${this.#day(at)}`] as const);
    const found = [...labels, ...hours].flatMap(([key, label]) => {
      const value = rows.find((row) => row[0] === label)?.[1];
      return value ? [[key, value.slice(0, maxCardValue)] as const] : [];
    });
    return Object.fromEntries(found);
  }

  #contacts(node: Node): Row[] {
    const words = this.#words;
    const points = [node, ...this.#parts(node['contactPoint'])];
    const all = (key: string) => [
      ...new Set(points.flatMap((each) => listOf(each[key]).map(textOf))),
    ];
    return [
      [words.name, textOf(node['name'])],
      [
        words.address,
        this.#place(listOf(node['address']).filter(isNode)) || textOf(node['address']),
      ],
      [words.phone, all('telephone').join(', ').slice(0, maxValue)],
      [
        words.email,
        all('email')
          .join(', ')
          .replace(/^mailto:/i, '')
          .slice(0, maxValue),
      ],
      ...this.#hours(node),
    ];
  }

  /** Returns the opening hours of each weekday, and those of single dates. */
  #hours(node: Node): Row[] {
    const byDay = new Map<number, string[]>();
    const add = (day: number, hours: string) => byDay.set(day, [...(byDay.get(day) ?? []), hours]);
    const { openingHours, closed } = this.#words;
    const exceptions: Row[] = [];
    for (const each of this.#parts(node['openingHoursSpecification'])) {
      const [from, to] = [clock(textOf(each['opens'])), clock(textOf(each['closes']))];
      const hours = from === to ? closed : `${from}–${to}`;
      const dates = [this.#date(each['validFrom']), this.#date(each['validThrough'])];
      const named = listOf(each['dayOfWeek']).map((day) =>
        dayAt(term(isNode(day) ? (day['@id'] ?? day['name']) : day)),
      );
      const known = named.filter((day) => day >= 0);
      const period = [...new Set(dates.filter((date) => date !== ''))].join(' – ');
      if (period === '') for (const day of known) add(day, hours);
      else {
        const names = known.map((day) => this.#day(day)).join(', ');
        exceptions.push([`${openingHours}, ${period}`, `${names} ${hours}`.trim()]);
      }
    }
    for (const text of listOf(node['openingHours']).slice(0, maxParts).map(textOf)) {
      const [, names = '', hours = ''] = /^([A-Za-z][A-Za-z, -]*)\s(\d.*)$/.exec(text) ?? [];
      const known = daysIn(names);
      for (const day of known) add(day, hours.replace('-', '–'));
      if (known.length === 0) exceptions.push([openingHours, text]);
    }
    const regular = [...byDay]
      .toSorted(([one], [other]) => one - other)
      .map(([day, hours]): Row => [
        `${openingHours}, ${this.#day(day)}`,
        [...new Set(hours)].join(', '),
      ]);
    return [...regular, ...exceptions];
  }

  #day(at: number): string {
    const format = new Intl.DateTimeFormat(this.#language, { weekday: 'long', timeZone: 'UTC' });
    return format.format(Date.UTC(2024, 0, 1 + at));
  }
}
