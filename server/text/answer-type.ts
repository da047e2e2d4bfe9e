import { hasDuration } from './duration.ts';
import { fold } from './fold.ts';
import { tokenize } from './tokenize.ts';

/** The kind of fact that a question asks for; `duration`: of a time or of a way. */
export type AnswerType = 'price' | 'time' | 'duration' | 'number' | 'phone' | 'email' | 'person';

/** Phrases of folded words, separated by commas. `none`: "Is breakfast in the price?" asks for no price. */
const asking: Record<AnswerType | 'none', string> = {
  none: `in the price, in the prices, in the fee, in the cost, in the rate, im preis, in den preisen, in der gebühr, dans le prix,
    dans le tarif, en el precio, en la tarifa, nel prezzo, nella tariffa, no preço, in de prijs, w cenie, v ceně, i priset, i prisen`,
  price: `how much, cost, costs, price, prices, fee, fees, charged, rate, rates, tariff, pay to,
    expensive, cheap, wie viel kostet, was kostet, was kosten, kostet, kosten, preis, preise, gebühr, gebühren,
    entgelt, wie teuer, wieviel, combien coûte, combien, coûte, coût, prix, tarif, tarifs, cuánto cuesta,
    cuánto, cuesta, precio, precios, tarifa, tarifas, quanto costa, quanto costano, costa, prezzo, prezzi,
    tariffa, tariffe, quanto custa, custa, preço, preços, hoeveel kost, kost, prijs, prijzen, tarief, ile kosztuje,
    cena, ceny, kolik stojí, koľko stojí, vad kostar, hvad koster, hva koster, kostar, koster, pris, priser,
    paljonko maksaa, hinta, hinnat, ne kadar, fiyat, fiyatı, ücret, ücreti, cât costă, preț, prețul,
    mennyibe kerül, ár, πόσο κοστίζει, τιμή, τιμές, сколько стоит, стоимость, цена, цены, скільки коштує,
    ціна, كم سعر, كم ثمن, سعر, أسعار, رسوم, כמה עולה, מחיר, कितना, कीमत, शुल्क, ราคา, ค่า, giá, bao nhiêu tiền,
    berapa harga, harga, biaya, 多少钱, 价格, 票价, 费用, いくら, 料金, 値段, 얼마, 가격, 요금`,
  time: `when, what time, which day, which days, what day, what days, an welchem tag, an welchen tagen, welcher tag,
    quel jour, quels jours, qué día, qué días, che giorno, che giorni, que dia, que dias, welke dag, welke dagen,
    w jaki dzień, který den, vilken dag, hvilken dag, 哪天, 星期几, 何曜日, 무슨 요일, opening hours, opening times, hours, how late, until when, since when, wann,
    um wie viel uhr, öffnungszeiten, öffnungszeit, quand, à quelle heure, horaires, cuándo, a qué hora,
    horario, horarios, quando, a che ora, orari, orario, a que horas, horário, horários, wanneer, hoe laat,
    openingstijden, kiedy, o której, godziny otwarcia, kdy, otevírací doba, när, öppettider, hvornår,
    åbningstider, når, åpningstider, milloin, aukioloajat, ne zaman, saat kaçta, açılış saatleri, când, program,
    mikor, nyitvatartás, πότε, ώρες, когда, часы работы, коли, години роботи, متى, مواعيد, ساعات, מתי, שעות, कब,
    समय, เมื่อไหร่, กี่โมง, เวลา, khi nào, mấy giờ, giờ mở cửa, kapan, jam buka, 几点, 什么时候, 开放时间, 何時,
    いつ, 営業時間, 開館時間, 언제, 몇 시, 영업시간`,
  duration: `how long, how far, how much time, how soon, how quickly, wie lange, wie weit, wie viel zeit, wieviel zeit, wie schnell,
    combien de temps, quelle durée, quelle distance, à quelle distance, combien de kilomètres, cuánto dura, cuánto tiempo, cuánto tarda,
    cuánto se tarda, a qué distancia, quanto dura, quanto tempo, quanto ci vuole, quanto dista, quanto demora, hoe lang, hoe ver, hoelang,
    jak długo, jak daleko, ile trwa, jak dlouho, hur lång, hur långt, hur länge, hvor lang, hvor langt, hvor lenge, hvor længe,
    kuinka kauan, kuinka pitkä, ne kadar sürer, cât durează, cât timp, mennyi ideig, πόση ώρα, πόσο διαρκεί, сколько времени, как долго,
    как далеко, скільки часу, як довго, كم من الوقت, كم تستغرق, كم المدة, כמה זמן, कितनी देर, कितना समय, bao lâu, berapa lama, 多久, 多长时间, 多远, どのくらい, 얼마나 걸`,
  number: `how many, how deep, how high, how tall, how big, how large, how wide, how old, how heavy,
    how warm, how hot, how fast, how often, what age, wie viele, wieviele, wie tief, wie hoch,
    wie groß, wie lang, wie alt, wie breit, wie schwer, wie warm, wie oft, combien de,
    quelle profondeur, quel âge, cuántos, cuántas, qué edad, quanti, quante,
    quantos, quantas, hoeveel, hoe diep, hoe oud, ile,
    kolik, hur många, hvor mange, kuinka monta, montako, kaç, câți, câte, hány,
    πόσοι, πόσες, πόσα, сколько, скільки, كم عدد, كم, כמה, कितने, कितनी, กี่, bao nhiêu, berapa, 多少, 几个,
    多长, いくつ, 何人, 何分, 몇, 얼마나`,
  phone: `phone, phone number, telephone, telephone number, call you, ring you, telefonnummer, telefon,
    téléphone, numéro de téléphone, teléfono, número de teléfono, telefono, numero di telefono, telefone,
    número de telefone, telefoonnummer, telefoon, numer telefonu, telefonní číslo, telefonnummer, puhelinnumero, telefon numarası,
    τηλέφωνο, телефон, номер телефону, رقم الهاتف, هاتف, טלפון, फ़ोन, เบอร์โทร, số điện thoại, nomor telepon, 电话, 電話, 전화`,
  email: `email, e mail, email address, e mail adresse, emailadresse, mailadresse, mail, courriel, adresse mail,
    correo electrónico, correo, indirizzo email, e mailadres, адрес почты, البريد الإلكتروني, メールアドレス, 邮箱, 이메일`,
  person: `who, whom, wer, wem, wen, qui, quién, quiénes, chi, quem, wie is, wie geeft, kto, kdo, vem, hvem, kuka,
    kim, cine, ki, ποιος, ποια, кто, хто, من هو, من هي, מי, कौन, ใคร, ai là, siapa, 谁, 誰, だれ, 누구, 누가`,
};

