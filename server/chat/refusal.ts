import { languageOf, subtagOf } from '../text/language.ts';

/** What is said when the site has no answer and the owner has not written a sentence of their own. */
const sentences = {
  en: 'I could not find an answer to that on this site.',
  de: 'Dazu habe ich auf dieser Website keine Antwort gefunden.',
  fr: 'Je n’ai pas trouvé de réponse à cette question sur ce site.',
  es: 'No he encontrado una respuesta a eso en este sitio.',
  it: 'Non ho trovato una risposta su questo sito.',
  pt: 'Não encontrei uma resposta para isso neste site.',
  nl: 'Daar heb ik op deze website geen antwoord op gevonden.',
  pl: 'Nie znalazłem odpowiedzi na to pytanie na tej stronie.',
  cs: 'Odpověď na to jsem na tomto webu nenašel.',
  sv: 'Jag hittade inget svar på det på den här webbplatsen.',
  da: 'Det fandt jeg ikke noget svar på på dette websted.',
  nb: 'Det fant jeg ikke noe svar på på dette nettstedet.',
  fi: 'En löytänyt siihen vastausta tältä sivustolta.',
  tr: 'Bu sitede buna bir yanıt bulamadım.',
  ro: 'Nu am găsit un răspuns la aceasta pe acest site.',
  hu: 'Erre nem találtam választ ezen az oldalon.',
  el: 'Δεν βρήκα απάντηση σε αυτό σε αυτόν τον ιστότοπο.',
  ru: 'Я не нашёл ответа на этот вопрос на этом сайте.',
  bg: 'Не намерих отговор на това в този сайт.',
  uk: 'Я не знайшов відповіді на це на цьому сайті.',
  ar: 'لم أجد إجابة عن ذلك في هذا الموقع.',
  fa: 'پاسخی برای آن در این وب‌سایت پیدا نکردم.',
  he: 'לא מצאתי לכך תשובה באתר הזה.',
  hi: 'मुझे इस साइट पर इसका उत्तर नहीं मिला।',
  th: 'ฉันไม่พบคำตอบสำหรับเรื่องนี้บนเว็บไซต์นี้',
  vi: 'Tôi không tìm thấy câu trả lời cho điều đó trên trang này.',
  id: 'Saya tidak menemukan jawabannya di situs ini.',
  zh: '我在本网站上没有找到这个问题的答案。',
  ja: 'このサイトでは、その答えが見つかりませんでした。',
  ko: '이 사이트에서 그에 대한 답을 찾지 못했습니다.',
};

type Language = keyof typeof sentences;

const isKnown = (language: string): language is Language => Object.hasOwn(sentences, language);

/** In the question's language as far as that is known, else in the page's. */
export function refusalFor(question: string, locale: string, ownText: string): string {
  if (ownText) return ownText;
  const languages = [languageOf(question, locale), subtagOf(locale)];
  return sentences[languages.find(isKnown) ?? 'en'];
}
