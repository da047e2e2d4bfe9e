/** Superscript digits: exponents, references to notes, cents and minutes. */
const signs = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Marks of notes: signs, numbers in brackets, several numbers. */
const marks = /^(?:[*†‡§]{1,3}|[[(]\d{1,3}[\])]|\d{1,3}(?:, ?\d{1,3}){1,20})$/;

/** Returns raised text as loaders hand it on: numbers as signs, words as they are, marks of notes not at all. */
export function raise(text: string): string {
  const raised = text.trim();
  if (marks.test(raised)) return '';
  if (!/^\d{1,3}$/.test(raised)) return text;
  return raised.replace(/\d/g, (digit) => signs[Number(digit)]!);
}

/** Signs of currencies beside an amount. */
const currency = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|euros?|Fr|kr)\b/iu;
/** Characters around a number in which its currency stands. */
const beside = 8;

/** Returns raised digits behind a number: cents, minutes, or an exponent of ten; empty for a note. */
function behindNumber(number: string, raised: string, around: string): string {
  const digits = raised.replace(/./gu, (sign) => String(signs.indexOf(sign)));
  if (digits.length === 2) {
    const isAmount = currency.test(around);
    if (!isAmount && Number(number) <= 24 && Number(digits) < 60) return `:${digits}`;
    // A longer number without a currency is rather a year with a note.
    return isAmount || number.length < 4 ? `.${digits}` : '';
  }
  // Notes from 3 on beside a ten are rarer than powers of ten.
  return number === '10' && Number(digits) > 2 ? raised : '';
}

/** Raised digits behind a number, a stop, or a word; fewer letters are a unit or a variable, such as `km²`. */
const behind = /(?<=(\d{1,9})|[.,;:!?)\]}"'»”’]|\p{L}{4})[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}/gu;

/** Reads raised digits as a person does: `29⁹⁰ €` → `29.90 €`, `9³⁰ pm` → `9:30 pm`, `12¹ euros` → `12 euros`. */
export function readRaised(text: string): string {
  if (!/[⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text)) return text;
  return text.replace(behind, (raised, number: string | undefined, at: number) => {
    if (number === undefined) return '';
    const from = Math.max(0, at - number.length - beside);
    return behindNumber(number, raised, text.slice(from, at + raised.length + beside));
  });
}
