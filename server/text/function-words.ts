/**
 * Function words: articles, pronouns, prepositions, auxiliaries and question words. Words that may be a topic in any of
 * these languages ("open", "cost", "way") are left out. A key may name several languages.
 */
export const functionWords = {
  en: `a about after all also although am an and any anybody anyone anything are as at be because been
  before being both but by can cannot could did do does doing done during each either else ever every
  for from get gets give given go goes going got had has have having he her here hers him his how
  however i if in into is it its itself just know let like make many may me might mine more most much
  must my myself near need no nor not of off on one only onto or other our ours out over own per
  please shall she should since so some somebody someone something such take takes tell than that the
  their theirs them then there these they thing this those through to too under until up upon us used
  very want was we were what whatever when where whether which while who whom whose why will with
  without would yes yet you your yours`,
  de: `ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis
  bist bitte da dabei dafür damit dann daran darauf darf das dass davon dazu dein deine dem den denn
  der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen ein eine einem
  einen einer eines er es etwas euch euer für gab geben gegen gehabt gemacht gibt habe haben hat hatte
  hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden
  jeder jedes jetzt kann kannst kein keine keinen können könnte machen man mehr mein meine meinem
  meinen meiner mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sein seine sich sie sind
  so soll sollen sollte über um und uns unser unsere unter viel viele vom von vor wann war waren warum
  was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wir
  wird wo woher wohin wurde wurden zu zum zur zwischen
  wieviel wieviele`,
  fr: `a à afin ai ainsi alors après as au aucun aussi autre autres aux avait avant avec avez avoir avons
  c ça car ce cela ces cet cette ceux chaque chez comme comment d dans de depuis des dès donc dont du
  elle elles en encore entre es est et étaient était être eu eux faire fait faut font il ils j je l la
  le les leur leurs lors lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où
  par pas pendant peu peut peuvent peux plus plusieurs pour pourquoi pouvez puis qu quand que quel
  quelle quelles quels qui quoi s sa sans se sera ses si soit son sont sous suis sur t ta tes toi ton
  tous tout toute toutes très tu un une vos votre vous y
  combien laquelle lequel lesquelles lesquels`,
  'es pt': `a al algo algún alguna ante antes aquel as até cada com como cómo con cual cuál cuáles cuando cuándo
  cuanto cuánto cuánta cuántos cuántas da das de del desde do donde dónde dos e el ella ellas ellos em
  en entre era es esa ese eso essa esse esta está estaba están estar este esto estos eu foi fue fueron
  ha haber había hasta hay isso isto la las le les lo los más mas me mi mis mucho muy na não nas nem ni
  no nos nós nosotros nuestra nuestro num numa o onde os otra otro ou para pela pelo pero pode podem
  poder por porque pra puede pueden puedo qual quais quando quanto quanta quantos que qué quem quien
  quién quiénes se sé sem ser si sí sin sobre son sou soy su sua suas sus também tan te tem têm tener
  tengo teu tiene tienen tu um uma un una unas unos usted ustedes vocês você y ya yo`,
  it: `ad agli ai al alla alle allo anche c che chi ci come con cosa cui da dagli dal dalla dalle dei degli
  del della delle dello di dopo dove e è era essere fa fare fino fra fu gli ha hanno ho i il in io l la
  le lei li lo loro lui ma mi mia mio ne negli nei nel nella nelle noi non nostra nostro o per perché
  più poi posso può qual quale quali quando quanta quanti quanto quella quello questa queste questi
  questo si sia sono su sua sul sulla suo ti tra tu tutti tutto un una uno vi voi vostra vostro`,
  nl: `aan al alle als bij dan dat de deze die dit door dus een en er ga gaat geen had heb hebben heeft het
  hier hij hoe hun ik in is ja je jij jullie kan kunnen kunt maar mag me meer met mij mijn moet moeten
  na naar niet nog nu of om onder ons onze ook op over te toch tot u uit uw van veel voor waar waarom
  wanneer waren was wat we welk welke werd wie wij wil worden wordt zal ze zich zij zijn zo zonder
  hoeveel`,
  ru: `а без более бы был была были было быть в вам вас ваш весь во вот все всех вы где да для до его ее
  если есть еще же за и из или им их к как какая какие какой какова каковы когда кого кто куда ли
  между меня мне может можно мой мы на над нам нас наш не него нее нет ни но о об он она они оно от
  откуда очень по под почему при про с сколько со та так также там те тем то того тоже только том ты у
  уже что чтобы чем эта эти это этого этой этом этот я`,
  ar: `أن أنا أو أي أين إذا إلى إن التي الذي الذين أم بعد بين ثم حتى ذلك عن عند على عليه غير فقط في قبل قد
  كان كانت كل كم كما كيف لا لم لماذا لن له لها لي لكن ليس ما ماذا مع من متى منذ مما نحن هذا هذه هل هم
  هناك هنا هو هي و يا يكون يمكن يمكنني`,
} as const;

