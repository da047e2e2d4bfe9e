import { fold } from './fold.ts';

/** Phrases that ask for a place or for the way to it, separated by commas. One list for all languages. */
const asking = `where, whereabouts, how do i get to, how do i get there, how do we get to, how do we get there, how to get to, how to get there,
    how can i get to, how can we get to, how do you get to, how to find you, directions, what is the address, what's the address, your address, address of, which floor, what floor,
    wo, wohin, wie komme ich, wie kommt man, wie kommen wir, anfahrt, adresse, welche etage, welcher stock, où se, où est, où sont, où puis, où peut, où trouver, où dois,
    comment venir, comment arriver, comment se rendre, quelle est l'adresse, dónde, adónde, cómo llegar, cómo llego, cómo se llega, dirección, dove, come arrivare, come si arriva,
    come arrivo, come raggiungere, indirizzo, onde, como chegar, como chego, endereço, waar, hoe kom ik, hoe kom je, gdzie, jak dojechać, jak dotrzeć, kde, jak se dostanu, kudy,
    hvor er, hvor ligger, hvor finder, hvor finner, hvor kan, hvordan kommer, var är, var ligger, var finns, var kan, hur hittar, hur tar jag mig, missä, mihin voin, mistä löydän, nerede, nereye, nereden, nasıl gidilir, unde, cum ajung, hol van, hol lehet, hol tudok,
    hol található, πού, где, куда, как добраться, как проехать, как доехать, де знаходиться, де можна, де є, як дістатися, як доїхати, أين, كيف أصل, كيف نصل, איפה, איך מגיעים, कहाँ, कहां, ที่ไหน, ไปยังไง, เดินทางอย่างไร,
    ở đâu, đi như thế nào, di mana, bagaimana cara ke, 在哪, 哪里, 哪儿, 怎么去, 怎么走, 怎样去, どこ, 行き方, アクセス, 어디, 가는 길, 어떻게 가`;

const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}' -]+$/u;
const phrases = asking.split(',').map((text) => {
  const phrase = fold(text.trim()).replace(/\s+/g, ' ');
  return { phrase, isSpaced: spaced.test(phrase) };
});
const maxQuestion = 300;

/** Returns whether a question asks where something is or how to get there. */
export function asksPlace(question: string): boolean {
  const plain = fold(question.slice(0, maxQuestion)).replaceAll('’', "'");
  const words = ` ${plain.replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')} `;
  return phrases.some(({ phrase, isSpaced }) =>
    isSpaced ? words.includes(` ${phrase} `) : plain.includes(phrase),
  );
}

/** Words that say where something is, or how to get there. */
const placeWords = [
  'floor|basement|upstairs|downstairs|entrance|next to|beside|opposite|behind|in front of|corner of|street|road|lane|avenue|square|quay|stands on|located|stops? at|get off|metres|meters|miles|towards|building|courtyard|desk|exit',
  'erdgeschoss|untergeschoss|obergeschoss|stock|stockwerk|etage|keller|neben|gegenüber|hinter dem|hinter der|eingang|ecke|haltestelle|meter|richtung|gebäude|\\p{L}+(?:straße|strasse|platz|gasse|allee|ufer|weg|damm)|hof',
  'rez-de-chaussée|étage|sous-sol|à côté|en face|derrière|entrée|rue|avenue|boulevard|arrêt|mètres|bâtiment|situé\\p{L}*|descendez|piso|planta|sótano|junto a|al lado|enfrente|detrás|entrada|calle|avenida|plaza|parada|metros|edificio|situad\\p{L}*',
  'piano|accanto|di fronte|dietro|ingresso|via|piazza|viale|fermata|metri|edificio|si trova|andar|ao lado|em frente|atrás|rua|praça|paragem|prédio|begane grond|verdieping|kelder|naast|tegenover|achter|ingang|halte|gebouw',
  'parter\\p{L}*|piętr\\p{L}*|obok|naprzeciw\\p{L}*|wejści\\p{L}*|ulic\\p{L}*|przystan\\p{L}*|přízemí|patro|patře|vedle|naproti|vchod|ulice|zastávk\\p{L}*|våning\\p{L}*|bredvid|mittemot|ingång|hållplats\\p{L}*|stueetage\\p{L}*|etasje|ved siden|overfor|indgang|inngang|stoppested',
  'kat|yanında|karşısında|giriş|durağı|etaj\\p{L}*|parter|lângă|vizavi|intrare\\p{L}*|strada|όροφο\\p{L}*|ισόγειο|δίπλα|απέναντι|είσοδο\\p{L}*|οδό\\p{L}*|στάση|этаж\\p{L}*|рядом|напротив|вход\\p{L}*|улиц\\p{L}*|остановк\\p{L}*|поверх\\p{L}*|поруч|навпроти|вхід|вулиц\\p{L}*|зупинк\\p{L}*',
];
// eslint-disable-next-line no-restricted-syntax -- words, none of which repeats
const place = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${placeWords.join('|')})(?![\\p{L}\\p{M}])|\\d\\s?k?m(?![\\p{L}\\p{N}])|الطابق|بجانب|مقابل|مدخل|شارع|מול|קומה|רחוב|मंज़िल|के पास|ชั้น|ตรงข้าม|ข้าง|ถนน|tầng|bên cạnh|đối diện|lantai|sebelah|[0-9一二三地]\\s?[階楼层]|隣|向かい|入口|旁边|对面|路\\d|街\\d|号|층|옆|맞은편|입구`,
  'iu',
);

/** Returns whether a text says where something is. */
export const saysPlace = (text: string): boolean => place.test(text);
