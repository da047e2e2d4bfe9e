import { wordLists } from './word-lists.ts';

/** How much such a word counts beside one that names a topic. */
export const lightFactor = 0.25;

/**
 * Words with which visitors ask for anything: verbs of wanting, doing and coming, indefinite places and persons, and the
 * days of which the clock tells more than a text. A page that answers has others: "May I bring my dog?", "Only
 * assistance dogs may come in". Words that may be a topic elsewhere ("ticket", "open", "begin") are left out.
 */
const isListed = wordLists({
  en: `accept accepted accepts actually allow allowed allows already anywhere available availability become bring bringing
  brings brought carry come comes coming currently detail details early enter even far find finding getting got happen
  happens have hold host hosting hosts info inform information keep kind later little long look looking manage mean means
  moment nearby nothing now offer offered offering offers often old own people permit permitted person place places
  planning possible possibly provide provided provides quick quickly really see show soon somewhere sort still stuff
  suppose supposed take taken taking tell thing things today tomorrow tonight try trying type use used uses using usually
  visit visiting visits wanna wanted wants way wear wearing wish wonder wondering year years yesterday`,
  de: `akzeptiere akzeptieren akzeptiert aktuell alt angeboten anbieten anziehen anschauen ansehen art benutzen benutze
  benötige benötigen besuche besuchen besucht bevor biete bieten bietet brauche brauchen braucht bringe bringen bringt
  dinge ding eigentlich einfach entscheide entscheiden erhältlich erlaubt erstmal etwa euer eure eurem euren finde finden
  findet frage geben gehe gehen geht gern gerne gestattet gestern genau habt halt heute hause herausfinden info infos
  informationen irgendwas irgendwo jemand jemanden klein komme kommen kommt könnt lange leute mag mal menschen mitbringen
  mitnehmen möchte möchten möglich momentan morgen müsst nehmen nehmt niemand nötig nutzen nutze oft ort person personen
  raus rein sachen sagen schauen schnell schon sehen seid sollt stattfinden stattfindet stelle suche suchen sucht tragen
  tun tut überhaupt verfügbar verwenden vielleicht vorbei weit weiß wirklich wissen wollen wollt wollte will würde würden
  zeigen zuerst zugelassen dürft gibts`,
  fr: `accepte accepter acceptez aide aider aimerais aller allez amener apporter aujourd autorisé autorisés avant besoin
  cherche chercher choses chose demain demander disponible disponibles emmener endroit existe faites gens
  habituellement info infos informations lieu loin longtemps maintenant mettre moment note offrez offrir parfois permis
  personne personnes porter possible possibles prendre proposez proposer quelque quelqu savoir souhaite souhaiterais
  souvent toujours trouve trouver trouvez utiliser venez venir viens vient visite visiter voir voudrais vouloir voulez veux
  vraiment ans hier`,
  'es pt': `aceitam aceitar aceptan aceptar agora ahora ajuda algo alguém alguien amanhã años anos ayuda buscar busco coisa coisas
  cosa cosas disponible disponível encontrar encontro encuentro encuentra existe fica gente gostaria hoje hoy informação
  informações información ir levar llevar longe lejos lugar lugares mañana mucho necesitar necesito oferecem oferecer
  ofrecen ofrecer pessoa pessoas permite permiten permitido permitida persona personas pessoalmente posible possível
  preciso precisa procurar procuro querer queria quero quiero quisiera saber sitio sítio tiempo trazer traer usar utilizar
  venir ver vestir vir visita visitar visito voy vou ayer ontem`,
  it: `accettano accettare accettate adesso aiuto andare anni attualmente avete bisogno cerca cercare cerco consentito
  disponibile disponibili domani esiste gente indossare informazioni lontano luogo oggi offrire offrite ora persona
  persone permesso portare porto possibile posto prendere qualcosa qualcuno sapere spesso trova trovare trovo usare
  utilizzare vado vedere venire vengo visita visitare volere vogliamo voglio vorrei ieri`,
  nl: `aanbieden accepteert accepteren beschikbaar bieden brengen dragen gaan gebruiken gisteren graag hulp iemand iets info
  informatie jaar kijken kom komen komt lang meebrengen meenemen mensen mogelijk morgen nemen nodig ooit personen plaats
  plek toegestaan vaak vandaag ver vind vinden wil willen zien zoek zoeken`,
  'pl cs da nb sv tr': `chcę chciałbym chciałabym dostępne dostępny dziś dzisiaj jutro ktoś coś ludzie miejsce można możliwe potrzebuję
  przyjść przynieść szukam teraz wziąć zabrać znaleźć dnes zítra chci chtěl někdo něco místo možné potřebuji přinést
  hledám lidé bruge finde findes få gerne har kan komme medbringe mulig nogen noget besøge tage ta tilbyder bruke
  finne gjerne noen noe trenger använda behöver besöka finna finns gärna idag imorgon komma möjligt någon något
  plats vill söker bugün yarın istiyorum getirmek getirebilir gelmek bulmak kullanmak mümkün biri bir şey yer`,
  'ru uk': `взять есть завтра знать ищу использовать люди место найти нужно нужен нужна посетить посещать предлагаете
  приехать прийти принести разрешено разрешается сегодня сейчас принимаете хотел хотела хочу доступно возможно
  знайти зараз можна потрібно прийти принести сьогодні хочу`,
  ar: `أحتاج أحضر أريد أستطيع اجلب احضار الآن إحضار اليوم تقدمون توجد شيء شخص غدا لديكم متاح مسموح مكان ممكن نستطيع هناك
  يسمح يوجد يمكننا`,
});

/** Returns whether a folded word tells little of a question's topic, beside one that does. */
export const isLight = (word: string, language = ''): boolean => isListed(word, language);
