import { describe, expect, test } from '@jest/globals';
import { legibility } from '../../../../server/ingestion/read/pdf/legibility.ts';
import { samples } from '../samples.ts';

test.each(samples.map(([language, , text]) => [language, text]))(
  'a text in %s is legible',
  (_language, text) => {
    expect(legibility(text)).toBeGreaterThan(0.9);
  },
);

describe('a text is less legible', () => {
  const russian = 'Лебедей кормят в полдень, и делает это смотритель, а сад за домом.';

  test.each([
    ['letter by letter', [...'The swans are fed at noon by the keeper'].join(' ')],
    ['in another encoding', 'Ëåáåäåé êîðìÿò â ïîëäåíü, è äåëàåò ýòî ñìîòðèòåëü'],
    ['as Hangul', 'Ючучцчы?ь가간ю갛갈?ф?각가эцчя갗K?ъ?цчэтч갈?같갈가?갇ю가갈간ъ갈чэ갗'],
    ['with control characters', russian.replace(/[аеи]/g, '\u0003')],
    ['with replacement characters', russian.replace(/[аеиоь]/g, '\ufffd')],
    ['of signs alone', '"#$%&/()=?'.repeat(5)],
  ])('%s', (_case, text) => {
    expect(legibility(text)).toBeLessThan(0.75);
    expect(legibility(russian)).toBeGreaterThan(0.9);
  });
});

test('scripts whose letters are not known are not judged', () => {
  expect(legibility('हंसों को दोपहर में खिलाया जाता है और बगीचा घर के पीछे है')).toBe(1);
});
