import type { Manners } from '../manners.ts';

export const nordic: Readonly<Record<string, Manners>> = {
  sv: {
    phrases: {
      hello:
        'hej|hejsan|hallå|tjena|tja|tjenare|hello|hi|hejhej|hey|god_morgon|godmorgon|god_kväll|god_dag|god_eftermiddag|goddag|hej_hej där|alla|igen|på_er|på_dig?, trevligt att träffas',
      thanks:
        'tack|tackar|thanks|tackar_så_mycket så_mycket|så_hemskt_mycket|för_hjälpen|för_svaret|för_informationen|för_det|för_infon|själv|snälla|på_förhand|ska_du_ha? för_hjälpen|för_svaret|för_infon?, stort|många|tusen tack|tackar för_hjälpen|för_svaret|för_infon?, det hjälpte, det var till_stor_hjälp|till_hjälp',
      bye: 'hejdå|hej_då|adjö|bye|vi_ses|vi_hörs|ha_det_bra|ha_det|god_natt|godnatt|ha_en_bra_dag|ha_en_fin_dag|trevlig_helg|farväl|ses|hörs|på_återseende, det var allt',
      ok: 'ok|okej|okay|bra|förstår|jag_förstår|uppfattat|ja|nej|jo|japp|visst|jaha|aha|klart|toppen|stämmer|inga_problem|ingen_fara|det_gör_inget|då_vet_jag|jag_vet|fint|strunt_i_det, nej tack',
      help: 'hjälp|hjälpa mig? tack|snälla?, jag behöver|vill_ha hjälp|din_hjälp, kan|skulle du kunna? hjälpa mig|oss tack|snälla?, vad kan du göra|svara_på|hjälpa_till_med|hjälpa_mig_med|hjälpa_till|hjälpa_mig för_mig|med|på?, vad kan jag fråga dig? om?, hur kan du hjälpa mig?, hur funkar|fungerar du|den_här_chatten|chatten, vad kan du?',
      who: 'vem|vad är|e du|det|där egentligen?, är|e du|detta|det|det_här en? riktig? bot|robot|människa|person|maskin|ai|chatbot|chattbot|dator|program|verklig|äkta, pratar|skriver|chattar jag med en? riktig? bot|robot|människa|person|maskin|ai, vem pratar|skriver|chattar jag med, vad heter du, vem har? skapat|gjort|byggt|programmerat|skapade|gjorde|byggde dig, är du en människa|robot|bot eller en? robot|bot|människa',
      human:
        'jag? vill|skulle_vilja|behöver|måste|önskar|föredrar_att gärna? prata|tala|snacka|chatta|få_prata|få_tala med en_människa|en_person|någon|en_riktig_människa|en_riktig_person|personal|personalen|en_medarbetare|kundtjänst|supporten|er, kan|får|skulle jag få|kunna? prata|tala|chatta med en_människa|en_person|någon|en_riktig_människa|en_riktig_person|personal|personalen|en_medarbetare|kundtjänst, prata|tala med en_människa|en_person|personal|en_riktig_person|kundtjänst|någon, koppla mig till|med|vidare_till en_människa|en_person|personal|kundtjänst|någon, människa|riktig_person|mänsklig_kontakt tack?, finns det en_människa|någon|någon_människa|en_person här|att_prata_med',
      mood: 'hur mår|har du|ni|det det? idag|bra?, hur är|står|går läget|det det|till|idag?, hur är det med? dig? idag?, läget|allt_bra|hur_läget|hur_är_läget|allt_väl med_dig?, mår du bra',
      praise:
        'det|detta|du|ni var|är|är_ju så|väldigt|jätte|mycket|riktigt|verkligen? bra|jättebra|toppen|hjälpsamt|hjälpsam|snäll|trevligt|kul|fantastiskt|fantastisk|underbart|underbar|grymt|bäst|smart|duktig|perfekt|utmärkt|snällt|användbart, jättebra|toppen|fantastiskt|underbart|grymt|perfekt|utmärkt|bravo|wow|suveränt|superbra|snyggt|kanon jobbat|svar?, bra|snyggt|fint|väl jobbat|gjort|svar|svarat, bra|trevlig bot|chatt|service, jag älskar|gillar dig|det|detta|det_här, mycket|väldigt bra|hjälpsamt',
      ask: 'kan|får|skulle jag få|kunna? fråga|ställa dig|er? något|en_fråga|några_frågor|en_sak|om_en_sak|om_något, jag? har en|några|en_till|en_liten|en_snabb|ett_par fråga|frågor till_dig|till_er?, en|snabb|en_till|bara_en fråga, jag? vill|skulle_vilja fråga|veta något|en_sak|om_en_sak, kan du svara på en_fråga|min_fråga|några_frågor, är|finns du|det|någon där|någon_här|någon_där|här',
      filler:
        'tack, snälla, så, och, men, då, nu, även, mycket, bot, chattbot, chatbot, oj, ah, haha, hmm, ursäkta, förlåt, verkligen, också, bara, jag, en gång till, igen, på förhand',
    },
    replies: {
      hello: 'Hej! Vad vill du veta?',
      thanks: 'Varsågod! Vill du veta något mer?',
      bye: 'Hej då, och tack för besöket!',
      ok: 'Okej. Fråga gärna om du vill veta något mer.',
      help: 'Ställ en fråga med egna ord, så letar jag efter svaret på webbplatsens sidor och säger var det står.',
      who: 'Jag är ett datorprogram, inte en människa. Jag svarar på frågor utifrån webbplatsens sidor.',
      human: 'Jag kan inte koppla dig till en person här. Titta på webbplatsens kontaktsida.',
      mood: 'Jag är ett datorprogram, så jag mår alltid bra. Vad vill du veta?',
      praise: 'Tack, det var roligt att höra! Vill du veta något mer?',
      ask: 'Självklart! Vad vill du veta?',
    },
    contact: 'Du når en person här:',
  },
  da: {
    phrases: {
      hello:
        'hej|hejsa|hallo|halløj|goddag|godmorgen|godaften|god_morgen|god_aften|god_dag|god_eftermiddag|hi|hello|davs|hey|hej_hej der|alle|igen|med_dig|med_jer?, rart at møde_dig',
      thanks:
        'tak|mange_tak|tusind_tak|takker|thanks|jeg_takker|tusinde_tak skal_du_have|for_hjælpen|for_svaret|for_det|for_informationen|så_meget|for_info|på_forhånd|igen? for_hjælpen|for_svaret?, det hjalp mig?, det var en_stor_hjælp|hjælpsomt',
      bye: 'farvel|hej_hej|hejhej|bye|vi_ses|ses|hav_det_godt|ha_det|god_nat|godnat|hav_en_god_dag|god_weekend|fortsat_god_dag|på_gensyn|vi_snakkes, det var alt',
      ok: 'ok|okay|okey|fint|godt|forstået|jeg_forstår|javel|ja|nej|jo|jep|sikkert|klart|aha|nå|det_er_fint|modtaget|helt_fint|super|enig|det_gør_ikke_noget|intet_problem|glem_det|godt_at_vide, nej tak',
      help: 'hjælp|hjælpe mig? tak|venligst?, jeg har_brug_for|vil_gerne_have|behøver hjælp|din_hjælp, kan|vil|kunne du hjælpe mig|os venligst|tak?, hvad kan du gøre|svare_på|hjælpe_med|hjælpe_mig_med|fortælle|hjælpe for_mig|med|mig?, hvad kan jeg spørge dig? om?, hvordan kan du hjælpe mig?, hvordan virker|fungerer du|denne_chat|chatten, hvad kan du?',
      who: 'hvem|hvad er du|det|der egentlig?, er du|det|dette|det_her en|et? rigtig|ægte|rigtigt? bot|robot|menneske|person|maskine|ai|chatbot|computer|program|ægte, taler|skriver|chatter jeg med en|et? rigtigt|rigtig? bot|robot|menneske|person|maskine, hvem taler|skriver|chatter jeg med, hvad hedder du, hvem har? lavet|skabt|bygget|programmeret|skabte dig, er du et_menneske|en_robot|en_bot|menneske eller en|et? robot|bot|menneske',
      human:
        'jeg? vil|vil_gerne|ønsker_at|kunne_godt_tænke_mig_at|skal|foretrækker_at gerne? tale|snakke|chatte med et_menneske|en_person|nogen|et_rigtigt_menneske|en_rigtig_person|en_medarbejder|personalet|kundeservice|en_ansat|jer, kan|må|kunne jeg få_lov_at|komme_til_at? tale|snakke|chatte med et_menneske|en_person|nogen|et_rigtigt_menneske|en_rigtig_person|en_medarbejder|personalet|kundeservice|en_ansat, tale|snakke med et_menneske|en_person|en_medarbejder|kundeservice|nogen, stil mig om|videre til et_menneske|en_person|en_medarbejder|kundeservice|nogen, medarbejder|menneske|rigtigt_menneske|rigtig_person tak?',
      mood: 'hvordan går|har du|i|det det|med_dig|i_dag? i_dag|med_dig?, hvordan har du det i_dag?, hvordan går det med_dig? i_dag?, hvad så|sker_der, går det godt, alt vel|godt, har du det godt',
      praise:
        'det|dette|du|i var|er så|meget|virkelig|rigtig|super|ret? godt|god|dejligt|hjælpsomt|hjælpsom|sødt|sød|fantastisk|fantastiske|fedt|bedst|den_bedste|klog|dygtig|perfekt|nyttigt|flot|skønt|fremragende, fantastisk|perfekt|super|fedt|flot|bravo|wow|fremragende|superb|skønt|dejligt|sejt|genialt arbejde|svar|klaret?, godt|flot|fint gået|arbejde|svar|klaret|svaret, god|sød bot|chat|service, jeg elsker|kan_lide|kan_godt_lide dig|det|dette, meget|virkelig|rigtig godt|hjælpsomt|flot',
      ask: 'kan|må|kunne jeg få_lov_at? spørge|stille dig|jer? om_noget|et_spørgsmål|nogle_spørgsmål|om_en_ting|noget, jeg? har et|nogle|et_par|et_til|et_hurtigt|lige_et|også_et? spørgsmål til_dig|til_jer?, et|hurtigt|et_til|lige_et|bare_et spørgsmål, jeg? vil|vil_gerne spørge|vide|høre om_noget|noget, kan du svare på et_spørgsmål|mit_spørgsmål|nogle_spørgsmål, er|du der|nogen der|nogen|her?',
      filler:
        'tak, venligst, så, og, men, da, nu, meget, bot, chatbot, åh, ah, haha, hmm, undskyld, virkelig, også, bare, lige, jeg, igen, en gang til, på forhånd, altså',
    },
    replies: {
      hello: 'Hej! Hvad vil du gerne vide?',
      thanks: 'Selv tak! Vil du vide mere?',
      bye: 'Farvel, og tak for besøget!',
      ok: 'Okay. Spørg bare, hvis du vil vide mere.',
      help: 'Stil et spørgsmål med dine egne ord, så leder jeg efter svaret på webstedets sider og siger, hvor det står.',
      who: 'Jeg er et computerprogram, ikke et menneske. Jeg svarer på spørgsmål ud fra webstedets sider.',
      human: 'Jeg kan ikke stille dig om til en person her. Se webstedets kontaktside.',
      mood: 'Jeg er et computerprogram, så jeg har det altid godt. Hvad vil du gerne vide?',
      praise: 'Tak, det er jeg glad for at høre! Vil du vide mere?',
      ask: 'Selvfølgelig! Hvad vil du gerne vide?',
    },
    contact: 'Du kan kontakte en person her:',
  },
  nb: {
    phrases: {
      hello:
        'hei|heisann|hallo|halla|heia|morn|god_morgen|god_kveld|god_dag|god_ettermiddag|goddag|hi|hello|hey|hei_hei|heihei der|alle|igen|på_deg|på_dere?, hyggelig å møte_deg',
      thanks:
        'takk|tusen_takk|mange_takk|takker|thanks|hjertelig_takk skal_du_ha|for_hjelpen|for_svaret|for_det|for_informasjonen|så_mye|for_info|på_forhånd|igjen? for_hjelpen|for_svaret?, det hjalp meg?, det var til_stor_hjelp|til_hjelp|nyttig',
      bye: 'ha_det|hadet|ha_det_bra|farvel|bye|vi_ses|sees|vi_snakkes|snakkes|god_natt|godnatt|ha_en_fin_dag|ha_en_god_dag|god_helg|på_gjensyn|ha_en_fin_kveld, det var alt',
      ok: 'ok|okei|okay|fint|greit|bra|forstått|skjønner|jeg_skjønner|jeg_forstår|ja|nei|jo|jepp|sikkert|klart|aha|den_er_grei|supert|enig|det_går_bra|ikke_noe_problem|glem_det|godt_å_vite|helt_greit, nei takk',
      help: 'hjelp|hjelpe meg? takk|vær_så_snill?, jeg trenger|vil_ha hjelp|din_hjelp, kan|vil|kunne du hjelpe meg|oss takk|vær_så_snill?, hva kan du gjøre|svare_på|hjelpe_med|hjelpe_meg_med|fortelle|hjelpe for_meg|med|meg?, hva kan jeg spørre deg? om?, hvordan kan du hjelpe meg?, hvordan virker|fungerer du|denne_chatten|chatten, hva kan du?',
      who: 'hvem|hva er du|det|der egentlig?, er du|det|dette en|et|ei? ekte|virkelig? bot|robot|menneske|person|maskin|ki|ai|chatbot|datamaskin|program|ekte|chatbott, snakker|skriver|prater|chatter jeg med en|et? ekte? bot|robot|menneske|person|maskin, hvem snakker|skriver|prater|chatter jeg med, hva heter du, hvem har? laget|skapt|bygget|programmert|lagde deg, er du et_menneske|en_robot|en_bot|menneske eller en|et? robot|bot|menneske',
      human:
        'jeg? vil|vil_gjerne|ønsker_å|kunne_tenke_meg_å|må|skulle_gjerne|foretrekker_å gjerne? snakke|prate|chatte med et_menneske|en_person|noen|et_ekte_menneske|en_ekte_person|en_medarbeider|en_ansatt|kundeservice|betjeningen|dere, kan|får|kunne jeg få? snakke|snakket|prate|chatte med et_menneske|en_person|noen|et_ekte_menneske|en_ekte_person|en_medarbeider|en_ansatt|kundeservice, snakke|prate med et_menneske|en_person|en_ansatt|kundeservice|noen, sett meg over til et_menneske|en_person|en_ansatt|kundeservice|noen, menneske|medarbeider|ekte_person|ekte_menneske takk?',
      mood: 'hvordan går|har du|det det|med_deg|i_dag? i_dag|med_deg?, hvordan har du|dere det i_dag?, hvordan går det med_deg? i_dag?, hva skjer, går det bra|fint med_deg?, alt vel|bra, har du det bra, åssen går_det',
      praise:
        'det|dette|du|dere var|er så|veldig|virkelig|kjempe|ganske? bra|kjempebra|flott|fint|hyggelig|hjelpsomt|hjelpsom|snill|fantastisk|kult|best|den_beste|smart|flink|perfekt|nyttig|utmerket|supert|herlig, fantastisk|perfekt|supert|kult|flott|bravo|wow|utmerket|kjempebra|kjempefint|nydelig|herlig|strålende jobbet|svar|jobb?, bra|flott|fint|godt jobbet|jobba|jobb|svar|svart, god|flink bot|chat|service, jeg elsker|liker deg|det|dette, veldig|virkelig bra|nyttig|hjelpsomt|fint',
      ask: 'kan|får|kunne jeg få|lov_til_å? spørre|stille deg|dere? om_noe|et_spørsmål|noen_spørsmål|om_en_ting|noe, jeg? har et|noen|et_par|et_til|et_kjapt|bare_et? spørsmål til_deg|til_dere?, et|kjapt|et_til|bare_et spørsmål, jeg? vil|vil_gjerne|lurer_på|ønsker_å spørre|vite|noe om_noe|noe?, kan du svare på et_spørsmål|spørsmålet_mitt|noen_spørsmål, er|du der|noen der|noen|her?',
      filler:
        'takk, vær så snill, så, og, men, da, nå, mye, veldig, bot, chatbot, åh, ah, haha, hmm, unnskyld, beklager, virkelig, også, bare, jeg, igjen, en gang til, på forhånd, altså',
    },
    replies: {
      hello: 'Hei! Hva vil du vite?',
      thanks: 'Bare hyggelig! Vil du vite noe mer?',
      bye: 'Ha det bra, og takk for besøket!',
      ok: 'Greit. Bare spør hvis du vil vite noe mer.',
      help: 'Still et spørsmål med egne ord, så leter jeg etter svaret på nettstedets sider og sier hvor det står.',
      who: 'Jeg er et dataprogram, ikke et menneske. Jeg svarer på spørsmål ut fra nettstedets sider.',
      human: 'Jeg kan ikke sette deg over til en person her. Se kontaktsiden på nettstedet.',
      mood: 'Jeg er et dataprogram, så jeg har det alltid bra. Hva vil du vite?',
      praise: 'Takk, det var hyggelig å høre! Vil du vite noe mer?',
      ask: 'Selvfølgelig! Hva vil du vite?',
    },
    contact: 'Du når en person her:',
  },
  fi: {
    phrases: {
      hello:
        'hei|moi|terve|moikka|hei_hei|heippa|morjens|moro|tervehdys|päivää|huomenta|iltaa|hyvää_päivää|hyvää_huomenta|hyvää_iltaa|haloo|hello|moikku|heips kaikki|kaikille|taas|vaan?, hauska tavata',
      thanks:
        'kiitos|kiitti|kiitoksia|kiitän|tack|suurkiitos|thanks|kiitokset paljon|oikein_paljon|avusta|vastauksesta|tiedosta|sinulle|teille|etukäteen|kaikesta|avustasi|todella_paljon|paljon_avusta?, paljon|suuret|tuhannet|suuri|iso kiitoksia|kiitokset|kiitos avusta|vastauksesta?, tämä|se|siitä auttoi|oli_apua|oli_hyödyllistä',
      bye: 'näkemiin|hei_hei|moi_moi|heippa|moikka|bye|hyvää_yötä|nähdään|hyvää_päivänjatkoa|hyvää_viikonloppua|hyvää_illanjatkoa|kuulemiin|moido|heihei|moimoi|palataan|hyvää_jatkoa, siinä kaikki, ei muuta',
      ok: 'ok|okei|okay|joo|kyllä|ei|selvä|ymmärrän|ymmärretty|hyvä|aha|juu|jep|aivan|toki|selvä_juttu|selvä_homma|asia_selvä|sopii|tietysti|ei_se_mitään|ei_haittaa|ei_ongelmaa|hyvä_tietää|niin|totta|selvis, ei kiitos',
      help: 'apua|auta|auttakaa minua|mua? kiitos?, tarvitsen|tarviin apua|apuasi, voitko|voisitko|voitteko|voisitteko sinä? auttaa minua|mua|meitä?, mitä sinä|sä? voit|osaat|pystyt|tiedät tehdä|vastata|kertoa|auttaa?, mitä voin|voinko|saan kysyä sinulta|sulta?, miten|kuinka sinä|sä? voit|voisit auttaa minua?, miten|kuinka tämä|chat|tämä_chat|sinä|chatti toimii|toimit, missä voit auttaa, mitä osaat',
      who: 'kuka|mikä sinä|sä|siellä|tämä|te olet|oot|on|olette|siellä?, kuka olet|olette|siellä, oletko|ootko|onko|oletteko sinä|sä|tämä|te? oikea|aito? robotti|botti|ihminen|kone|tekoäly|chatbotti|henkilö|tietokone|ohjelma vai? robotti|botti|ihminen?, puhunko|kirjoitanko|keskustelenko oikean? robotin|botin|ihmisen|koneen|henkilön kanssa, kenen kanssa puhun|keskustelen|kirjoitan, mikä sinun? nimesi|nimi on, mikä on nimesi|sinun_nimesi, kuka sinut on? tehnyt|luonut|teki|loi',
      human:
        'haluan|haluaisin|halusin|tahdon|minun_täytyy|mun_pitää|toivon puhua|jutella|keskustella|päästä_puhumaan oikean|jonkun|oikealle|jollekin? ihmisen|henkilön|asiakaspalvelijan|asiakaspalvelun|työntekijän|ihmiselle|henkilölle|jonkun|jollekin|asiakaspalvelijalle kanssa?, voinko|voisinko|saanko|saisinko puhua|jutella|keskustella oikean|jonkun|oikealle|jollekin? ihmisen|henkilön|asiakaspalvelijan|asiakaspalvelun|työntekijän|ihmiselle|henkilölle|jonkun|jollekin|asiakaspalvelijalle kanssa?, yhdistä|yhdistäkää minut|mut? ihmiselle|asiakaspalveluun|asiakaspalvelijalle, asiakaspalvelija|ihminen|oikea_ihminen kiitos?, onko siellä|täällä joku|ihmistä|ihmisiä',
      mood: 'mitä kuuluu sinulle|tänään|sulle?, miten|kuinka menee|voit|jakselet|sujuu|sinulla_menee|voitte|hurisee tänään?, kuinka voit|voitte, mitä uutta, onko kaikki hyvin|kunnossa, mites menee',
      praise:
        'se|tämä|tää|sinä|sä|te oli|on|olet|oot|olette todella|tosi|erittäin|niin|oikein|aika? hyvä|hienoa|hieno|mahtavaa|mahtava|hyödyllistä|avulias|mukavaa|mukava|kiva|kivaa|loistavaa|loistava|upeaa|paras|fiksu|viisas|taitava|ihana|hyvin, olet|oot todella|tosi|erittäin|niin? hyvä|avulias|fiksu|paras|mahtava|ihana|mukava|loistava, hienoa|mahtavaa|loistavaa|upeaa|erinomaista|mahtava|upea|loistava|bravo|wow|vau|täydellistä|kivaa|mainiota|huippua|superia|hieno|super työtä|juttu|homma|vastaus?, hyvää|hienoa työtä, hyvä|hieno vastaus|botti|palvelu|homma|juttu, hyvin tehty|toimii, tosi|todella|erittäin hyvä|hyödyllistä|kiva|hienoa|avuliasta, pidän tästä|sinusta, rakastan sinua|tätä, hyvin sanottu',
      ask: 'voinko|saanko|voisinko|saisinko minä|mä? kysyä|esittää sinulta|sulta|teiltä? jotain|yhden_kysymyksen|kysymyksen|jotakin|yhtä_asiaa|muutaman_kysymyksen|yhden_asian sinulta?, minulla|mulla on|olisi yksi|vielä|pari|muutama|vielä_yksi|pieni|nopea? kysymys|kysymystä|kysyttävää sinulle?, yksi|vielä_yksi|nopea|pieni|on? kysymys, haluan|haluaisin kysyä|tietää jotain|jotakin|yhden_asian|yhtä_asiaa, voitko vastata kysymykseen|kysymykseeni|kysymyksiin, onko|oletko siellä|täällä|paikalla|joku ketään|joku|kukaan|siellä|täällä|paikalla?',
      filler:
        'kiitos, ole hyvä, niin, ja, mutta, no, nyt, vielä, paljon, botti, chatbotti, oi, ah, haha, hmm, anteeksi, sori, todella, myös, vain, ihan, siis, sitten, kerran, oikein',
    },
    replies: {
      hello: 'Hei! Mitä haluaisit tietää?',
      thanks: 'Ole hyvä! Haluatko tietää vielä jotain?',
      bye: 'Näkemiin ja kiitos käynnistä!',
      ok: 'Selvä. Kysy, kun haluat tietää lisää.',
      help: 'Kysy omin sanoin, niin etsin vastauksen tämän sivuston sivuilta ja kerron, missä se lukee.',
      who: 'Olen tietokoneohjelma, en ihminen. Vastaan kysymyksiin tämän sivuston sivujen perusteella.',
      human: 'En voi yhdistää sinua ihmiselle täällä. Katso sivuston yhteystietosivua.',
      mood: 'Olen tietokoneohjelma, joten voin aina hyvin. Mitä haluaisit tietää?',
      praise: 'Kiitos, mukava kuulla! Haluatko tietää vielä jotain?',
      ask: 'Totta kai! Mitä haluaisit tietää?',
    },
    contact: 'Tavoitat ihmisen täältä:',
  },
};
