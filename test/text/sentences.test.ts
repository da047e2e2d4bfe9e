import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sentences } from '../../server/text/sentences.ts';

/** A bar stands where a sentence ends. */
const cases: [string, string][] = [
  ['title', 'Dr. Example met Mr. Sample.| They talked.'],
  ['e.g. before a capital', 'Bring a document, e.g. Passport or card.| Then wait.'],
  ['German z.B.', 'Wir verkaufen Obst, z.B. Äpfel.| Kommen Sie vorbei!'],
  ['initials', 'J. R. R. Sample wrote it.| It sold well.'],
  ['number sign', 'Take bus No. 5 to the harbour.| Get off there.'],
  ['No as an answer', 'Is it open? |No. |It is closed.'],
  ['decimals', 'It weighs 3.14 kg. |It costs 1.299,50 euro.'],
  ['saint', 'We are in St. Example.| Visit us.'],
  ['German date', 'Wir öffnen am 3. Mai um 9 Uhr.| Bis dann.'],
  ['number ends a sentence', 'The answer is 5. |The question is older.'],
  ['speech goes on', '“Stop!” he said. |She stopped.'],
  ['dots inside', 'Wait... what? |Yes.'],
  ['leaders of dots', 'Soup ........ €5. |Yes.'],
  ['country, then noun', 'The U.S. Army came. |It left.'],
  ['time of day', 'We close at 5 p.m. |Come early.'],
  ['ordered list', '1. Open the lid.\n|2. Close the lid.'],
  ['Chinese', '我们九点开门。|周日休息！|你呢？'],
  ['Japanese quotation', '「行きます。」と彼は言った。|雨だった。'],
  ['Arabic question mark', 'متى تفتحون؟ |نفتح في التاسعة.'],
  ['Hindi danda', 'हम नौ बजे खुलते हैं। |रविवार को बंद है।'],
  ['Russian', 'Музей на ул. Примерной, д. 5. |Вход свободный.'],
  ['unit at the end', 'Bake for 5 min. |Then cool it.'],
  ['Spanish', '¿Está abierto? |Sí, la Sra. Ejemplo atiende. |Pase.'],
  ['French', 'M. Exemple arrive. |Il est tard.'],
  ['lines', 'Opening hours\n|Monday 9–17\n|Sunday closed'],
  [
    'Thai clauses',
    'ร้านของเราเปิดทุกวันตั้งแต่เวลาเก้าโมงเช้าถึงห้าโมงเย็นยกเว้นวันหยุดนักขัตฤกษ์และวันสงกรานต์ของทุกปีรวมทั้งวันปีใหม่และวันหยุดชดเชยตามประกาศของทางราชการ |ลูกค้าสามารถโทรมาจองโต๊ะได้',
  ],
];

test.each(cases)('%s', (_name, marked) => {
  const text = marked.replaceAll('|', '');
  const found = sentences(text).map((sentence) => sentence.text.trim());
  expect(found).toEqual(marked.split('|').map((part) => part.trim()));
});

test('put together the sentences are the text, at the offsets they name', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '. ',
      '! ',
      '。',
      '؟ ',
      '। ',
      '\n',
      ' ',
      'Dr. ',
      'No. ',
      '3. Mai',
      'ไทย ',
      '…',
      '”',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      let at = 0;
      for (const sentence of sentences(text)) {
        expect(sentence.start).toBe(at);
        expect(sentence.end).toBeGreaterThan(at);
        expect(sentence.text).toBe(text.slice(sentence.start, sentence.end));
        at = sentence.end;
      }
      expect(at).toBe(text.length);
    }),
  );
});

test('a locale that nobody knows is no error', () => {
  expect(sentences('One. Two.', 'not a locale')).toHaveLength(2);
});
