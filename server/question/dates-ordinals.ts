/** Words for the first, second, third, fourth and last of a month, separated by semicolons; as in `DayWords`. */
export interface OrdinalWords {
  ordinals: string;
  /** The word for a month, in the forms that follow or precede: "of the month", "every month". */
  month: string;
  /** Ordinals stand behind the weekday. */
  isBehind?: true;
}

export const ordinalWords: Readonly<Record<string, OrdinalWords>> = {
  en: { ordinals: 'first; second; third; fourth; last', month: 'month, months' },
  de: { ordinals: 'erst*; zweit*; dritt*; viert*; letzt*', month: 'monat*' },
  fr: {
    ordinals:
      'premier, premiers, première; deuxième*, second, seconde; troisième*; quatrième*; dernier, derniers, dernière',
    month: 'mois',
  },
  es: {
    ordinals:
      'primer, primero, primeros, primera; segundo, segundos; tercer, tercero, terceros; cuarto, cuartos; último, últimos, última',
    month: 'mes, meses',
  },
  it: {
    ordinals: 'primo, prima, primi; secondo, seconda; terzo, terza; quarto, quarta; ultimo, ultima',
    month: 'mese, mesi',
  },
  pt: {
    // "Segunda" is Monday.
    ordinals:
      'primeiro, primeiros, primeira; segundo, segundos; terceiro, terceiros, terceira; quarto; último, últimos, última',
    month: 'mês, meses',
  },
  nl: { ordinals: 'eerste; tweede; derde; vierde; laatste', month: 'maand' },
  pl: {
    ordinals: 'pierwsz*; drug*; trzeci*; czwart*; ostatni*',
    month: 'miesiąca, miesiącu, miesiąc',
  },
  ru: { ordinals: 'перв*; втор*; трет*; четверт*; последн*', month: 'месяца, месяце, месяц' },
  uk: { ordinals: 'перш*; друг*; трет*; четверт*; останн*', month: 'місяця, місяці, місяць' },
  tr: { ordinals: 'ilk, birinci; ikinci; üçüncü; dördüncü; son', month: 'ayın, her ay' },
  sv: { ordinals: 'första; andra; tredje; fjärde; sista', month: 'månaden, månad' },
  da: { ordinals: 'første; anden; tredje; fjerde; sidste', month: 'måneden, måned' },
  nb: { ordinals: 'første; andre, annen; tredje; fjerde; siste', month: 'måneden, måned' },
  fi: {
    ordinals: 'ensimmäi*; toinen, toisena, toisen; kolmas, kolmantena; neljäs, neljäntenä; viimei*',
    month: 'kuukauden, kuukaudessa, kuun',
  },
  cs: { ordinals: 'prvn*; druh*; třet*; čtvrt*; posledn*', month: 'měsíce, měsíci, měsíc' },
  ro: {
    ordinals:
      'prima, primul; a doua, al doilea; a treia, al treilea; a patra, al patrulea; ultima, ultimul',
    month: 'lunii, luna, lună',
  },
  // Other forms of these words are weekdays.
  el: { ordinals: 'πρώτ*; δεύτερο; τρίτο; τέταρτο; τελευταί*', month: 'μήνα' },
  ar: {
    ordinals: 'الأول, الأولى; الثاني, الثانية; الثالث, الثالثة; الرابع, الرابعة; الأخير, الأخيرة',
    month: 'شهر, الشهر',
    isBehind: true,
  },
  he: {
    ordinals: 'הראשון, הראשונה; השני, השנייה; השלישי, השלישית; הרביעי, הרביעית; האחרון, האחרונה',
    month: 'חודש, החודש',
    isBehind: true,
  },
  hi: {
    ordinals: 'पहला, पहले, पहली; दूसरा, दूसरे; तीसरा, तीसरे; चौथा, चौथे; अंतिम, आखिरी',
    month: 'महीने, माह',
  },
  th: { ordinals: 'แรก; ที่สอง; ที่สาม; ที่สี่; สุดท้าย', month: 'เดือน', isBehind: true },
  vi: { ordinals: 'đầu tiên; ; ; ; cuối cùng', month: 'tháng', isBehind: true },
  zh: {
    ordinals:
      '第一个, 第一個, 第一; 第二个, 第二個, 第二; 第三个, 第三個, 第三; 第四个, 第四個, 第四; 最后一个, 最後一個',
    month: '每月, 每个月, 每個月, 当月',
  },
  ja: { ordinals: '第一, 第1; 第二, 第2; 第三, 第3; 第四, 第4; 最終', month: '毎月, 各月' },
  ko: {
    ordinals:
      '첫째 주, 첫째, 첫 번째; 둘째 주, 둘째, 두 번째; 셋째 주, 셋째, 세 번째; 넷째 주, 넷째, 네 번째; 마지막 주, 마지막',
    month: '매월, 매달',
  },
};
