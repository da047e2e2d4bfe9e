/**
 * By language, the words that questions to a website consist of most often, and a pattern of letters or
 * endings that other languages seldom have. A language is added with both; `language.test.ts` has questions of
 * each.
 */
export const languageWords: Readonly<Record<string, { words: string; shape: RegExp }>> = {
  en: {
    words: `the is are was were do does did can could you your i my we our what when where which who how
      why of to in on at for with from and or an it this that there have has much many get will would
      should about open opening hours price prices cost shipping delivery contact help please thanks
      return refund order phone address book buy free not any near tell me be if by as after been his
      its their u r ur pls thx whats wanna gonna`,
    shape: /(?:ing|tion|ness|ould|ght)$|^(?:any|else|every|no|some)?wh\w+$/,
  },
  de: {
    words: `der die das den dem des ein eine einen einem einer ist sind war und oder nicht ich sie wir ihr
      mein was wann wo wie wer warum wieviel welche welcher welches kann kannst könnt können gibt es mit
      von zu zum zur für auf bei nach im am aus haben hat habe wird werden viel viele kostet kosten preis
      preise öffnungszeiten geöffnet versand lieferung kontakt hilfe bitte danke bestellung rückgabe
      anfahrt adresse telefon gutschein termin muss darf wurde durch als auch uhr welchem welchen wohin
      woher man noch weshalb wieso worum wofür womit woran worüber wodurch seit bis ab oft um über unter wenn sich`,
    shape: /ß|ä\w|[äöü]|(?:ung|ungen|heit|keit|lich|isch|schaft)$|sch|tz|^(?:ge|ver|be)\w+t$/,
  },
  fr: {
    words: `le la les un une des du de est sont et ou où je vous nous mon ma votre vos que qui quoi quand
      comment pourquoi combien quel quelle quels quelles dans sur avec pour par pas plus il elle ce cette
      ces au aux en y a puis peut peux pouvez avoir êtes êtres coûte prix tarif tarifs horaires ouvert
      ouverture livraison contact aide merci commande retour remboursement adresse téléphone bonjour quelles sans chez
      être fait faire`,
    shape: /ç|œ|[èêâîôû]|^(?:qu|[dlcjnmst])['’]|(?:tion|ment|eux|aux|eau|ière|ées?|ais|ait)$/,
  },
  es: {
    words: `el la los las un una unos de del es son está están y o yo usted mi su sus qué que cuándo cuando
      dónde donde cómo como cuánto cuánta cuántos cuesta cuál cual cuáles quién quiénes por para con en a
      al no hay se puedo puede pueden tiene tienen precio precios horario horarios abierto abren envío
      entrega contacto ayuda gracias pedido devolución dirección teléfono hola quiero comprar cerca fue
      más desde hasta sobre sin le lo si nos me te dos muy también este esta ese eso hacer ir hace sitio
      queremos vamos somos ver cada todo todos`,
    shape: /[ñ¿¡]|(?:ción|ciones|dad|dades|mente|miento)$|[áíóú]/,
  },
  pt: {
    words: `o a os as um uma de do da dos das no na nos nas é são está e ou eu você vocês meu minha seu sua
      que quê quando onde como quanto quantos custa qual quais quem por para com em ao à não há tem têm
      posso pode preço preços horário horários aberto abre abrem entrega envio frete contato contacto
      ajuda obrigado obrigada pedido devolução endereço morada telefone olá quero comprar perto foi mais
      desde até sobre sem funcionamento`,
    shape: /[ãõ]|ç[ãõ]|(?:ção|ções|dade|mento|nh[ao]s?)$|lh|ê|â/,
  },
  it: {
    words: `il lo la i gli le un uno una di del della dei degli delle è sono e o io voi mio suo vostro che
      chi cosa quando dove come quanto quanta quanti costa quale quali perché per con in nel nella al alla
      ai da dal non c'è ci si posso può potete ha hanno prezzo prezzi orari orario aperto apertura
      aperti spedizione consegna contatti contatto aiuto grazie ordine reso indirizzo telefono ciao
      vorrei comprare vicino più sul sulla sono fra tra stato anche`,
    shape:
      /(?:zione|zioni|mente|ità|aggio|ato|ati|are|ere|ire|etti|ggi)$|gli|cch|zz|^(?:dell|nell|all|dall|sull|un|c|l|d|cos|dov)['’]|[òù]/,
  },
  nl: {
    words: `de het een en of is zijn was ik je jij u uw wij we jullie mijn wat wanneer waar hoe wie waarom
      hoeveel welke welk kan kunt kunnen van voor met naar op bij uit niet er hebben heeft heb kost kosten
      prijs prijzen openingstijden open geopend verzending bezorging levering contact hulp bedankt
      bestelling retour adres telefoon hallo graag kopen dit dat deze te aan worden wordt ook om als
      moet mag veel`,
    shape: /ij|aa|uu|ee[a-z]|oo[a-z]|(?:heid|lijk|tje|ingen|ijden)$|^ge\w+d$|ui|oe/,
  },
  pl: {
    words: `i w z na do od po za o się jest są był nie czy co kto kiedy gdzie jak ile dlaczego jaki jaka
      jakie które który mogę można mam ma masz mój dla przez przy oraz lub ten ta to tej ceny cena kosztuje
      godziny otwarcia otwarte dostawa wysyłka kontakt pomoc dziękuję zamówienie zwrot adres telefon dzień
      dobry chcę kupić jakich`,
    shape: /[łżźśćńąę]|rz|cz|sz|(?:ów|ego|ymi|ość|nie|cie)$/,
  },
  cs: {
    words: `a v s z na do od po za o se je jsou byl není co kdo kdy kde jak kolik proč jaký jaká jaké který
      která můžu mohu lze mám má můj pro při nebo ten ta to ceny cena stojí otevírací doba otevřeno doprava
      doručení kontakt pomoc děkuji objednávka vrácení adresa telefon dobrý den chci koupit jsem jste být
      platit`,
    shape: /[řěů]|[čšž]|(?:ost|ní|ých|ího|ová)$|[ýíá]/,
  },
  sv: {
    words: `och eller är var en ett det den de jag du ni vi min din er vad när hur vem varför vilka vilken
      vilket många mycket kan ska vill har hade med för till från på av i om inte finns kostar pris priser
      öppettider öppet öppna leverans frakt kontakt hjälp tack beställning retur adress telefon hej köpa får jag ta
      där som man blir mitt`,
    shape: /[åäö]|(?:ning|ningen|heter|ar|arna|erna|else|igt|ligt)$|ck|sj|ö/,
  },
  da: {
    words: `og eller er var en et det den de jeg du i vi min din jer hvad hvornår hvor hvordan hvem hvorfor
      hvilke hvilken hvilket mange meget kan skal vil har havde med for til fra på af om ikke findes koster
      pris priser åbningstider åbent åbner levering fragt kontakt hjælp tak bestilling retur adresse
      telefon hej købe må får jeg tage som man bliver mit mig jeres jer der`,
    shape: /[æø]|å|(?:else|hed|erne|ede|ning|gt)$|øj|æg/,
  },
  nb: {
    words: `og eller er var en et ei det den de jeg du dere vi min din deres hva når hvor hvordan hvem
      hvorfor hvilke hvilken hvilket mange mye kan skal vil har hadde med for til fra på av om ikke finnes
      koster pris priser åpningstider åpent åpner levering frakt kontakt hjelp takk bestilling retur
      adresse telefon hei kjøpe som man blir mitt meg`,
    shape: /[æø]|å|(?:else|het|ene|ett|ning|sjon)$|øy|kj/,
  },
  fi: {
    words: `ja tai on ovat oli ei en se ne minä sinä te me mikä mitä milloin missä miten kuinka kuka miksi
      paljonko mitkä voi voin voiko voinko onko olla että joka kanssa hinta hinnat maksaa aukioloajat auki
      toimitus yhteystiedot apua kiitos tilaus palautus osoite puhelin hei haluan ostaa mistä mihin kun
      saa saako minun teidän`,
    shape:
      /(?:aa|ää|uu|yy|ii|ssa|ssä|lla|llä|sta|stä|lta|ltä|ksi|ko|kö|nen|den|vat|vät)$|yö|uo|ää|kk|ö/,
  },
  tr: {
    words: `ve veya bir bu şu o ben sen siz biz ne nedir zaman nerede nasıl kim neden niçin kaç hangi hangisi
      var yok mı mi mu mü ile için da de den dan değil olarak fiyat fiyatlar fiyatı ücret ücreti saatleri
      saat açık kargo teslimat iletişim yardım teşekkürler sipariş iade adres telefon merhaba istiyorum
      almak kadar misiniz mısınız olan çok`,
    shape: /[ğış]|(?:lar|ler|ları|leri|nız|niz|ında|inde|iyor|ıyor|mak|mek|siniz)$|[üöç]/,
  },
  ro: {
    words: `și sau este sunt era un o la de din pe cu pentru în nu ce cine când unde cum cât câte de ce care
      pot poate puteți am are aveți al a ale mea meu preț prețul prețuri costă program programul orar
      deschis livrare contact ajutor mulțumesc comandă retur adresa telefon bună vreau să cumpăr se fi
      fost prin mai`,
    shape: /[ășțţş]|(?:ul|ului|elor|ilor|ește|ea|iei)$|â|î/,
  },
  hu: {
    words: `a az egy és vagy van vannak volt nem én te ön mi mit mikor hol hogyan hogy ki miért mennyi
      mennyibe milyen melyik lehet tudok kell az én ár árak ára kerül nyitvatartás nyitva szállítás
      kapcsolat segítség köszönöm rendelés visszaküldés cím telefon szia szeretnék venni hány ez be fel
      meg is kapható`,
    shape:
      /[őű]|sz|gy|(?:ban|ben|nak|nek|hoz|hez|tól|től|ról|ről|ás|és|ság|ség|nál|nél|kor)$|[áéíóúöü]/,
  },
  vi: {
    words: `là của và các có không cho với được này đó tôi bạn khi nào ở đâu như thế bao nhiêu gì ai tại sao
      giờ mở cửa giá tiền giao hàng liên hệ giúp cảm ơn đơn hàng trả địa chỉ điện thoại xin chào muốn mua
      những một trong thể`,
    shape: /[đơưăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/,
  },
  id: {
    words: `yang dan atau di ke dari untuk dengan ini itu apa apakah siapa kapan mana dimana bagaimana berapa
      mengapa kenapa saya anda kami kita bisa dapat ada adalah tidak harga biaya jam buka pengiriman kontak
      bantuan terima kasih pesanan pengembalian alamat telepon halo ingin membeli pada akan sudah oleh
      cara`,
    shape: /^(?:men|mem|meng|ber|ter|pen|peng)\w{3,}|(?:nya|kan|kah|ngan)$/,
  },
  ru: {
    words: `и в не на я что как где когда сколько почему кто какой какая какие какое есть ли у вас вы мне
      можно для по с из или это этот стоит цена цены часы работы открыто доставка контакты помощь спасибо
      заказ возврат адрес телефон здравствуйте хочу купить до от за был была было были при он она чем
      время`,
    shape: /[ыэъё]|(?:ого|ему|ться|ешь|ость|ение|ания)$/,
  },
  uk: {
    words: `і й в у не на я що як де коли скільки чому хто який яка які яке є чи вас ви мені можна для по з
      або це цей коштує ціна ціни години роботи відчинено доставка контакти допомога дякую замовлення
      повернення адреса телефон вітаю хочу купити до від за та був була було`,
    shape: /[іїєґ]/,
  },
  bg: {
    words: `и в не на аз какво що как къде кога колко защо кой коя кои какъв каква има ли вие вас ми може мога
      да за по с от или това този струва цена цени часове работно време отворено доставка контакти помощ
      благодаря поръчка връщане адрес телефон здравейте искам купя са съм се до при е`,
    shape: /(?:ът|ят|та|то|те|ите)$|[^аеиоуъюя]ъ[^аеиоуъюя]|щ/,
  },
};