const currency =
  /\p{Sc}|\b(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|pence|cents?|francs?|franken|crowns?|kron(?:or|er|ur|en)|korun\p{L}*|forint\p{L}*|rupees?|yen|pesos?|kr|zł|kč|lei|tl|ft)\b|रुप[एय]\p{M}*|ユーロ|円|元|يورو|ευρώ|евро|євро|руб|유로|원/iu;
const free =
  /\b(?:free|nothing|nichts|rien|nada|niente|gratis|kostenlos|kostenfrei|frei|gratuit\w*|gratuito|gratuita|ilmai\w*|zdarma|darmow\w*|бесплатн\p{L}*|безкоштовн\p{L}*|ücretsiz)\b|無料|免费|مجان/iu;
const clock =
  /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|uhr|h|Uhr)\b|\d{1,2}[時时点]|\b(?:noon|midnight|closed|geschlossen|fermé|cerrado|chiuso|fechado|gesloten)\b|休館|休息|مغلق/iu;
/** Words of numbers that are not also articles or pronouns. */
const number =
  /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|deux|trois|quatre|cinq|huit|dix|onze|douze|vingt|trente|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cien|tre|quattro|cinque|sette|otto|nove|dieci|undici|dodici|venti|trenta|cento|dois|duas|três|quatro|sete|oito|dez|doze|vinte|twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig|dertig|honderd|तीन|चार|पाँच|पांच|आठ|दस|बीस|पचास|सौ|हज़ार)(?!\p{L})/iu;
const year = /(?<!\p{N})[12]\d{3}(?!\p{N})/u;

const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek} ]+$/u;
const sets = Object.entries(asking).map(([type, list]) => ({
  type: type as AnswerType | 'none',
  phrases: list.split(',').map((text) => {
    const phrase = fold(text.trim()).replace(/\s+/g, ' ');
    return { phrase, isSpaced: spaced.test(phrase) };
  }),
}));

const clauseWords = new Set(
  'when quand quando cuando kiedy kdy nar cand когда коли who qui quien quienes chi quem kto кто хто'
    .split(' ')
    .map(fold),
);
/** Characters before such a word that still asks. */
const maxBefore = 6;

/** Returns the kind of fact that a question asks for first, or null: a follow-up stands before what it continues. */
export function answerTypeOf(question: string): AnswerType | null {
  const words = ` ${tokenize(question).join(' ')} `;
  const plain = fold(question);
  let first: AnswerType | 'none' | null = null;
  let least = Infinity;
  let longest = 0;
  for (const { type, phrases } of sets) {
    for (const { phrase, isSpaced } of phrases) {
      const at = isSpaced ? words.indexOf(` ${phrase} `) : plain.indexOf(phrase);
      // Inside a sentence these words begin a clause: "open when it rains".
      if (at < 0 || at > least || (clauseWords.has(phrase) && at > maxBefore)) continue;
      // "Combien de temps" is no "combien".
      if (at === least && phrase.length <= longest) continue;
      first = type;
      least = at;
      longest = phrase.length;
    }
  }
  return first === 'none' ? null : first;
}

const phone = /(?<!\p{N})(?:[+(]|0)\p{N}(?:[ ()./–-]{0,2}\p{N}){5,}/u;
const email = /[^\s@]@[^\s@]/u;
/** First name and surname, as scripts with capital letters write them. */
const person = /\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+/u;
const hasNumber = (text: string) => /\p{N}/u.test(text) || number.test(text);

/** Returns whether a text has a fact of this kind. */
export function hasAnswerType(text: string, type: AnswerType): boolean {
  if (type === 'number') return hasNumber(text);
  if (type === 'duration') return hasDuration(text, hasNumber);
  if (type === 'phone') return phone.test(text);
  if (type === 'email') return email.test(text);
  if (type === 'person') return person.test(text);
  if (type === 'price') return (currency.test(text) && hasNumber(text)) || free.test(text);
  return clock.test(text) || year.test(text);
}
