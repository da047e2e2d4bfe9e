import { expect, test } from '@jest/globals';
import { languageOf } from '../../server/text/language.ts';

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
  ['contact', 'fr_CA', 'fr'],
  ['contact', 'nl_NL', 'nl'],
  ['adresse', 'de_DE_formal', 'de'],
  ['住所', 'ja', 'ja'],
  ['住所', 'zh_CN', 'zh'],
  ['سلام', 'fa_IR', 'fa'],
])('the page decides between languages of one word: %s on %s', (question, locale, language) => {
  expect(languageOf(question, locale)).toBe(language);
});
