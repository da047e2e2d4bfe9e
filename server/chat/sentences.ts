import { subtagOf } from '../text/language.ts';

/** Sentences for visitors. */

/** By the counter that is full; see `Admission`. */
export const busy = {
  session: 'Another answer is still being written. Please wait a moment.',
  address: 'Other answers are still being written at your address. Please wait a moment.',
  all: 'The chat is answering many visitors right now. Please try again in a moment.',
};

/** The site has no answer and the owner has not written a sentence for it. */
export const refusals = {
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

const isKnown = (language: string): language is keyof typeof refusals =>
  Object.hasOwn(refusals, language);

/**
 * Returns the owner's sentence, else ours in the question's language, else in the page's.
 *
 * @param language BCP 47 primary subtag, or empty.
 */
export function refusalFor(language: string, locale: string, ownText: string): string {
  if (ownText) return ownText;
  return refusals[[language, subtagOf(locale)].find(isKnown) ?? 'en'];
}

/** Stands above pages that may answer a question. */
export const unsureFor = (language: string, locale: string): string =>
  refusals[[language, subtagOf(locale)].find(isKnown) ?? 'en'];
