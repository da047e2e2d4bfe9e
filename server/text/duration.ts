import { tokenize } from './tokenize.ts';

/** Units of time and of length, folded; a word that ends with `-` is the beginning of longer ones. */
const units = [
  'second- sec secs min mins minut- hour- hr hrs h d day days night nights week weeks fortnight- weekend- month month- year years',
  'm km metre- meter- kilomet- mile miles yard yards feet foot ft cm centimet- inch inches mm',
  'sekund- stund- std tag tage tagen werktag- arbeitstag- nacht nachte woch- monat- jahr jahre jahren',
  'heure- jour jours journee- nuit nuits semaine- mois an ans annee- quinzaine metro metros',
  'segundo- minuto- hora horas dia dias noche noches noite noites semana- mes meses ano anos',
  'ora ore giorn- nott- settiman- mese mesi anno anni metri chilomet- uur uren dag dagen nachten weken maand- jaar jaren',
  'godzin- dzien dni tydz- tygod- miesi- rok lat lata metr- hodin- den dny tyden tydn- mesic- let roky',
  'timm- timer time dagar dager dage dygn veck- uke uker uge uger manad- maned- aar tunti- tunnin paiva- viikko- kuukau- vuosi vuotta',
  'saat gun hafta ay yil zi zile saptaman- luna luni ani perc nap het honap- ev λεπτ- ωρα ωρες ημερ- μερ- εβδομαδ- μην- χρον- μετρ- χιλιομετρ-',
  'секунд- минут- час часа часов день дня дней ноч- недел- месяц- год года лет метр- км м мин хвилин- годин- днів днi тижд- тижн- місяц- рік роки років',
  'دقيقه دقائق ساعه ساعات يوم ايام أيام اسبوع أسبوع أسابيع شهر أشهر سنه سنوات متر كم דקות שעה שעות יום ימים שבוע שבועות חודש חודשים שנה שנים מטר',
  'मिनट घंटे घंटा दिन सप्ताह महीने साल मीटर phut gio ngay tuan thang nam menit jam hari minggu bulan tahun 분 시간 일 주 개월 년 미터 นาที ชั่วโมง วัน สัปดาห์ เดือน ปี เมตร',
  '秒 分 分钟 分間 小时 時間 天 日 日間 夜 晚 周 星期 週間 月 个月 か月 ヶ月 年 年間 米 公里 メートル キロ',
]
  .join(' ')
  .split(' ');
const words = new Set(units.filter((unit) => !unit.endsWith('-')));
const stems = units.filter((unit) => unit.endsWith('-')).map((unit) => unit.slice(0, -1));

/** Words of an amount without a digit; others are read by the caller of `isAmount`. */
const amounts = new Set(
  (
    'a an one half quarter several couple few ein eine einen einer einem halbe halben un une demi quelques uno una medio media ' +
    'mezz mezza um uma meia een half jeden jedna en ett et'
  ).split(' '),
);

/** A unit follows its number within this many words: "2 to 3 working days". */
const maxBetween = 3;

const isUnit = (word: string): boolean =>
  words.has(word) || stems.some((stem) => word.startsWith(stem));

/** Splits `90min` and `2h`, which are one word. */
const withoutDigits = (word: string): string => {
  let at = 0;
  while (at < word.length && word[at]! >= '0' && word[at]! <= '9') at++;
  return at > 0 ? word.slice(at) : '';
};

/**
 * Returns whether a text names a length of time or of a way: "two hours", "45-minute", "300 m".
 *
 * @param isNumber Whether a word is a number in digits or letters.
 */
export function hasDuration(text: string, isNumber: (word: string) => boolean): boolean {
  let since = Infinity;
  for (const word of tokenize(text)) {
    if (isUnit(withoutDigits(word)) || (since <= maxBetween && isUnit(word))) return true;
    since = isNumber(word) || amounts.has(word) ? 0 : since + 1;
  }
  return false;
}
