import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { languageOf } from './language.ts';
import { sentences } from './sentences.ts';

/** As visitors write them: whole sentences and single words. */
const questions: Record<string, string[]> = {
  en: ['opening hours', 'When do you open?', 'How much is a ticket?', "What's the price?"],
  de: ['Öffnungszeiten?', 'Wann habt ihr auf?', 'Was kostet ein Ticket?', 'Darf mein Hund mit'],
  fr: ['horaires d’ouverture', 'Combien coûte un billet ?', 'Y a-t-il un parking ?'],
  es: ['horario', '¿Cuándo abren?', 'Cuánto cuesta una entrada', 'Puedo llevar a mi perro'],
  pt: ['preço', 'horário de funcionamento', 'Quanto custa um bilhete?', 'devolução'],
  it: ['orari di apertura', 'Quanto costa un biglietto?', 'Posso portare il mio cane'],
  nl: ['openingstijden', 'Hoeveel kost een kaartje?', 'Mag mijn hond mee'],
  pl: ['godziny otwarcia', 'Ile kosztuje bilet?', 'Czy mogę zabrać psa'],
  cs: ['otevírací doba', 'Kolik stojí vstupenka?', 'vrácení zboží'],
  sv: ['öppettider', 'När öppnar ni?', 'Får jag ta med hunden'],
  da: ['åbningstider', 'Hvornår åbner I?', 'Hvad koster en billet?'],
  nb: ['åpningstider', 'Når åpner dere?', 'Hva koster en billett?'],
  fi: ['aukioloajat', 'Milloin olette auki?', 'Paljonko lippu maksaa?'],
  tr: ['çalışma saatleri', 'Ne zaman açıksınız?', 'Bilet ne kadar?'],
  ro: ['prețuri', 'Când deschideți?', 'Cât costă un bilet?'],
  hu: ['nyitvatartás', 'Mikor vannak nyitva?', 'Mennyibe kerül egy jegy?'],
  vi: ['giờ mở cửa', 'Giá vé bao nhiêu?'],
  id: ['jam buka', 'Berapa harga tiket?', 'Apakah ada tempat parkir?'],
  ru: ['часы работы', 'Сколько стоит билет?', 'Где работает Harbour Museum?'],
  uk: ['години роботи', 'Скільки коштує квиток?'],
  bg: ['работно време', 'Колко струва билетът?'],
  ar: ['ساعات العمل', 'كم سعر التذكرة؟'],
  fa: ['ساعات کاری چیست؟'],
  el: ['ώρες λειτουργίας'],
  he: ['שעות פתיחה'],
  hi: ['खुलने का समय'],
  th: ['เปิดกี่โมง'],
  ja: ['営業時間は？', '京都美術館の開館時間は？'],
  zh: ['营业时间'],
  ko: ['영업 시간'],
};
const cases = Object.entries(questions).flatMap(([language, all]) =>
  all.map((question) => [language, question] as const),
);

test.each(cases)('is %s: %s', (language, question) => {
  expect(languageOf(question, '')).toBe(language);
  expect(languageOf(question, language)).toBe(language);
});

test.each([
  ['Xylo 3000?', 'de_DE'],
  ['???', 'zh_CN'],
  ['', ''],
  ['Kiel', 'fr_FR'],
])('says nothing of what has no words to tell by: %s', (question, locale) => {
  expect(languageOf(question, locale)).toBe('');
});

test.each([
  ['offen an silvester?', 'de_DE', 'de'],
  ['pris', 'sv_SE', 'sv'],
  ['telefono secretaria', 'es_ES', 'es'],
  ['¿y si somos dos?', 'es_ES', 'es'],
  ['nos casamos y queremos música', 'es_ES', 'es'],
  ['pris', 'da-DK', 'da'],
  ['pris', 'nn_NO', 'nb'],
  ['contact', 'nl_NL', 'nl'],
  ['adresse', 'de_DE_formal', 'de'],
  ['住所', 'ja', 'ja'],
  ['住所', 'zh_CN', 'zh'],
  ['سلام', 'fa_IR', 'fa'],
  ['How many Ω has the resistor?', 'en_US', 'en'],
  ['Wer hat das Bild 山水 gemalt?', 'de_DE', 'de'],
  ['Wann werden die Schwäne gefüttert?', 'en_US', 'de'],
  ['When are the swans fed?', 'de_DE', 'en'],
])('the words decide, then the page: %s on %s', (question, locale, language) => {
  expect(languageOf(question, locale)).toBe(language);
});

/** A bar stands where a sentence ends. */
const marked: [string, string][] = [
  ['title', 'Dr. Example met Mr. Sample.| They talked.'],
  ['e.g. before a capital', 'Bring a document, e.g. Passport or card.| Then wait.'],
  ['German z.B.', 'Wir verkaufen Obst, z.B. Äpfel.| Kommen Sie vorbei!'],
  ['number sign', 'Take bus No. 5 to the harbour.| Get off there.'],
  ['No as an answer', 'Is it open? |No. |It is closed.'],
  ['decimals', 'It weighs 3.14 kg. |It costs 1.299,50 euro.'],
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
  ['lines', 'Opening hours\n|Monday 9–17\n|Sunday closed'],
  [
    'Thai clauses',
    'ร้านของเราเปิดทุกวันตั้งแต่เวลาเก้าโมงเช้าถึงห้าโมงเย็นยกเว้นวันหยุดนักขัตฤกษ์และวันสงกรานต์ของทุกปีรวมทั้งวันปีใหม่และวันหยุดชดเชยตามประกาศของทางราชการ |ลูกค้าสามารถโทรมาจองโต๊ะได้',
  ],
];

test.each(marked)('%s', (_name, bars) => {
  const text = bars.replaceAll('|', '');
  const found = sentences(text).map((sentence) => sentence.text.trim());
  expect(found).toEqual(bars.split('|').map((part) => part.trim()));
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
