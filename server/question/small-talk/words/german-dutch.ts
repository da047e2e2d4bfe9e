import type { Manners } from '../manners.ts';

const menschen =
  'einem_menschen|einem_echten_menschen|einer_person|einer_echten_person|jemandem|jemanden|einem_mitarbeiter|einer_mitarbeiterin|einem_berater|dem_team|einem_echten_mitarbeiter|dem_support|menschen|mensch|mitarbeiter';
const wesen =
  'bot|roboter|chatbot|mensch|person|maschine|ki|computer|echter_mensch|echte_person|programm|echt';
const gut =
  'toll|super|gut|klasse|prima|perfekt|hilfreich|nett|spitze|großartig|wunderbar|genial|cool|ausgezeichnet|hervorragend|stark|lieb|schön';
const goed =
  'geweldig|goed|leuk|top|perfect|handig|super|fantastisch|fijn|mooi|prima|behulpzaam|lief|aardig|uitstekend|nuttig|knap';
const mensen =
  'een_mens|een_echt_mens|een_persoon|een_echt_persoon|iemand|een_medewerker|het_team|een_echte_medewerker|mens|medewerker|de_klantenservice';
const dingen = 'bot|robot|chatbot|mens|persoon|machine|ai|computer|echt_mens|echt';

export const germanAndDutch: Readonly<Record<string, Manners>> = {
  de: {
    phrases: {
      hello:
        'hallo|halo|hi|hey|moin|servus|hallöchen|grüezi|huhu|gruezi|moinsen|tach zusammen|ihr|du|moin|nochmal?, guten|schönen tag|morgen|abend|mittag, grüß|gruess gott|dich|euch, grüße|liebe_grüße|gruss|gruß?',
      thanks:
        'danke|dankeschön|dank|merci schön|sehr|vielmals|dir|ihnen|nochmal|nochmals|für_die_hilfe|für_die_info|für_die_auskunft|für_die_antwort|für_ihre_hilfe|für_deine_hilfe?, vielen|besten|herzlichen|tausend|lieben|schönen dank|danke für_die_hilfe|für_die_info|für_die_auskunft|für_die_antwort|für_ihre_hilfe|für_deine_hilfe?, das hat|hilft mir|sehr? geholfen|weiter?, ich danke dir|ihnen|euch sehr?, danke ihnen|dir vielmals|sehr?',
      bye: 'tschüss|tschüs|tschüß|tschau|ciao|bye|servus|tschö, auf wiedersehen|wiederschauen, bis dann|bald|später|morgen|nachher, schönen|schöne|gute|guten tag|abend|nacht|woche|zeit noch?, einen? schönen|guten tag|abend noch, schönes wochenende, das war alles|es|s, das wars, das ist alles, mach_es|machs|mach_s gut, gute nacht',
      ok: 'ok|okay|okey|oki|gut|alles_klar|verstanden|verstehe|ich_verstehe|in_ordnung|passt|klar|aha|ach_so|achso|ja|nein|nö|jo|jep|genau|stimmt|geht_klar|kein_problem|macht_nichts|schon_gut|einverstanden|gut_zu_wissen|na_gut|alles_gut, nein danke',
      help: 'hilfe bitte?, hilf|helfen|helft mir|uns|sie_mir bitte?, ich brauche|bräuchte|benötige hilfe|deine_hilfe|ihre_hilfe|unterstützung, kannst|könntest du mir|uns? bitte? helfen, können|könnten sie mir|uns? bitte? helfen, was kannst|weißt du alles|so|für_mich_tun|tun|machen?, was können|wissen sie alles|so|für_mich_tun|tun?, was kann ich dich|sie|hier|alles? fragen, wie kannst|können du|sie mir helfen, wie funktioniert das|dieser_chat|der_chat hier?, wie funktionierst du, wobei|womit kannst|können du|sie mir? helfen, was ist das hier?, was machst|tust du hier?',
      who: `wer|was bist du eigentlich|genau|denn?, wer|was sind sie eigentlich|genau?, bist du|sind_sie ein|eine|echt|wirklich|etwa? ein|eine? ${wesen}|chatgpt|echter_mensch|künstliche_intelligenz, ist das|hier|dies hier? ein|eine ${wesen}, spreche|rede|schreibe|chatte ich hier|gerade|jetzt? mit einem|einer ${wesen}|menschen|echten_menschen|echten_person|maschine, wie heißt|heisst du eigentlich?, wie heißen sie, wie ist dein|ihr name, hast du|haben_sie einen namen, wer hat dich gemacht|gebaut|programmiert|erschaffen|entwickelt, mit wem spreche|rede|schreibe|chatte ich hier?, wer ist da|dran, bist du ein mensch|bot|roboter oder ein|eine? mensch|bot|roboter|maschine, stell|stelle dich vor`,
      human: `ich will|möchte|würde_gern|würde_gerne|muss|moechte gern|gerne|bitte|lieber? mit ${menschen} sprechen|reden|chatten|schreiben, kann|könnte|darf ich bitte? mit ${menschen} sprechen|reden|chatten, mit ${menschen} sprechen|reden|chatten bitte?, verbinde|verbinden sie? mich bitte? mit ${menschen}, können|kannst|könnten|könntest sie|du mich bitte? mit ${menschen} verbinden, ich will|möchte|brauche einen|eine|keinen? echten|echte? menschen|mitarbeiter|person|ansprechpartner|bot sprechen?, gibt es hier|da? einen|eine|auch? echten|echte? menschen|mitarbeiter|person, mensch|mitarbeiter|echter_mensch bitte?, wie kann ich mit ${menschen} sprechen|reden`,
      mood: 'wie geht|gehts|geht_s es? dir|ihnen|euch heute|so?, wie gehts|geht_s|läuft_s|läufts so?, na wie_gehts|du?, alles klar|gut bei_dir|bei_ihnen|soweit, was geht|machst_du ab|so?, wie war dein tag',
      praise: `das|es|ihr|du war|ist|bist|warst so|sehr|echt|wirklich|ja|richtig|ganz? ${gut}|klug|schlau|der_beste|ein_schatz|clever|lustig, sie sind sehr|wirklich|echt? ${gut}|hilfreich|klug, sehr|echt|wirklich|richtig|voll|ganz|einfach? ${gut} gemacht|antwort|arbeit|sache|erklärt?, ${gut} gemacht|antwort|arbeit|bot|service, gute|tolle|super|schöne|klasse antwort|arbeit|sache|service|auskunft, guter|toller|super|braver bot|chat|service|job, ich liebe|mag dich|das|diesen_chat, wow|bravo|hammer|top|respekt|wahnsinn, gefällt mir, gut gemacht|so, gut gemacht`,
      ask: 'kann|darf|könnte|dürfte ich dich|sie|dir|ihnen|euch|hier? etwas|was|eine_frage|mal_was|einmal_etwas|kurz_etwas|kurz_was|einige_fragen|ein_paar_fragen fragen|stellen, ich habe|hab|hätte da? mal? eine|noch_eine|ein_paar|einige|fragen|nur_eine|eine_kurze? frage|fragen, ich möchte|will|würde_gern|würde_gerne etwas|was|dich_etwas|sie_etwas|eine_frage fragen|wissen|stellen, eine|nur_eine|noch_eine|kurze? frage, kannst|können|könntest|könnten du|sie mir? eine|meine|ein_paar? frage|fragen beantworten, ist|bist|sind da|hier|du|sie jemand|da|noch_da|wach|online?, hast|haben du|sie kurz|mal? zeit|einen_moment, jemand da|hier|online, bist du da|noch_da|online',
      filler:
        'bitte, doch, mal, also, na, ja, so, und, dann, denn, aber, noch, schon, sehr, nochmal, lieber, liebe, liebes, bot, chatbot, assistent, zusammen, einfach, ach, oh, ah, hm, hmm, haha, lol, nur, auch, wirklich, echt, kurz, eben, nun, gerade, erstmal, entschuldigung, sorry, vorab, erst mal, im voraus, mein freund, leider',
    },
    replies: {
      hello: 'Hallo! Was möchten Sie wissen?',
      thanks: 'Gern geschehen! Möchten Sie noch etwas wissen?',
      bye: 'Auf Wiedersehen und vielen Dank für Ihren Besuch!',
      ok: 'In Ordnung. Fragen Sie einfach, wenn Sie noch etwas wissen möchten.',
      help: 'Stellen Sie mir eine Frage in Ihren eigenen Worten. Ich suche die Antwort auf den Seiten dieser Website und nenne Ihnen die Stelle.',
      who: 'Ich bin ein Computerprogramm, kein Mensch. Ich beantworte Fragen aus den Seiten dieser Website.',
      human:
        'Ich kann Sie hier nicht mit einem Menschen verbinden. Auf der Kontaktseite dieser Website steht, wie Sie jemanden erreichen.',
      mood: 'Ich bin ein Computerprogramm, mir geht es also immer gut. Was möchten Sie wissen?',
      praise: 'Danke, das freut mich! Möchten Sie noch etwas wissen?',
      ask: 'Natürlich! Was möchten Sie wissen?',
    },
    contact: 'Einen Menschen erreichen Sie hier:',
  },
  nl: {
    phrases: {
      hello:
        'hallo|hoi|hey|hi|hai|dag|heee|hé allemaal|daar|nogmaals?, goede|goeden morgen|middag|avond|dag, goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|goeiedag|gegroet',
      thanks:
        'bedankt|dank|dankjewel|dankuwel|merci|thanks je|u|wel|je_wel|u_wel|voor_je_hulp|voor_uw_hulp|voor_de_hulp|voor_de_info|voor_de_informatie?, dank je|u wel? voor_je_hulp|voor_uw_hulp|voor_de_hulp?, hartelijk|heel_erg|erg|heel bedankt|dank, dat helpt|hielp mij|me?, duizendmaal dank',
      bye: 'doei|dag|doeg|bye|ciao|tot_ziens|tot_later|tot_straks|tot_snel|houdoe|de_groeten|tot_de_volgende_keer, fijne|prettige|goede|nog_een_fijne dag|avond|weekend|nacht nog?, fijn|prettig weekend, dat was|is alles|het|hem, welterusten',
      ok: 'ok|oke|oké|okay|prima|goed|begrepen|duidelijk|helder|snap_ik|ik_snap_het|ik_begrijp_het|ja|nee|zeker|klopt|akkoord|aha|in_orde|geen_probleem|laat_maar|geeft_niet|goed_om_te_weten, nee dank_je|bedankt|dank_u',
      help: 'help|hulp mij|me? alsjeblieft|alstublieft?, ik heb hulp|je_hulp|uw_hulp nodig, kan|kun|kunt|kunnen je|jij|u mij|me? alsjeblieft? helpen, wat kan|kun|kunt|weet je|jij|u allemaal|doen|voor_me_doen|voor_mij_doen?, wat kan|mag ik je|jou|u|hier|allemaal? vragen, hoe kan|kun|kunt je|u mij|me helpen, hoe werkt dit|deze_chat|de_chat, hoe werk je, waarmee|waar kan|kun|kunt je|u mij|me mee? helpen, wat is dit, wat doe je hier?',
      who: `wie|wat ben|bent jij|je|u eigenlijk|precies?, ben|bent je|jij|u een|echt? een? ${dingen}|chatgpt, is dit|dat een ${dingen}, praat|spreek|chat ik met een ${dingen}, hoe heet je|jij|u, wat is je|jouw|uw naam, wie heeft jou|je gemaakt|gebouwd|geprogrammeerd, met wie praat|spreek|chat ik, wie is dit|daar`,
      human: `ik wil|zou|moet graag|liever? met ${mensen} praten|spreken|chatten willen?, ik zou graag met ${mensen} willen? praten|spreken|chatten, kan|mag|kunnen ik met ${mensen} praten|spreken|chatten, praten|spreken met ${mensen}, verbind mij|me door? met ${mensen}, ik wil een echt|echte? mens|persoon|medewerker|geen_bot spreken?, is er een|ook? mens|iemand|medewerker aanwezig|beschikbaar?, medewerker|mens|echt_persoon alsjeblieft|graag?`,
      mood: 'hoe gaat|is het|ie met_je|met_jou|met_u|vandaag|ermee?, hoe gaat het met je|jou|u vandaag?, alles goed|oké met_je|met_jou?, hoe is het|t met_je?',
      praise: `dat|dit|het|je|jij|u was|is|bent|ben heel|erg|zo|echt|zeer? ${goed}|slim|de_beste|grappig, heel|erg|echt|zeer|zo|hartstikke? ${goed} gedaan|antwoord|werk|zo?, goed|mooi|leuk|top gedaan|antwoord|werk|zo|bot, goede|leuke|fijne bot|chat|service, ik hou_van|vind je|jou|dit leuk|geweldig?, wow|bravo|top|klasse|chapeau`,
      ask: 'mag|kan ik je|jou|u|even|hier? iets|wat|een_vraag|een_paar_vragen|even_iets vragen|stellen, ik heb|had nog? een|nog_een|wat|een_paar? vraag|vraagje|vragen voor_je|voor_u?, ik wil|wilde|zou graag? iets|wat|je_iets vragen|weten willen?, een|korte|nog_een|even_een? vraag|vraagje, kan|kun|kunt je|u een|mijn|wat vraag|vragen beantwoorden, is er iemand|ben_je|bent_u daar|er|hier|online?, ben je er|daar nog?, heb je even|tijd tijd?',
      filler:
        'alsjeblieft, alstublieft, aub, even, dan, en, maar, nog, eens, heel, erg, zo, nou, nu, ja, oh, ah, hm, hmm, haha, bot, chatbot, assistent, allemaal, hoor, ook, wel, echt, sorry, toch, gewoon, alvast, voor nu, pardon',
    },
    replies: {
      hello: 'Hallo! Wat wilt u graag weten?',
      thanks: 'Graag gedaan! Wilt u nog iets weten?',
      bye: 'Tot ziens en bedankt voor uw bezoek!',
      ok: 'Prima. Vraag het gerust als u nog iets wilt weten.',
      help: 'Stel een vraag in uw eigen woorden. Ik zoek het antwoord op de pagina’s van deze website en zeg waar het staat.',
      who: 'Ik ben een computerprogramma, geen mens. Ik beantwoord vragen met de pagina’s van deze website.',
      human:
        'Ik kan u hier niet met een medewerker verbinden. Op de contactpagina van deze website staat hoe u iemand bereikt.',
      mood: 'Ik ben een computerprogramma, dus het gaat altijd goed. Wat wilt u graag weten?',
      praise: 'Dank u, dat is fijn om te horen! Wilt u nog iets weten?',
      ask: 'Natuurlijk! Wat wilt u graag weten?',
    },
    contact: 'Een medewerker bereikt u hier:',
  },
};
