import type { Manners } from '../manners.ts';

export const slavic: Readonly<Record<string, Manners>> = {
  pl: {
    phrases: {
      hello:
        'cześć|hej|witam|witaj|siema|siemka|hello|hi|halo|heja|dzieńdobry wszystkim|ponownie|wam|państwa?, dzień dobry państwu?, dobry wieczór, miłego dnia',
      thanks:
        'dziękuję|dzięki|dziękować|dziękujemy|dzięks|thx bardzo|ci|wam|panu|pani|serdecznie|ślicznie|za_pomoc|za_informację|za_informacje|za_odpowiedź|za_wszystko|z_góry|wielkie? za_pomoc|za_informację|za_odpowiedź?, bardzo|serdecznie dziękuję za_pomoc|za_informację|za_odpowiedź?, wielkie|stokrotne dzięki, to pomogło',
      bye: 'do_widzenia|pa|pa_pa|żegnam|na_razie|narazie|nara|do_zobaczenia|do_usłyszenia|dobranoc|bye|trzymaj_się|miłego_dnia|miłego_wieczoru|miłego_weekendu|do_jutra, to wszystko na_razie?',
      ok: 'ok|okej|okay|dobrze|dobra|rozumiem|zrozumiałem|zrozumiałam|jasne|w_porządku|spoko|tak|nie|pewnie|super|aha|świetnie|zgoda|nic_nie_szkodzi|nieważne|nie_ma_sprawy|już_wiem, nie dziękuję|dzięki',
      help: 'pomoc|pomocy|pomóż|pomóżcie mi? proszę?, potrzebuję pomocy|twojej_pomocy, czy? możesz|może|mógłbyś|mogłabyś pan|pani? mi? pomóc mi?, co umiesz|potrafisz|możesz|wiesz robić|zrobić|dla_mnie_zrobić|powiedzieć?, o co mogę cię? zapytać|pytać cię?, w czym możesz|może_pan|może_pani mi? pomóc, jak możesz mi? pomóc, jak działa|działasz ten_czat|czat?, jak to działa',
      who: 'kim|czym ty? jesteś, kto ty? jesteś|to|tam?, jesteś kim, czy? ty? jesteś tu? prawdziwym? botem|robotem|człowiekiem|maszyną|ai|sztuczną_inteligencją|chatbotem|prawdziwą_osobą|osobą|programem, czy to jest? bot|robot|człowiek, czy? rozmawiam|piszę z botem|robotem|człowiekiem|maszyną|prawdziwą_osobą|automatem, z kim rozmawiam|piszę, jak masz na_imię, jak się nazywasz, kto cię stworzył|zrobił|zaprogramował',
      human:
        'chcę|chciałbym|chciałabym|chce|wolę|muszę rozmawiać|porozmawiać|pogadać|pomówić|mówić z_człowiekiem|z_kimś|z_konsultantem|z_pracownikiem|z_żywym_człowiekiem|z_prawdziwą_osobą|z_osobą|z_obsługą, czy? mogę rozmawiać|porozmawiać|pogadać z_człowiekiem|z_kimś|z_konsultantem|z_pracownikiem|z_żywym_człowiekiem|z_prawdziwą_osobą|z_osobą|z_obsługą, rozmowa z_człowiekiem|z_konsultantem|z_pracownikiem, proszę? połącz|połączyć|przełącz mnie? z_człowiekiem|z_konsultantem|z_kimś|z_pracownikiem, konsultant|człowiek|pracownik|żywy_człowiek proszę?',
      mood: 'jak się? masz|czujesz|miewasz|leci|tam dziś|dzisiaj?, co słychać|tam|u_ciebie u_ciebie|dobrego?, co u_ciebie słychać?, jak się pan|pani|państwo ma|miewa, wszystko w_porządku|dobrze?',
      praise:
        'to było|jest naprawdę|bardzo? świetne|super|dobre|pomocne|przydatne|miłe|fajne, jesteś|jesteście bardzo|naprawdę|taki|taka? super|świetny|świetna|pomocny|pomocna|miły|miła|mądry|najlepszy|genialny|dobry, super|świetnie|rewelacja|brawo|wow|ekstra|znakomicie|doskonale|wspaniale|bomba, dobra|świetna robota|odpowiedź, dobry|świetny bot|czat, bardzo pomocne|dobrze|fajnie|ładnie, podoba mi się, kocham|lubię cię|to',
      ask: 'czy? mogę|mógłbym|mogłabym cię|ciebie|panią|pana? o_coś? zapytać|spytać|pytać o_coś|zadać_pytanie|cię_o_coś?, czy? mogę|mógłbym|mogłabym zadać pytanie|kilka_pytań|jedno_pytanie, mam jedno|małe|krótkie|kilka|jeszcze_jedno? pytanie|pytania|pytań do_ciebie?, jedno|krótkie|szybkie|jeszcze_jedno? pytanie, chcę|chciałbym|chciałabym zapytać|spytać o_coś|zadać_pytanie?, chcę|chciałbym|chciałabym zadać pytanie, jest tu|tam? ktoś tu|tam?, jesteś tu|tam?',
      filler:
        'proszę, a, i, no, to, bardzo, jeszcze, raz, jeszcze raz, więc, ale, bot, czat, chatbot, panie, pani, oh, ach, haha, hmm, przepraszam, sorry, też, naprawdę, za pomoc',
    },
    replies: {
      hello: 'Dzień dobry! Czego chcesz się dowiedzieć?',
      thanks: 'Nie ma za co! Czy chcesz wiedzieć coś jeszcze?',
      bye: 'Do widzenia i dziękuję za odwiedziny!',
      ok: 'W porządku. Pytaj, jeśli chcesz wiedzieć coś jeszcze.',
      help: 'Zadaj pytanie własnymi słowami, a ja poszukam odpowiedzi na stronach tej witryny i powiem, gdzie jest zapisana.',
      who: 'Jestem programem komputerowym, nie człowiekiem. Odpowiadam na pytania na podstawie stron tej witryny.',
      human:
        'Nie mogę tu połączyć Cię z człowiekiem. Zajrzyj na stronę kontaktową tej witryny, aby się z kimś skontaktować.',
      mood: 'Jestem programem komputerowym, więc zawsze mam się dobrze. Czego chcesz się dowiedzieć?',
      praise: 'Dziękuję, miło mi! Czy chcesz wiedzieć coś jeszcze?',
      ask: 'Oczywiście! Czego chcesz się dowiedzieć?',
    },
    contact: 'Z człowiekiem skontaktujesz się tutaj:',
  },
  cs: {
    phrases: {
      hello:
        'ahoj|čau|nazdar|zdravím|hello|hi|hej|čauky|ahojky|zdravíčko všem|vás|všichni?, dobrý den|večer|podvečer všem?, dobré ráno|odpoledne|dopoledne, hezký den',
      thanks:
        'děkuji|děkuju|díky|dík|dekuji|thx|děkujeme moc|mockrát|vám|ti|pěkně|předem|za_pomoc|za_informaci|za_informace|za_odpověď|za_vše? za_pomoc|za_informaci|za_odpověď?, moc|mockrát|srdečně děkuji|díky|děkuju za_pomoc|za_informaci|za_odpověď?, to mi? pomohlo',
      bye: 'na_shledanou|nashledanou|sbohem|měj_se|mějte_se|zatím|dobrou_noc|pa|papa|čau|bye|uvidíme_se|hezký_den|hezký_večer|pěkný_den|hezký_víkend|zase_někdy, to je|bylo vše|všechno',
      ok: 'ok|okej|okay|dobře|dobrá|rozumím|chápu|jasně|jasné|v_pořádku|ano|ne|jo|aha|super|fajn|souhlasím|nevadí|to_nevadí|tak_jo|už_vím, ne děkuji|díky|děkuju',
      help: 'pomoc|pomoz|pomozte mi? prosím?, potřebuji|potřebuju pomoc|pomoct|poradit, můžeš|můžete|mohl_bys|mohla_bys|mohl_byste mi? prosím? pomoci|pomoct|poradit mi?, co umíš|umíte|dokážeš|víš|dovedeš udělat|dělat|mi_říct?, co můžeš|můžete udělat|mi_říct|pro_mě_udělat, na co se? tě|vás? mohu|můžu se? tě|vás? zeptat|ptát, jak mi můžeš|můžete pomoci|pomoct, s čím mi? můžeš|můžete mi? pomoci|pomoct, jak to|tenhle_chat|tento_chat|chat? funguje|funguješ',
      who: 'kdo|co jsi|jste|seš ty|vy|zač?, jsi|jste|seš ty|vy? opravdový|skutečný? bot|robot|člověk|stroj|ai|umělá_inteligence|chatbot|program|skutečný_člověk, je to bot|robot|člověk, mluvím|píšu|píši|bavím_se s_botem|s_robotem|s_člověkem|se_strojem|s_živým_člověkem, s kým mluvím|píšu|tu_mluvím, jak se jmenuješ|jmenujete, kdo tě vytvořil|udělal|naprogramoval',
      human:
        'chci|chtěl_bych|chtěla_bych|potřebuji|potřebuju|raději mluvit|promluvit_si|hovořit|si_promluvit|si_popovídat s_člověkem|s_někým|s_operátorem|s_pracovníkem|s_živým_člověkem|se_skutečným_člověkem|s_opravdovým_člověkem, mohu|můžu|mohl_bych|mohla_bych si? mluvit|promluvit|hovořit s_člověkem|s_někým|s_operátorem|s_pracovníkem|s_živým_člověkem|se_skutečným_člověkem, mluvit|promluvit|spojit s_člověkem|s_operátorem|s_někým, spoj|spojte|přepojte mě s_člověkem|s_operátorem|na_operátora|s_někým, operátor|člověk|živý_člověk prosím?',
      mood: 'jak se máš|máte|ti_daří|vám_daří|vede dnes|dneska?, jak to jde, jak je dnes?, co je nového, co děláš, jak to de, máš se dobře',
      praise:
        'to bylo|je opravdu|moc|velmi? skvělé|super|dobré|užitečné|hezké|užasné|úžasné|fajn|milé, jsi|jste opravdu|moc|velmi|fakt? skvělý|skvělá|dobrý|milý|chytrý|úžasný|nejlepší|užitečný|šikovný, skvělé|skvěle|super|výborně|výborné|bravo|wow|paráda|úžasné|perfektní|nádhera|bezva, dobrá|skvělá práce|odpověď, dobrý|skvělý bot|chat, moc|velmi užitečné|hezké|dobré|pěkné, líbí se mi to?, mám tě rád|ráda, miluji|miluju tě',
      ask: 'mohu|můžu|mohl_bych|mohla_bych|smím se? tě|vás? na_něco? zeptat|optat na_něco|tě?, mohu|můžu|mohl_bych|mohla_bych položit otázku|pár_otázek|jednu_otázku, mám jednu|jen_jednu|ještě_jednu|pár|několik|krátkou|malou? otázku|otázek|dotaz|otázky na_tebe|na_vás?, jen|ještě? jedna|rychlá|jeden? otázka|dotaz, chci|chtěl_bych|chtěla_bych se? zeptat na_něco?, je tu|tam někdo, jsi|jste tu|tam|tady',
      filler:
        'prosím, a, tak, no, moc, ještě, ještě jednou, ale, bot, chat, chatbot, pane, paní, oh, ach, haha, hmm, promiň, promiňte, pardon, taky, také, opravdu, fakt, velmi, prosím vás',
    },
    replies: {
      hello: 'Dobrý den! Co byste chtěli vědět?',
      thanks: 'Rádo se stalo! Chcete vědět ještě něco?',
      bye: 'Na shledanou a děkuji za návštěvu!',
      ok: 'Dobře. Zeptejte se, kdykoli budete chtít vědět něco dalšího.',
      help: 'Zeptejte se vlastními slovy. Vyhledám odpověď na stránkách tohoto webu a řeknu, kde je uvedena.',
      who: 'Jsem počítačový program, ne člověk. Odpovídám na otázky podle stránek tohoto webu.',
      human:
        'S člověkem vás tu spojit nemohu. Podívejte se prosím na kontaktní stránku tohoto webu.',
      mood: 'Jsem počítačový program, takže se mám vždycky dobře. Co byste chtěli vědět?',
      praise: 'Děkuji, to mě těší! Chcete vědět ještě něco?',
      ask: 'Samozřejmě! Co byste chtěli vědět?',
    },
    contact: 'S člověkem se můžete spojit zde:',
  },
};
