/** A time with minutes or with a word that only times have: "9:30", "6 pm", "20 h", "9 o'clock", "9時". */
const marked =
  /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|o['’]clock|uhr|uur|h|heures?|horas|hod|hodin)\b|\d{1,2}\s?(?:час(?:а|ов)?(?!\p{L})|óra|giờ|น\.|बजे|[時时点點시])|\b(?:noon|midnight|mittags|mitternacht|midi|minuit|medianoche|mezzogiorno|mezzanotte)\b|(?<!\p{L})mediodía(?!\p{L})/iu;
/** A whole hour behind words that only times have: "dalle 7", "a las 9", "kl. 9". Ages have others: "from 7". */
const announced =
  /(?<!\p{L})(?:(?:d?alle|entro le|dopo le|prima delle|ore|(?:a|de|desde|hasta) las|às|até as|kl\.|klockan|klokken|klo|saat|orele?|godz\.|godzin(?:ie|y|ą)|pukul|στις|الساعة|בשעה)\s(?:[01]?\d|2[0-4])(?!\d|[.,]\d|\s?[%\p{Sc}])|(?:d?alle|(?:a|de|desde|hasta) las)\s(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?!\p{L}))/iu;

/** Returns whether a text names a time of the day. */
export const hasClockTime = (text: string): boolean => marked.test(text) || announced.test(text);
