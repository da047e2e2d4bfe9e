import { expect, test } from '@jest/globals';
import { datesIn } from '../../server/question/dates.ts';
import { answerTypeOf } from '../../server/text/answer-type.ts';
import { asksPlace } from '../../server/text/places.ts';

const place = (language: string, question: string) => [language, question, 'place'] as const;
const time = (language: string, question: string) => [language, question, 'time'] as const;
const price = (language: string, question: string) => [language, question, 'price'] as const;
const none = (language: string, question: string) => [language, question, null] as const;

const now = Date.UTC(2026, 10, 24, 10);

test.each([
  time('en', 'What time is check-in?'),
  time('de', 'Um wie viel Uhr ist der Check-in?'),
  time('fr', 'À quelle heure est l’arrivée ?'),
  time('es', '¿A qué hora es la cena?'),
  time('it', 'A che ora è il check-in?'),
  time('pt', 'A que horas é o check-in?'),
  time('nl', 'Hoe laat is de check-in?'),
  time('pl', 'O której godzinie jest zameldowanie?'),
  time('cs', 'V kolik hodin je příjezd?'),
  time('sv', 'Vilken tid är incheckningen?'),
  time('da', 'Hvad tid er check-in?'),
  time('nb', 'Når åpner dere?'),
  time('fi', 'Mihin aikaan sisäänkirjautuminen on?'),
  time('tr', 'Giriş saat kaçta?'),
  time('ro', 'La ce oră este check-in-ul?'),
  time('hu', 'Hány órakor van a bejelentkezés?'),
  time('el', 'Τι ώρα είναι το check-in;'),
  time('ru', 'Во сколько заселение?'),
  time('uk', 'О котрій годині заїзд?'),
  time('ar', 'في أي ساعة تسجيل الوصول؟'),
  time('hi', 'चेक-इन कितने बजे है?'),
  time('id', 'Jam berapa buka?'),
  time('zh', '你们几点开门？'),
  time('ja', '何時に開きますか？'),
  time('ko', '몇 시에 문을 열어요?'),
  price('es', '¿Cuánto vale una entrada?'),
  price('it', 'Quanto si paga per il cane?'),
  price('fi', 'Paljonko lippu maksaa?'),
  price('tr', 'Bilet ne kadar?'),
  price('ar', 'بكم التذكرة؟'),
  price('pl', 'Jaka jest cena biletu?'),
  place('fr', 'Où puis-je me garer ?'),
  place('fi', 'Mihin voin pysäköidä?'),
  place('tr', 'Nereye park edebilirim?'),
  place('hu', 'Hol lehet parkolni?'),
  place('el', 'Πού μπορώ να παρκάρω;'),
  place('uk', 'Де можна припаркуватися?'),
  none('es', '¿Tienen cena para niños?'),
  none('it', 'È già aperta la piscina?'),
  none('de', 'Gibt es ein Programm für Kinder?'),
  none('fr', 'Est-ce que le vélo est pris ?'),
  none('pt', 'Como peço a segunda via do cartão?'),
  none('de', 'Ich habe gerade meinen Schlüssel verloren.'),
  none('en', 'I lost my key, what do I do now?'),
])('%s: %s asks for: %s, and for no day', (language, question, wanted) => {
  expect(answerTypeOf(question, language) ?? (asksPlace(question) ? 'place' : null)).toBe(wanted);
  expect(datesIn(question, language, now, 'UTC').days).toEqual([]);
});

test.each([
  ['de', 'Habt ihr gerade geöffnet?'],
  ['de', 'Wann fährt heute Morgen der Bus?'],
  ['it', 'È aperto adesso?'],
])('%s: %s is about today alone', (language, question) => {
  const { days } = datesIn(question, language, now, 'UTC');
  expect(days).toMatchObject([{ day: 24, month: 11 }]);
});
