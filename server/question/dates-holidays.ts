/**
 * Public holidays. A day is `12-25`, `easter-2` (days from Easter Sunday), or `5 1 -1`: month, weekday from Sunday 0,
 * and how many-th of the month; -1 is the last. Phrases are as in `DayWords`; empty if the names are there.
 */
export interface HolidayWords {
  /** Names of public holidays in general; the first one is searched for. */
  general: string;
  /** Holidays wherever most speakers of the language live: their date is one, too. */
  common: Readonly<Record<string, string>>;
  /** Holidays of some places: one that is named is meant as such. */
  local?: Readonly<Record<string, string>>;
  /** Days with a name that are no public holidays. */
  others?: Readonly<Record<string, string>>;
  /** Phrases with one of the words above that name no day. */
  not?: string;
}

const christmas = { '12-25': '', '12-26': '' };

export const holidayWords: Readonly<Record<string, HolidayWords>> = {
  en: {
    general:
      'public holiday, public holidays, bank holiday, bank holidays, bank hol, bank hols, national holiday, national holidays, federal holiday, federal holidays, statutory holiday, statutory holidays, stat holidays, legal holiday, legal holidays',
    common: { '1-1': '', 'easter-2': 'good friday', 'easter+1': 'easter monday', ...christmas },
    local: {
      '5 1 1': 'may day bank holiday, early may bank holiday, may bank holiday',
      '5 1 -1': 'spring bank holiday, late may bank holiday, memorial day',
      '8 1 -1': 'august bank holiday, summer bank holiday',
      '3-17': "st patrick's day, st patricks day",
      '1-26': 'australia day',
      '4-25': 'anzac day',
      '7-1': 'canada day',
      '7-4': 'independence day, fourth of july',
      '6-19': 'juneteenth',
      '9 1 1': 'labor day, labour day',
      '11-11': 'veterans day',
      '11 4 4': 'thanksgiving, thanksgiving day',
    },
  },
  de: {
    general: 'feiertag*',
    common: {
      ...{ '1-1': '', 'easter-2': 'karfreitag*', 'easter+1': 'ostermontag*' },
      '5-1': 'tag der arbeit, maifeiertag*, erster mai, ersten mai',
      'easter+39': 'christi himmelfahrt, himmelfahrt*',
      'easter+50': 'pfingstmontag*',
      '10-3': 'tag der deutschen einheit, deutsche einheit',
      ...christmas,
    },
    local: {
      '1-6': 'heilige drei könige, heiligen drei könige, dreikönigstag*',
      'easter+60': 'fronleichnam*',
      '8-1': 'bundesfeiertag*',
      '8-15': 'mariä himmelfahrt',
      '10-26': 'nationalfeiertag*',
      '10-31': 'reformationstag*',
      '11-1': 'allerheiligen*',
      '12-8': 'mariä empfängnis',
    },
    others: { 'easter+49': 'pfingsten, pfingstsonntag*' },
  },
  fr: {
    general: 'jours fériés, jour férié, fériés, férié',
    common: {
      ...{ '1-1': '', 'easter+1': 'lundi de pâques', '5-1': 'fête du travail, premier mai' },
      'easter+39': "ascension, jeudi de l'ascension",
      'easter+50': 'lundi de pentecôte',
      '8-15': 'assomption',
      '11-1': 'toussaint',
      '11-11': 'armistice',
      '12-25': '',
    },
    local: {
      '5-8': 'fête de la victoire',
      '7-14': 'fête nationale',
      'easter-2': 'vendredi saint',
      '12-26': 'saint-étienne',
    },
    others: { 'easter+49': 'pentecôte, dimanche de pentecôte' },
    not: 'vacances de la toussaint, vacances de toussaint, congé de toussaint, congés de toussaint',
  },
  es: {
    general:
      'festivos, festivo, días festivos, día festivo, feriados, feriado, días feriados, día feriado',
    common: {
      ...{ '1-1': '', '1-6': 'día de reyes, reyes magos, epifanía' },
      ...{ 'easter-3': 'jueves santo', 'easter-2': 'viernes santo' },
      '5-1': 'día del trabajo, día del trabajador, primero de mayo',
      '8-15': 'asunción',
      '10-12': 'día de la hispanidad, día del pilar, día de la raza',
      '11-1': 'todos los santos',
      '12-8': 'inmaculada concepción, inmaculada',
      '12-25': '',
    },
    local: {
      'easter+1': 'lunes de pascua',
      '12-6': 'día de la constitución',
      '12-26': 'san esteban',
    },
  },
  it: {
    general: 'festivi, giorni festivi, giorno festivo, festività',
    common: {
      ...{ '1-1': '', '1-6': 'epifania, befana' },
      'easter+1': "pasquetta, lunedì di pasqua, lunedì dell'angelo",
      '4-25': 'festa della liberazione',
      '5-1': 'festa dei lavoratori, festa del lavoro, primo maggio',
      '6-2': 'festa della repubblica',
      '8-15': 'ferragosto',
      '11-1': 'ognissanti, tutti i santi',
      '12-8': 'immacolata concezione, immacolata',
      ...christmas,
    },
    others: { 'easter-2': 'venerdì santo' },
  },
  pt: {
    general: 'feriados, feriado',
    common: {
      ...{ '1-1': '', 'easter-2': 'sexta-feira santa, sexta santa, paixão de cristo' },
      '5-1': 'dia do trabalhador, dia do trabalho, primeiro de maio',
      '12-25': '',
    },
    local: {
      ...{ 'easter-47': 'carnaval', 'easter+60': 'corpo de deus, corpus christi' },
      '4-21': 'tiradentes',
      '4-25': 'dia da liberdade',
      '6-10': 'dia de portugal',
      '8-15': 'assunção',
      '9-7': 'dia da independência',
      '10-5': 'implantação da república',
      '10-12': 'nossa senhora aparecida',
      '11-1': 'todos os santos',
      '11-2': 'finados',
      '11-15': 'proclamação da república',
      '12-1': 'restauração da independência',
      '12-8': 'imaculada conceição',
    },
  },
  nl: {
    general: 'feestdagen, feestdag',
    common: {
      ...{ '1-1': '', 'easter+1': 'tweede paasdag, 2e paasdag, paasmaandag' },
      '4-27': 'koningsdag',
      'easter+39': 'hemelvaartsdag, hemelvaart',
      'easter+50': 'tweede pinksterdag, 2e pinksterdag, pinkstermaandag',
      ...christmas,
    },
    local: { '5-5': 'bevrijdingsdag' },
    others: { 'easter-2': 'goede vrijdag', 'easter+49': 'pinksteren, eerste pinksterdag' },
  },
  pl: {
    general:
      'święta, dni świąteczne, dniach świątecznych, dni ustawowo wolne, święta państwowe, święto państwowe',
    common: {
      ...{ '1-1': '', '1-6': 'trzech króli', '5-1': 'święto pracy', '5-3': 'święto konstytucji' },
      'easter+1': 'poniedziałek wielkanocny, lany poniedziałek',
      'easter+60': 'boże ciało',
      '8-15': 'wniebowzięcie',
      '11-1': 'wszystkich świętych',
      '11-11': 'święto niepodległości',
      ...{ '12-24': '', ...christmas },
    },
    others: { 'easter-2': 'wielki piątek' },
  },
  ru: {
    general:
      'праздничные дни, праздничным дням, праздничных дней, праздники, праздникам, праздничные',
    common: {
      ...{ '1-1': '', '1-7': '', '2-23': 'день защитника отечества', '3-8': 'женский день' },
      ...{ '5-1': 'праздник весны и труда', '5-9': 'день победы', '6-12': 'день россии' },
      '11-4': 'день народного единства',
    },
  },
  tr: {
    general: 'resmi tatil*, bayram*',
    common: {
      ...{ '1-1': '', '4-23': 'çocuk bayramı*', '5-1': 'işçi bayramı*' },
      ...{ '5-19': 'gençlik ve spor bayramı*', '7-15': 'demokrasi ve milli birlik günü*' },
      ...{ '8-30': 'zafer bayramı*', '10-29': 'cumhuriyet bayramı*' },
    },
  },
  sv: {
    general: 'helgdagar, helgdag, helgdagarna, röda dagar, röd dag',
    common: {
      ...{ '1-1': '', '1-6': 'trettondagen, trettondedag jul', 'easter-2': 'långfredag*' },
      ...{ 'easter+1': 'annandag påsk', '5-1': 'första maj', '6-6': 'nationaldagen' },
      'easter+39': 'kristi himmelsfärdsdag*',
      ...christmas,
    },
  },
  da: {
    general: 'helligdag*',
    common: {
      ...{ '1-1': '', 'easter-3': 'skærtorsdag*', 'easter-2': 'langfredag*' },
      'easter+1': 'anden påskedag, 2. påskedag',
      'easter+39': 'kristi himmelfartsdag*',
      'easter+50': 'anden pinsedag, 2. pinsedag',
      ...christmas,
    },
    others: { '6-5': 'grundlovsdag*' },
  },
  nb: {
    general: 'helligdag*, røde dager, rød dag, høytidsdager',
    common: {
      ...{ '1-1': '', 'easter-3': 'skjærtorsdag*', 'easter-2': 'langfredag*' },
      'easter+1': 'andre påskedag, 2. påskedag',
      '5-1': 'første mai',
      '5-17': 'syttende mai, grunnlovsdagen, nasjonaldagen',
      'easter+39': 'kristi himmelfartsdag*',
      'easter+50': 'andre pinsedag, 2. pinsedag',
      ...christmas,
    },
  },
  fi: {
    general: 'pyhäpäivä*, pyhäpäivi*, arkipyhä*, juhlapyhä*, pyhinä',
    common: {
      ...{ '1-1': '', '1-6': 'loppiainen, loppiaisena', 'easter-2': 'pitkäperjantai*' },
      'easter+1': 'toinen pääsiäispäivä, 2. pääsiäispäivä',
      ...{ '5-1': 'vappu, vappuna', 'easter+39': 'helatorstai*', '12-6': 'itsenäisyyspäivä*' },
      ...{ '12-25': '', '12-26': 'tapaninpäivä*' },
    },
  },
  cs: {
    general: 'svátky, svátek, svátcích, státní svátky, státní svátek, státních svátcích',
    common: {
      ...{ '1-1': '', 'easter-2': 'velký pátek', 'easter+1': 'velikonoční pondělí' },
      ...{ '5-1': 'svátek práce', '5-8': 'den vítězství', '7-5': '', '7-6': '' },
      ...{ '9-28': 'den české státnosti', '10-28': '', '11-17': '', '12-24': '', ...christmas },
    },
  },
  ro: {
    general: 'sărbători legale, sărbătorile legale, sărbătoare legală, sărbători, sărbătorile',
    common: {
      ...{ '1-1': '', '1-2': '', '1-24': '', 'easter-2': 'vinerea mare' },
      ...{ 'easter+1': 'a doua zi de paște', '5-1': 'ziua muncii', '6-1': 'ziua copilului' },
      ...{ 'easter+50': 'a doua zi de rusalii', '8-15': 'adormirea maicii domnului' },
      ...{ '11-30': 'sfântul andrei', '12-1': 'ziua națională', ...christmas },
    },
  },
  uk: {
    general: 'святкові дні, святковим дням, святкових днів, державні свята, свята',
    common: {
      ...{ '1-1': '', '3-8': 'міжнародний жіночий день', '5-1': 'день праці' },
      ...{ '8-24': 'день незалежності', '12-25': '' },
    },
  },
  el: {
    general: 'αργίες, αργία, αργιών, επίσημες αργίες',
    common: {
      ...{ '1-1': '', '1-6': 'θεοφάνεια', 'easter-48': 'καθαρά δευτέρα', '3-25': '' },
      ...{ 'easter-2': 'μεγάλη παρασκευή', 'easter+1': 'δευτέρα του πάσχα' },
      ...{ '5-1': 'πρωτομαγιά', 'easter+50': 'αγίου πνεύματος', '8-15': 'δεκαπενταύγουστος' },
      ...{ '10-28': 'επέτειος του όχι', ...christmas },
    },
  },
  ar: {
    general: 'العطل الرسمية, العطلات الرسمية, الإجازات الرسمية, الأعياد',
    common: {},
  },
  he: { general: 'חגים, החגים, ימי חג, חג', common: {} },
  hi: {
    general: 'सार्वजनिक अवकाश, राष्ट्रीय अवकाश, राजपत्रित अवकाश, सरकारी छुट्टियों',
    common: {
      ...{ '1-26': 'गणतंत्र दिवस', '8-15': 'स्वतंत्रता दिवस', '10-2': 'गांधी जयंती' },
    },
  },
  th: {
    general: 'วันหยุดนักขัตฤกษ์, นักขัตฤกษ์, วันหยุดราชการ',
    common: {
      ...{ '1-1': '', '4-13': 'สงกรานต์', '4-14': '', '4-15': '', '8-12': 'วันแม่' },
      ...{ '12-5': 'วันพ่อ', '12-10': 'วันรัฐธรรมนูญ', '12-31': '' },
    },
  },
  vi: {
    general: 'ngày lễ, ngày nghỉ lễ, ngày lễ tết, lễ tết',
    common: {
      ...{ '1-1': '', '4-30': 'ngày giải phóng', '5-1': 'quốc tế lao động', '9-2': 'quốc khánh' },
    },
  },
  zh: {
    general: '节假日, 節假日, 法定节假日, 法定假日, 公众假期, 公眾假期, 国定假日, 國定假日',
    common: { '1-1': '', '5-1': '劳动节, 勞動節', '10-1': '国庆节, 国庆, 國慶節, 國慶' },
  },
  ja: {
    general: '祝日, 国民の祝日, 祝祭日, 祭日',
    common: {
      ...{ '1-1': '', '1 1 2': '成人の日', '2-11': '建国記念の日', '2-23': '天皇誕生日' },
      ...{ '4-29': '昭和の日', '5-3': '憲法記念日', '5-4': 'みどりの日', '5-5': 'こどもの日' },
      ...{ '7 1 3': '海の日', '8-11': '山の日', '9 1 3': '敬老の日', '10 1 2': 'スポーツの日' },
      ...{ '11-3': '文化の日', '11-23': '勤労感謝の日' },
    },
  },
  ko: {
    general: '공휴일, 법정공휴일, 법정 공휴일, 국경일',
    common: {
      ...{ '1-1': '', '3-1': '삼일절', '5-5': '어린이날', '6-6': '현충일', '8-15': '광복절' },
      ...{ '10-3': '개천절', '10-9': '한글날', '12-25': '' },
    },
  },
};
