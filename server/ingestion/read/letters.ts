/** Letters of one language and the encodings that it is written in. */
export interface Language {
  /** Labels of the Encoding Standard; the first wins if two decode a text to the same. */
  encodings: readonly string[];
  /** Lower case; of Latin alphabets only the letters beyond ASCII. */
  letters: ReadonlySet<string>;
  /** The letters that make up most of a text. */
  common: ReadonlySet<string>;
}

const western = ['windows-1252'];
const central = ['windows-1250', 'iso-8859-2'];
const cyrillic = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866'];
const chinese = ['gb18030', 'big5'];
const japanese = ['shift_jis', 'euc-jp'];

const latin = (encodings: readonly string[], letters: string): Language => ({
  encodings,
  letters: new Set(letters),
  common: new Set(letters),
});

/** @param letters of the alphabet, the commonest first */
const alphabet = (encodings: readonly string[], letters: string): Language => ({
  encodings,
  letters: new Set(letters),
  common: new Set([...letters].slice(0, Math.ceil([...letters].length * 0.45))),
});

export const latinLanguages: readonly Language[] = [
  latin(western, 'äöüß'),
  latin(western, 'àâæçéèêëîïôœùûüÿ'),
  latin(western, 'áéíñóúü'),
  latin(western, 'áâãàçéêíóôõú'),
  latin(western, 'àèéìíîòóùú'),
  latin(western, 'åäöé'),
  latin(western, 'æøåéò'),
  latin(western, 'áéíóúýþæöð'),
  latin(['macintosh'], 'äöüßàâçéèêëîïôùûáíñóúåæøœ'),
  latin(central, 'ąćęłńóśźż'),
  latin(central, 'áčďéěíňóřšťúůýž'),
  latin(central, 'áäčďéíĺľňóôŕšťúýž'),
  latin(central, 'áéíóöőúüű'),
  latin(central, 'ăâîşţ'),
  latin(['iso-8859-16'], 'ăâîșț'),
  latin(central, 'čćđšž'),
  latin(['windows-1254'], 'çğıöşüâîû'),
  latin(['windows-1257'], 'ąčęėįšųūž'),
  latin(['windows-1257'], 'āčēģīķļņšūž'),
  latin(['windows-1257'], 'äöõüšž'),
];

export const otherLanguages: readonly Language[] = [
  alphabet(cyrillic, 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  alphabet(cyrillic, 'оанівирестклумдпзябьгчйхцїюєжшщфґ'),
  alphabet(['windows-1253', 'iso-8859-7'], 'αοιετσνηυρπκμλςωόάίέγδήθύφβχξώζψϊϋΐΰ'),
  alphabet(['windows-1255', 'iso-8859-8'], 'יוהלארתבשמנםדכעקפסחטגצזןףךץ'),
  alphabet(['windows-1256', 'iso-8859-6'], 'ايلمنوترةبعدسفهكقحجىأشطصخضذزثئءغإؤظآپچکگی'),
  alphabet(['windows-874'], 'านรอกเงมยลวดทตสตคปบหพชแขใจไผโถธซฉภญศษณฐฟฮฏฎฌฆฑฒฬฦฤ'),
];

const han = new Set(
  '的一是不了人我在有他中大上到子和你地出道也年得就那要下以生自去之家可小心多天而能好都然日起成事只作想看文手十用主行方又如前所本面公同三已老明些次理重新物很高最月加外分名太原因利比工化金平全使或其部二第市世水第五四定本四民此表者法于么' +
    '这来国个说们为时过学对里后没还发当开经头从动两长会着她见进现样点间问关机气实体应' +
    '這來國個說們為時過學對裡後沒於還發當開經頭從動兩長會著見進現樣點間問關機氣實體應館閉請電話',
);
const kana =
  'のにはをたがでてとしれさるいかなもこりまらすっんそくおだあよけつうアンスルイトラリクーシドジテタレカプフロマコサデキ';
const hangul =
  '이다는의에가를은을하고지한기로사도서해시대어인리자정있들나과년수상그여보전일장부제공을주구성국스니라원용아만적동유와으계면';

export const eastAsianLanguages: readonly Language[] = [
  { encodings: japanese, letters: new Set(kana), common: new Set([...kana, ...han]) },
  { encodings: chinese, letters: new Set(), common: han },
  { encodings: ['euc-kr'], letters: new Set(), common: new Set(hangul) },
];
