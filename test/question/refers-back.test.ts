import { expect, test } from '@jest/globals';
import { refersBack } from '../../server/question/refers-back.ts';

test.each([
  'and on Sundays?',
  'How much is it?',
  'Why?',
  'What about dogs?',
  'How do I get there?',
  'and for seniors?',
  'for seniors?',
  'Seniors?',
  'how much do they cost?',
  'is it far?',
  'How long?',
  'ok and parking?',
  'Is that also true for students?',
  'und sonntags?',
  'Wie viel kostet das?',
  'Gilt das auch für Kinder?',
  'et le dimanche ?',
  'Combien ça coûte ?',
  'C’est combien ?',
  '¿Y los domingos?',
  'а по воскресеньям?',
  'Сколько это стоит?',
  'وماذا عن يوم الأحد؟',
  'और रविवार को?',
  'แล้ววันอาทิตย์ล่ะ',
  '那周日呢？',
  '它多少钱？',
  'それはいくらですか？',
  '그럼 일요일은요?',
])('%s', (question) => {
  expect(refersBack(question)).toBe(true);
});

test.each([
  'What are the opening hours of the museum?',
  'Do you ship to Switzerland?',
  'Is there parking?',
  'Are you hiring?',
  'opening times',
  'Do you deliver?',
  'Gibt es Parkplätze?',
  'How many children visited the park that opened in 1990 in Warsaw?',
  'Wie lauten die Öffnungszeiten des Museums?',
  'Kann ich meine Bestellung kostenlos zurücksenden?',
  'Quels sont les horaires d’ouverture du musée ?',
  '¿Cuánto cuesta la entrada para niños en el museo?',
  'Сколько стоит билет в музей для детей?',
  'พิพิธภัณฑ์เปิดกี่โมงถึงกี่โมงในวันเสาร์',
  '博物馆的开放时间是什么时候？',
  '美術館の入場料は大人いくらですか？',
  '박물관 입장료는 어른이 얼마입니까?',
  '',
  '?!',
])('%s stands alone', (question) => {
  expect(refersBack(question)).toBe(false);
});
