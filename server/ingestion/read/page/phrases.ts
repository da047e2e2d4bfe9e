/** Phrases that sites put between and around their texts, in the languages of most of the web. */
const pattern = (lines: readonly string[], flags = 'iu') =>
  // eslint-disable-next-line no-restricted-syntax -- for lines of at most 70 characters
  new RegExp(`^(${lines.join('|')})$`, flags);

/** Lines above links to other pages, or above comments. */
const heads = pattern([
  '((more|other|latest|recent|popular|trending|top|featured|related|recommended|similar) )+(\\S+ ){0,2}(articles?|posts?|stories|news|content|links|topics|reading|videos?|tags?|coverage|headlines|products|searches|comments)( .{0,20})?',
  'related|see also|up next|next|previous|topics|tags|filed under|categories|keep reading|further reading',
  'read (more|also|next)|(don.t|do not) miss|most (read|popular|viewed|shared)( .{0,25})?|what to read next',
  'you (may|might)( also)? (like|enjoy|be interested in)( .{0,15})?|recommended( for you)?|more (from|on|in|like) .{0,40}',
  'comments?( \\(?\\d+\\)?)?|\\d+ comments?|leave a (comment|reply)|post a comment|join the (conversation|discussion)',
  'about the authors?|share (this|on|via)( .{0,20})?',
  'voc[eê] (pode|tamb[eé]m).{0,25}|leia (tamb[eé]m|mais)|(artigos|posts|not[ií]cias) relacionad[oa]s|coment[aá]rios',
  'lea tambi[eé]n|te puede interesar|art[ií]culos relacionados|relacionad[oa]s|comentarios',
  'lesen sie auch|mehr zum thema|das k[oö]nnte (sie|dich) auch interessieren|(verwandte|ähnliche) (artikel|beiträge|themen)|kommentare',
  '(articles?|sujets) (similaires|li[eé]s|connexes)|[aà] lire (aussi|[eé]galement)|voir aussi|commentaires',
  'leggi anche|articoli correlati|potrebbe interessarti|commenti|lees ook|gerelateerde? .{0,12}|reacties',
  'czytaj (też|także)|powiązane|читайте также|по теме|похожие .{0,20}|комментарии',
  '関連記事|関連.{0,6}|コメント|相关(文章|阅读|新闻|推荐)|评论|관련 ?기사|댓글|baca juga|artikel terkait|ilgili haberler',
]);

/** Whether a line is the heading of a list of links or of comments. */
export const isListHead = (text: string) =>
  text.length <= 70 &&
  heads.test(
    text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, ''),
  );

const marks = pattern([
  'advert|advertisements?|anzeige|publicidade|publicidad|publicité|pubblicità|reklama?|реклама|iklan|広告|sponsored( links)?',
  'share|image|photo|video|caption|close|loading|print|text size|skip ad|(story|article) continues below( .{0,20})?',
  '\\d{1,3}|\\d{1,4} ?shares?|(image|photo|slide) \\d+ (of|/) \\d+|\\d+ min(ute)?s? read',
]);

/** Whether a line is a label of the page's controls, advertisements or pictures. */
export const isMark = (text: string) =>
  text.length <= 50 &&
  marks.test(
    text.replace(/^[\s([|•·»›–—-]+/, '').replace(/(?<![\s)\]|•·»›–—:.…-])[\s)\]|•·»›–—:.…-]+$/, ''),
  );

const credited =
  // eslint-disable-next-line redos/no-vulnerable -- for lines of less than 350 characters
  /\((image|photo|picture|pic|credit|foto|bild|source)s?( credit)?: ?[^)]*\)\)?$|\((ap|afp|reuters) photo[^)]*\)$|(getty( images)?|shutterstock|istock|unsplash|alamy|wikimedia( commons)?|\/ ?(ap|afp|reuters))\)?$/i;

/** Whether a line is the credit of a picture. */
export const isCredit = (text: string) =>
  (text.length < 120 &&
    /^((photo|image|picture|foto|bild)s?( credit)?( by|:)|credit:|©)/i.test(text)) ||
  (text.length < 350 && credited.test(text));

const appeal =
  // eslint-disable-next-line redos/no-vulnerable -- for lines of less than 300 characters
  /\b(sign up|subscribe|register)\b.*\b(newsletters?|e-?mails?|inbox|updates|alerts|channel)\b|\bnewsletters?\b.*\b(sign up|subscribe)\b|\bfollow .{0,60} on (twitter|facebook|instagram|linkedin|youtube)\b|\breach(ed)? .{0,60}(at|on) |\b(in|to) your (inbox|letterbox|door)\b|\b(get|receive)\b.{0,80}\b(delivered|newsletter|by e-?mail)\b|\b(newsletter|abo)\b.{0,40}\b(abonnieren|bestellen|anmelden)\b|\b(abonnez|inscrivez)-vous\b|\b(suscr[ií]bete|inscreva-se|assine|iscriviti)\b/i;

/** Whether a line asks the reader to follow, to write or to subscribe. */
export const isAppeal = (text: string) => text.length < 300 && appeal.test(text);

const stamp =
  /^(by|von|par|por|di|da|от|автор|published|updated|posted|first published|last updated)\b[^.!?]{0,80}$/iu;
const date = /\b(19|20)\d\d\b|\b\d{1,2}:\d\d\b/;

/** Whether a line is a byline or a date, not a sentence. */
export const isStamp = (text: string) =>
  (text.length < 100 && stamp.test(text)) ||
  (text.length < 160 && date.test(text) && !/[.!?…:。]["”’)]*$/.test(text));