/**
 * Function words of further languages. Some are a topic in another language ("cat" is "how much" in Romanian, "ten" is
 * "this" in Polish), so that they count only where the language is known.
 */
export const furtherFunctionWords = {
  pl: `a aby albo ale bardzo bez bo był była było być by chcę chcemy co coś czego czy czym dla do dlaczego gdy gdzie go i ich
  ile ilu im ja jak jaka jaki jakie jakich jako je jego jej jest jestem jesteście jeszcze jeśli już kiedy kim kto która
  które którego który których ku lub ma macie mam mamy mają mi mnie moje mogę można możemy musi muszę my mój na nad nam nas
  nasz nasza nie niż o od oraz pan pani po pod przed przez przy są się skąd ta tak także tam te tego tej ten też to tu ty
  tych tym u w was wasz wasza we wy z za ze że żeby`,
  cs: `a aby ale ani asi až bez bude být by byl byla bylo bych chci co což či do ho i já jak jaká jaké jaký jako je
  jeho její jejich jen jestli ještě jsem jsi jsme jsou jste k kam kde kdo kdy když ke kolik která které který kvůli ma má
  máme máte mají mám mě mezi mi mohou mohu můj můžeme můžete může můžu my na nad nám nás náš nebo než ní o od on ona oni
  pak po pod podle pro proč před přes při s se si ta tady tak také tam te ten tento to toho tu ty u už v vám vás váš vaše
  ve vy z za ze že dá`,
  sv: `alla allt att av bara blir då de deras dem den denna det detta dig din du där efter eller en er era ett få får för från
  ha hade han har hans hon honom hos hur i igen in inga ingen inte jag kan kunde man med mellan men mer mig min mina mot
  mycket måste ni nu när nån någon något några och om oss på samma sedan sin sina själv ska skulle som så till ut under upp
  vad var vara varför varje vart vem vi vid vilka vilken vilket vill vår våra än är över`,
  'da nb': `af alle alt at av bare bliver blir da de den denne der dere deres det dette dig du efter eller en end er et etter for
  fordi fra før få får gjør han har hos hun hva hvad hvem hver hvilke hvilken hvilket hvor hvordan hvorfor hvornår hvis i
  ikke ikkje ind inn ja jeg jer jeres kan kunne man med meg meget mellem mellom men mer mig min mine mod må mye måtte når no
  noe noen nogen noget nu nå og også om op opp oss os over på samme seg sig sin skal skulle som så til ud under ut var ved
  vi vil ville vores vår våre være å`,
  fi: `ei eivät emme en että ette he hän häntä ja jo joka jos kai kaikki kanssa ketkä koska kuin kuinka kuka kun kuten kyllä me
  meidän meillä mihin mikä mikäli miksi millainen millä milloin minkä minne minun minulla minä missä mistä mitä mitkä monta
  mutta mukaan myös nämä ne niin niitä noin nyt ole olen olet olette oletko oli olla on onko ovat paljonko sama se sekä sen
  siellä siinä sinne sinun sinä sitä tai tämä tätä te teidän teillä tuo vai vain voi voiko voimme voin voinko voivat vaan`,
  tr: `acaba ama aslında bana bazı belki ben beni benim bir biri birkaç biz bize bizi bizim bu buna bunu bunun çok çünkü da daha
  de defa değil diye en gibi hangi hangisi hem hep her hiç için ile ise kaç kadar ki kim kimin mı mi mu mü mıdır midir nasıl
  ne neden nedir nerede nereden nereye niçin niye o olan olarak olur olup on ona onlar onu orada öyle sana sen siz size
  sizde sizi sizin şu şunu var vardır ve veya ya yok zaman misiniz mısınız musunuz müsünüz`,
  ro: `a acea această aceasta acel acela acest aceste acolo ai aici al ale am ar are as asta atunci au avea avem aveți ca că care
  cât câte câtă câți când ce cei cel cele chiar cine cu cum cui da dacă de decât deci deja deși din după e ea ei el ele este
  ești eu fi fie fiind fost i iar îi îl îmi în înainte între își îți la le li lor lui mai mea mei mele meu mi mult ne nici
  niște noastră noi nostru nu o ori pe pentru poate pot puteți prin sa sau se și sînt spre sub sunt sunteți ta tale te tu
  un una unde unei unele unui va vă voi vor vostru vreau`,
  hu: `a abban ahhoz aki akkor ami amely annak arra az azok azt be csak de e egy egyéb el én ennek és ez ezek ezt fel hány ha hogy
  hogyan hol honnan hová ide is itt így kell ki kik kinek közben között le lehet lesz maga már még meg mely melyik mennyi
  mennyibe mert mi miért mik mikor milyen minden mint mit mivel most nagyon ne nekem nem nincs oda olyan ő ők őket ön önök
  össze ott persze saját sem s számára szerint tehát ti tud tudok után vagy vagyok van vannak volt`,
  uk: `а або але без би був була були було бути в вам вас ваш ваша ваше ваші ви від він воно вона вони всі все де для до є же з за
  зі і із їх його її й йому коли кому котрий куди лише ми мені мій можна можу моє на над нам нас наш не неї ні ніж о
  об один по під після при про проти та так також там те тебе ти тим то того тоді той тому тут у усі хто це цей цього
  ця чи чого чому чим що щоб я як яка яке який яких які скільки звідки`,
  bg: `а аз ако али без беше би бил била били в вас ваш вашата вашите ви вие все всички във где да дали до докато друг е едва един
  една едно за защо и из или им има имате как каква какво какви какъв като кога кого които който коя където към колко ли ме
  между мен ми мога може можете можем моя на над най нас наш не него нещо ни ние никой но ня о от отколкото пак по под
  поради при през пред с са само се си скоро след сме съм сте със също т такава там те тези ти то това този той тук ту тя
  у че ще я`,
  el: `α αλλά αν ανά από αυτά αυτές αυτή αυτό αυτοί αυτός για γιατί δεν διά εάν εγώ εδώ είμαι είμαστε είναι είστε εκεί ενός
  εμείς ένα έναν ένας εσείς εσύ έχει έχετε έχουμε έχουν έχω ή η ήταν θα ίδιο και καθώς κάθε κάποιο κάποιος κατά κι μας με
  μέσα μετά μέχρι μη μην μια μία μου μπορεί μπορείτε μπορούμε μπορώ να ο οι όμως όπου όπως όταν ότι όχι παρά περί πια πιο
  ποια ποιες ποιο ποιοι ποιος ποιον πόσα πόσες πόση πόσο πόσοι πόσος πότε που πού προς πως πώς σας σε σου στα στη στην στις
  στο στον στους τα τη την της τι τις το τον του τους των υπάρχει υπάρχουν χωρίς ως`,
  he: `אבל או איזה איזו אילו אין איפה איך אל אלה אם אנחנו אני אפשר אשר את אתה אתם אתן בין גם הוא היא היה היו הייתה הם הן הנה
  הרבה זאת זה זו יותר יש כאן כדי כי כל כמה כמו כן כש לא לאן לה להם לו ליד לכם לנו לפני מאוד מאין מדוע מה מהו מהי מי מתי
  מן נו על עד עוד עם פה של שלו שלה שלי שלך שלכם שלנו שם תוך`,
  hi: `अगर अपना अपनी अपने अब आदि आप आपका आपकी आपके आपको इन इनका इस इसका इसकी इसके इसमें उन उनका उनकी उनके उस उसका उसकी उसके और
  एक एवं ऐसे कब कर करता करते करना करने करें कहाँ कहां का कि कितना कितनी कितने किन किस किसका किसकी किसके किसी की कुछ के को
  कोई कौन कौनसा क्या क्यों गया गई गए जब जहाँ जा जाता जाती जाते जैसे जो तक तब तो था थी थे दिया द्वारा न नहीं ने पर
  फिर बहुत भी मुझे में मेरा मेरी मेरे मैं यदि यह यहाँ या ये रहा रही रहे लिए ले वह वहाँ वाला वाली वाले वे सकता सकती सकते
  सभी साथ से सब ही हुआ हुई हुए हूँ है हैं हो होगा होता होती होते हम हमारा हमारे हमें कैसे कैसा`,
  fa: `آن آنها آیا از است اگر اما او ایشان این با باشد باید برای بر بعد به بود پس تا چرا چقدر چگونه چند چه چی چیست چطور خود در
  دارد دارید دارم داریم را رو شد شده شما شود ضمن کجا کجاست که کدام کسی کنم کنیم کنید کند کی ما من مگر می میتوان میتوانم
  نمی نه نیز نیست هر هست هستند هستید هم همان همه همین و ولی وی یا یک`,
  id: `ada adalah aku akan anda apa apakah atas atau bagaimana bagi bahwa belum berapa bisa bisakah boleh bolehkah dalam dan dapat
  dari dengan di dia dimana harus hanya ia ini itu jadi jika juga kalau kalian kami kamu kapan karena ke kenapa kepada kita
  lagi lain lalu lebih mana masih mereka mengapa milik namun nya oleh pada para pula punya saat saja sangat saya sebagai
  seperti serta setelah siapa sudah supaya tapi telah tentang tersebut tetapi tidak untuk yaitu yang`,
  vi: `ai bao nhiêu bằng bị bởi các cái cần chỉ cho có cũng của cùng do đã đang để đến đi đó được gì hãy hay họ không khi là lúc
  lên làm mà mấy mình một nào này nên nếu người như nhưng những ở phải ra rằng rất rồi sao sau sẽ ta tại theo thế thể thì
  tôi trên trong trước từ tuy và vẫn vào vậy về vì với xin đâu đây bạn quý`,
  zh: `的 了 吗 嗎 呢 吧 是 在 有 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 什么 什麼 怎么 怎麼 怎样 怎樣 怎么样 如何 哪 哪里 哪裡
  哪儿 哪些 哪个 哪個 多少 几 幾 谁 誰 为什么 為什麼 时候 時候 何时 何時 和 与 與 或 或者 也 都 就 还 還 不 没 沒 没有 沒有 可以 能 能否
  可否 会 會 要 想 请 請 问 問 请问 請問 这 這 那 这个 這個 那个 那個 这里 這裡 那里 那裡 被 把 从 從 到 对 對 于 於 以 及 等 之 而 并
  上 下 个 個`,
  ja: `の は が を に へ で と も や か ね よ な だ です ます でした ました ください いる ある あり い する し て た ない から まで より
  など これ それ あれ この その あの ここ そこ どこ どれ どの どう どんな 何 なに なん いつ 誰 だれ いくら いくつ なぜ どうして どうやって
  でき できる できます ありますか いますか ですか ば れ られ せ さ でしょ ん わ 私 あなた`,
  ko: `은 는 이 가 을 를 의 에 에서 에게 로 으로 와 과 도 만 까지 부터 나 이나 랑 하고 그 이것 그것 저것 여기 거기 저기 어디 어디에 어디에서
  언제 누가 누구 무엇 뭐 뭘 무슨 어떤 어떻게 어느 왜 얼마 얼마나 얼마예요 얼마인가요 몇 있나요 있어요 있습니까 있는 없나요 인가요 입니까 입니다
  합니까 하나요 해요 되나요 됩니까 수 할 하는 한 것 제 저 저는 나는 우리 좀 또 및 그리고 또는`,
  th: `ที่ ของ และ หรือ ใน เป็น มี ได้ ไม่ ไหม มั้ย หรือไม่ คือ อะไร ไหน ที่ไหน เมื่อไหร่ เมื่อไร อย่างไร ยังไง ทำไม เท่าไหร่ เท่าไร กี่ ใคร
  ผม ฉัน ดิฉัน เรา คุณ เขา มัน นี้ นั้น นี่ นั่น ให้ ไป มา จะ ก็ กับ จาก ถึง โดย เพื่อ ว่า แต่ ถ้า อยู่ แล้ว ครับ ค่ะ คะ การ ความ ซึ่ง
  ต้อง อยาก ขอ เท่า ไหร่ ใช่`,
} as const;
