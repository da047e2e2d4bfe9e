import { describe, expect, test } from '@jest/globals';
import { parseHtml } from '../html.ts';
import { StructuredData } from './structured-data.ts';

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const read = (things: unknown, language = 'en') =>
  new StructuredData(parseHtml(script(JSON.stringify(things))), language);
const facts = (things: unknown, language?: string) =>
  read(things, language)
    .facts((text) => /^(?:Scarf|Hat)/.test(text))
    .map(({ text }) => text);
const business = (things: unknown, language?: string) =>
  read(things, language)
    .business()
    .map(({ text }) => text);

const hat = {
  '@type': 'Product',
  name: 'Wool hat',
  sku: 'HAT-7',
  gtin13: '4006381333931',
  offers: {
    '@type': 'Offer',
    availability: 'https://schema.org/InStock',
    priceCurrency: 'EUR',
    priceSpecification: [
      { '@type': 'UnitPriceSpecification', price: '24.00', priceCurrency: 'EUR' },
      { price: '30.00', priceCurrency: 'EUR', priceType: 'https://schema.org/ListPrice' },
    ],
  },
};

describe('facts of', () => {
  test('a product: its prices, whether it is there, its numbers', () => {
    expect(facts(hat)).toEqual([
      'Price: €24.00',
      'Regular price: €30.00',
      'Availability: in stock',
      'SKU: HAT-7',
      'GTIN: 4006381333931',
    ]);
    expect(
      facts(
        { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, hat] },
        'de-DE-formal',
      )[1],
    ).toMatch(/^Regulärer Preis: 30,00.€$/);
    expect(read(hat).hasProduct).toBe(true);
  });

  test('a product in variations', () => {
    const offer = (price: number, state: string) => ({
      offers: { price, priceCurrency: 'USD', availability: `http://schema.org/${state}` },
    });
    const group = {
      '@type': ['ProductGroup'],
      hasVariant: [
        { '@type': 'Product', color: 'Red', size: 'S', sku: 'R', ...offer(20, 'InStock') },
        { '@type': 'Product', name: 'Blue', ...offer(21.5, 'OutOfStock') },
      ],
    };
    expect(facts(group)).toEqual([
      'Variation: Red, S; Price: $20.00; Availability: in stock; SKU: R',
      'Variation: Blue; Price: $21.50; Availability: out of stock',
    ]);
    const offers = {
      '@type': 'AggregateOffer',
      lowPrice: '10',
      highPrice: '12',
      priceCurrency: 'XXXX',
    };
    expect(facts({ '@type': 'Product', offers })).toEqual(['Price: 10 XXXX – 12 XXXX']);
  });

  test('several products that the text names', () => {
    const scarf = { '@type': 'http://schema.org/Product', name: 'Scarf &amp; more', sku: 'S' };
    expect(facts([scarf, { ...scarf, name: 'Hat' }, { ...scarf, name: 'Glove' }])).toEqual([
      'Name: Scarf & more; SKU: S',
      'Name: Hat; SKU: S',
    ]);
    expect(read([scarf, hat]).hasProduct).toBe(false);
  });

  test('an event', () => {
    const event = {
      '@type': 'MusicEvent',
      name: 'Hat night',
      startDate: '2026-07-04T19:30:00+02:00',
      endDate: '2026-07-05T00:00',
      eventStatus: 'https://schema.org/EventCancelled',
      location: {
        '@type': 'Place',
        name: 'Old Mill',
        address: {
          streetAddress: '4 Mill Lane',
          addressLocality: 'Alderford',
          addressCountry: 'IE',
        },
      },
      offers: [{ price: 12, priceCurrency: 'EUR' }],
    };
    expect(facts(event, 'en-GB')).toEqual([
      'Starts: Saturday, 4 July 2026 at 19:30',
      'Ends: Sunday, 5 July 2026',
      'Place: Old Mill, 4 Mill Lane, Alderford, Ireland',
      'Price: €12.00',
      'Availability: cancelled',
    ]);
    expect(facts({ ...event, name: 'Of a sidebar' })).toEqual([]);
  });

  test('a course and a job', () => {
    const course = {
      '@type': 'Course',
      provider: { '@id': '#mill' },
      hasCourseInstance: { startDate: '2026-09-01', location: 'Online' },
    };
    const mill = { '@type': 'Organization', '@id': '#mill', name: 'Old Mill' };
    expect(facts({ '@graph': [course, mill] }, 'en-GB')).toEqual([
      'Provider: Old Mill',
      'Starts: Tuesday, 1 September 2026',
      'Place: Online',
    ]);
    const job = {
      '@type': 'JobPosting',
      employmentType: ['FULL_TIME'],
      baseSalary: { currency: 'EUR', value: { minValue: 2000, maxValue: 2400, unitText: 'MONTH' } },
      jobLocation: { address: 'Alderford' },
      validThrough: 'soon',
    };
    expect(facts(job)).toEqual([
      'Employment: full time',
      'Salary: €2,000.00 – €2,400.00 / month',
      'Place: Alderford',
      'Apply by: soon',
    ]);
  });

  test('a recipe', () => {
    const recipe = {
      '@type': 'Recipe',
      prepTime: 'PT15M',
      totalTime: 'PT1H30M',
      recipeYield: ['4', '4 plates'],
      recipeIngredient: ['Flour', '2 eggs'],
      recipeInstructions: [
        { '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', text: 'Stir.' }] },
        { '@type': 'HowToStep', text: '<p>Bake.</p>' },
      ],
    };
    const rows = [
      'Preparation time: 15 minutes',
      'Total time: 1 hour 30 minutes',
      'Servings: 4 plates',
    ];
    expect(facts(recipe)).toEqual([...rows, 'Ingredients: Flour; 2 eggs', 'Steps: Stir.; Bake.']);
    expect(read(recipe).facts(() => true)).toHaveLength(3);
  });

  test('questions, unless the page has them', () => {
    const question = (name: string, text: string) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    });
    const page = {
      '@type': 'FAQPage',
      mainEntity: [
        question('Dogs?', '<p>On a lead.</p><ul><li>No cats.</li></ul>'),
        question('Fish?', 'Yes.'),
      ],
    };
    expect(read(page).facts((text) => text === 'Yes.')).toEqual([
      { kind: 'heading', level: 3, text: 'Dogs?' },
      { kind: 'paragraph', text: 'On a lead.' },
      { kind: 'item', text: 'No cats.' },
    ]);
  });

  test.each([
    ['no JSON', 'Product'],
    ['broken JSON', '{"@type":"Product","sku":"1"'],
    ['other types', '{"@type":"NewsArticle","sku":"1"}'],
    ['no type', '[null, 1, "a", {"sku":"1"}, {"@type":null}]'],
    [
      'values of other kinds',
      '{"@type":"Product","sku":{"a":1},"offers":[null,"free",{"price":{}}]}',
    ],
    ['many levels', `{"@type":"Product","sku":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['a long script', `{"@type":"Product","sku":"1","a":"${'x'.repeat(1_000_000)}"}`],
  ])('nothing: %s', (_case, json) => {
    const found = new StructuredData(parseHtml(script(json)), '');
    expect([...found.facts(() => true), ...found.business()]).toEqual([]);
  });

  test('scripts with line breaks in strings, or in comments', () => {
    const json = '\n//<![CDATA[\n{"@type":"Product","sku":"A\nB"};\n//]]>\n';
    const found = new StructuredData(parseHtml(script(json)), 'xx');
    expect(found.facts(() => true)).toEqual([{ kind: 'row', text: 'SKU: A B' }]);
  });
});

describe('the business:', () => {
  const mill = {
    '@type': 'Bakery',
    name: 'Old Mill',
    telephone: '+49 555 0100',
    email: 'mailto:mill@mill.example',
    address: { streetAddress: '4 Mill Lane', postalCode: '12345', addressLocality: 'Alderford' },
    openingHoursSpecification: [
      { dayOfWeek: ['https://schema.org/Monday', 'Tuesday'], opens: '09:00', closes: '12:00:00' },
      { dayOfWeek: 'Monday', opens: '14:00', closes: '18:00' },
      { dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' },
      { opens: '00:00', closes: '00:00', validFrom: '2026-12-25', validThrough: '2026-12-25' },
    ],
  };

  test('its name, address, numbers and hours', () => {
    expect(business([mill, mill], 'en-GB')).toEqual([
      'Name: Old Mill',
      'Address: 4 Mill Lane, 12345 Alderford',
      'Phone: +49 555 0100',
      'E-mail: mill@mill.example',
      'Opening hours, Monday: 09:00–12:00, 14:00–18:00',
      'Opening hours, Tuesday: 09:00–12:00',
      'Opening hours, Sunday: closed',
      'Opening hours, Friday, 25 December 2026: closed',
    ]);
    expect(business(mill, 'ja')[6]).toBe('営業時間, 日曜日: 休み');
  });

  test('hours as text, numbers of its contacts', () => {
    const shop = {
      '@type': 'Organization',
      openingHours: ['Mo-We,Sa 09:00-17:00', 'by appointment'],
      contactPoint: [{ telephone: '0555 0100' }, { telephone: '0555 0100' }],
    };
    expect(business(shop)).toEqual([
      'Phone: 0555 0100',
      'Opening hours, Monday: 09:00–17:00',
      'Opening hours, Tuesday: 09:00–17:00',
      'Opening hours, Wednesday: 09:00–17:00',
      'Opening hours, Saturday: 09:00–17:00',
      'Opening hours: by appointment',
    ]);
  });

  test('no people, events or names alone', () => {
    const others = [
      { '@type': 'Person', email: 'a@mill.example' },
      { '@type': 'Event', address: 'Alderford' },
      { '@type': 'Organization', name: 'Old Mill' },
    ];
    expect(business(others)).toEqual([]);
  });
});
