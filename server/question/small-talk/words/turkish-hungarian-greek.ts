import type { Manners } from '../manners.ts';

export const turkishHungarianGreek: Readonly<Record<string, Manners>> = {
  tr: {
    phrases: {
      hello:
        'merhaba|selam|selamlar|meraba|mrb|slm|merhabalar|günaydın|alo|hello|hi|selamün_aleyküm|tünaydın herkese|tekrar|size|sana?, iyi akşamlar|günler|sabahlar|geceler, hayırlı günler|sabahlar|akşamlar, tanıştığıma memnun_oldum, memnun oldum',
      thanks:
        'teşekkürler|teşekkür|sağol|sağolun|sağ_ol|sağ_olun|eyvallah|tşk|tesekkurler|tesekkur|mersi ederim|ederiz|çok|yardımınız_için|yardım_için|bilgi_için|cevap_için|yardımın_için|her_şey_için|bilgi_için_çok? ederim?, çok teşekkürler|teşekkür|sağol|sağ_ol|sağ_olun|mersi ederim|ederiz?, yardımınız|yardımın|bilgi|cevap|cevabınız için çok? teşekkürler|teşekkür ederim|ederiz?, çok yardımcı oldunuz|oldun, işime yaradı',
      bye: 'güle_güle|hoşça_kal|hoşça_kalın|hoşçakal|hoşçakalın|görüşürüz|bay|baybay|bye|bay_bay|iyi_geceler|iyi_günler|kendine_iyi_bak|kendinize_iyi_bakın|allahaısmarladık|iyi_hafta_sonları|görüşmek_üzere|elveda, bu kadar, hepsi bu',
      ok: 'tamam|tamamdır|ok|okey|peki|anladım|anlaşıldı|evet|hayır|olur|tabii|tabi|elbette|iyi|güzel|doğru|haklısın|sorun_değil|önemli_değil|boş_ver|boşver|hı_hı|aynen|yok|tmm|oldu, hayır|yok teşekkürler|sağol|teşekkür_ederim',
      help: 'yardım|yardım_et|yardım_edin|imdat bana? lütfen?, yardıma ihtiyacım var, yardım istiyorum|lazım, bana? yardım|yardımcı edebilir|eder|olabilir|olur misin|misiniz|mi|musun|musunuz, yardım edebilirmisin, ne|neler yapabilirsin|yapabiliyorsun|yapabilirsiniz|biliyorsun|yaparsın|bilirsin benim_için?, sana|size|buraya? ne|neler sorabilirim|sorabilir_miyim sana|size?, nasıl yardımcı|yardım olabilirsin|edebilirsin|olabilirsiniz|olursun bana?, bana nasıl yardımcı|yardım olabilirsin|edebilirsin|olabilirsiniz, nasıl çalışıyorsun, bu sohbet nasıl çalışıyor, hangi konularda yardımcı olabilirsin|olabilirsiniz',
      who: 'kimsin|nesin|kimsiniz|sen_kimsin|siz_kimsiniz|sen_nesin|kim_var_orada|kim_o sen|siz?, sen|siz|bu? gerçek|bir? bir? gerçek? bot|robot|insan|makine|yapay_zeka|chatbot|kişi|program|bilgisayar mu|mi|mı? musun|mısın|misin|musunuz|mısınız|bu|mu|mi, gerçek|bir? bir? robotla|botla|insanla|kişiyle|makineyle mi? mı? konuşuyorum|yazışıyorum|konuşuyor_muyum, kiminle konuşuyorum|görüşüyorum|yazışıyorum, adın|ismin|adınız ne|nedir, seni kim yaptı|yarattı|programladı|geliştirdi',
      human:
        'gerçek|bir|canlı? bir? gerçek|canlı? insanla|kişiyle|biriyle|birisiyle|temsilciyle|müşteri_temsilcisiyle|yetkiliyle|müşteri_temsilcisi_ile|insan_ile|kişi_ile|biri_ile|temsilci_ile|yetkili_ile|görevliyle konuşmak|görüşmek|konuşabilir|görüşebilir istiyorum|isterim|miyim|mıyım|istiyorum_lütfen, beni? gerçek|bir? bir? insana|temsilciye|müşteri_temsilcisine|yetkiliye|operatöre bağla|bağlayın|bağlar_mısın|bağlar_mısınız|bağlan|aktar, müşteri_temsilcisi|canlı_destek|temsilci|gerçek_insan|insan|operatör lütfen|istiyorum?',
      mood: 'nasılsın|nasılsınız|naber|ne_haber|nasıl_gidiyor|n_aber|iyi_misin|iyi_misiniz|ne_var_ne_yok|keyifler_nasıl bugün|sen|siz?, bugün nasılsın|nasılsınız, ne yapıyorsun',
      praise:
        'bu|sen|siz|o|cevap? çok|gerçekten|ne|bayağı? çok? harika|süper|güzeldi|yararlı|faydalı|harikaydı|mükemmel|faydalıydı|yararlıydı|muhteşem|iyiydi|harikasın|süpersin|akıllısın|zekisin|iyisin|tatlısın|yardımseversin|harikasınız|mükemmelsin idi|oldu|bir_cevap?, harika|süper|mükemmel|muhteşem|bravo|vay|aferin|şahane|müthiş|tebrikler|helal|vay_be cevap|iş?, çok güzel|iyi|faydalı|yararlı|güzel_oldu|iyi_oldu, en iyisisin, iyi|güzel|harika iş|cevap|bot, eline|ellerine sağlık, sevdim|beğendim|seni_seviyorum|bunu_sevdim|çok_beğendim, işe yaradı',
      ask: 'sana|size|bir_şey|bir? bir_şey|bir_soru|birkaç_soru|bişey|soru|birşey sorabilir|sorabilirim|sorsam|soracağım|sormak|sorabilirmiyim|danışabilir miyim|mi|olur_mu|istiyorum|mıyım|isterim?, bir|birkaç|başka_bir|küçük_bir|bir_tane|kısa_bir|size_bir|sana_bir? sorum|soru|sorum_daha|sorularım var|olacak?, sorum var, orada|orda|burada|kimse mısın|mısınız|var_mı|kimse_var_mı|biri_var_mı, kimse yok_mu, müsait misin, konuşabilir miyiz, sorularımı|soruma|bir_soruya cevaplar|cevap_verir mısın|misin',
      filler:
        'lütfen, ve, ama, o zaman, çok, bir, daha, şimdi, bot, chatbot, kardeşim, dostum, hocam, efendim, ah, oh, haha, hmm, pardon, afedersiniz, özür dilerim, gerçekten, de, da, şey, yani, tekrar',
    },
    replies: {
      hello: 'Merhaba! Ne öğrenmek istersiniz?',
      thanks: 'Rica ederim! Başka bir şey öğrenmek ister misiniz?',
      bye: 'Hoşça kalın, ziyaretiniz için teşekkürler!',
      ok: 'Tamam. Başka bir şey öğrenmek isterseniz sormanız yeterli.',
      help: 'Sorunuzu kendi sözcüklerinizle yazın; yanıtı bu sitenin sayfalarında arar ve nerede yazdığını söylerim.',
      who: 'Ben bir insan değil, bir bilgisayar programıyım. Soruları bu sitenin sayfalarına göre yanıtlarım.',
      human: 'Sizi burada bir kişiye bağlayamam. Lütfen bu sitenin iletişim sayfasına bakın.',
      mood: 'Bir bilgisayar programıyım, bu yüzden hep iyiyim. Ne öğrenmek istersiniz?',
      praise: 'Teşekkür ederim, sevindim! Başka bir şey öğrenmek ister misiniz?',
      ask: 'Elbette! Ne öğrenmek istersiniz?',
    },
    contact: 'Bir kişiye buradan ulaşabilirsiniz:',
  },
  hu: {
    phrases: {
      hello:
        'szia|sziasztok|helló|hello|hali|üdv|üdvözlöm|szervusz|heló|szervusztok|csókolom|üdvözletem|halló|hellóka mindenkinek|újra|ismét?, jó napot|reggelt|estét|napot_kívánok|reggelt_kívánok|estét_kívánok kívánok?, szép napot, örvendek',
      thanks:
        'köszönöm|köszi|kösz|köszönjük|köszike|thx|köszönet|kössz szépen|a_segítséget|az_információt|a_választ|előre_is|mindent|a_segítségét|a_segítségedet|az_infót|nagyon|nagyon_szépen? a_segítséget|az_információt|a_választ?, nagyon|szépen|hálásan|ezer szépen? köszönöm|köszi|köszönet|köszönjük a_segítséget|a_választ|az_információt?, sokat segített|segítettél, hálás vagyok',
      bye: 'viszlát|szia|sziasztok|viszontlátásra|szevasz|pá|bye|jó_éjt|jó_éjszakát|további_szép_napot|szép_napot|minden_jót|legyen_szép_napja|később_találkozunk|puszi|hamarosan|további_jó_napot|jó_hétvégét|a_viszontlátásra, ennyi volt?, ez minden',
      ok: 'ok|oké|oksi|rendben|jó|jól_van|értem|világos|igen|nem|persze|aha|szuper|megértettem|rendben_van|egyetértek|nem_baj|nem_gond|semmi_baj|hagyjuk|jó_tudni|okés|okay|így_van|biztosan, nem köszönöm|köszi',
      help: 'segítség|segíts|segítsen|segítség_kell nekem? kérem|kérlek?, segítségre van_szükségem, segítséget kérek|szeretnék, tudsz|tud|tudna|tudnál|tudnátok kérem|kérlek? segíteni nekem?, segítene|segítenél|segítesz nekem?, mit|miket tudsz|tud|tudtok csinálni|tenni|nekem_segíteni|válaszolni?, mit|miket kérdezhetek tőled|öntől|itt?, miben tudsz|tud segíteni nekem?, hogyan|hogy tudsz|tud|működsz|működik|használhatom|segíthetsz segíteni|ez_a_chat|a_chat|ezt_a_chatet?, mire vagy jó|képes',
      who: 'ki|kicsoda|mi|micsoda vagy|ön|az|te te|ön|valójában?, te|ön ki|kicsoda|micsoda vagy?, te? ön? egy? igazi|valódi|élő? robot|bot|ember|gép|chatbot|mesterséges_intelligencia|program|személy|számítógép vagy|ön|ez te|vagy_ember?, ez egy? robot|bot|ember|chatbot, egy? igazi|valódi|élő? robottal|bottal|emberrel|géppel|személlyel beszélek|chatelek|beszélgetek, kivel beszélek|chatelek|beszélgetek, hogy hívnak|hívják, mi a neved|neve, ki csinált|készített|programozott|alkotott téged?',
      human:
        'szeretnék|akarok|inkább|kérem|szeretnék_inkább? egy? igazi|valódi|élő? emberrel|személlyel|ügyintézővel|munkatárssal|valakivel|operátorral|ügyfélszolgálattal|ügyfélszolgálatossal|kollégával szeretnék|akarok|tudok|tudnék|lehet? beszélni|beszélgetni|beszélhetek|beszélhetnék, beszélhetek|beszélhetnék|tudok_beszélni|lehet_beszélni|szeretnék_beszélni|akarok_beszélni egy? igazi|valódi|élő? emberrel|személlyel|ügyintézővel|munkatárssal|valakivel|operátorral|ügyfélszolgálattal|kollégával, kapcsolj|kapcsoljon|kapcsolja egy? emberhez|ügyintézőhöz|ügyintézőt|operátort|ügyfélszolgálatot, ügyintéző|élő_ember|ember|operátor|munkatárs kérem?',
      mood: 'hogy vagy|van|vagytok|érzed_magad|ityeg ma|te?, mi újság|a_helyzet|van_veled|újság_veled, hogy megy|telik a_napod|sorod?, jól vagy|van, mizu, mizujs',
      praise:
        'ez|az|te|ön|nagyon|igazán|tényleg? nagyon|igazán|tényleg? szuper|jó|remek|hasznos|segítőkész|kedves|okos|ügyes|fantasztikus|nagyszerű|király|csodálatos|szép|jó_fej volt|vagy|ez?, szuper|remek|fantasztikus|nagyszerű|király|kiváló|kitűnő|bravó|wow|tökéletes|zseniális|csodálatos|csúcs|klassz vagy|válasz|munka|volt?, ügyes vagy, jó|szép munka|válasz|bot, tetszik|imádlak|szeretlek|imádom ez?, te vagy a legjobb, gratulálok',
      ask: 'kérdezhetek|kérdezhetnék|kérhetek|feltehetek|tehetek_fel|feltehetnék tőled|öntől|önöktől|én? valamit|egy_kérdést|néhány_kérdést|egyet|pár_kérdést?, van|lenne|még_lenne|volna|még_van egy|néhány|még_egy|pár|egy_gyors? kérdésem|kérdés, egy|még_egy|gyors|csak_egy kérdés|kérdésem lenne|van?, kérdésem|kérdéseim lenne|van|lennének|vannak, szeretnék|akarok kérdezni|megkérdezni|tudni valamit|egyet, tudsz|tudna|tud válaszolni egy_kérdésre|a_kérdésemre|kérdésekre, van itt|ott valaki, itt vagy|van, ott vagy|van',
      filler:
        'kérem, kérlek, és, de, hát, akkor, most, még, nagyon, bot, chatbot, ó, ah, haha, hmm, bocsánat, bocs, elnézést, tényleg, is, csak, na, nos, szépen, mindenkinek, előre is',
    },
    replies: {
      hello: 'Üdvözlöm! Mit szeretne megtudni?',
      thanks: 'Szívesen! Szeretne még valamit megtudni?',
      bye: 'Viszontlátásra, köszönöm a látogatást!',
      ok: 'Rendben. Kérdezzen bátran, ha még valamit szeretne megtudni.',
      help: 'Tegyen fel egy kérdést a saját szavaival: megkeresem a választ ennek a webhelynek az oldalain, és megmondom, hol olvasható.',
      who: 'Számítógépes program vagyok, nem ember. A kérdésekre ennek a webhelynek az oldalai alapján válaszolok.',
      human: 'Itt nem tudom emberhez kapcsolni. Kérem, nézze meg a webhely kapcsolati oldalát.',
      mood: 'Számítógépes program vagyok, így mindig jól vagyok. Mit szeretne megtudni?',
      praise: 'Köszönöm, örülök neki! Szeretne még valamit megtudni?',
      ask: 'Természetesen! Mit szeretne megtudni?',
    },
    contact: 'Itt érhet el egy embert:',
  },
  el: {
    phrases: {
      hello:
        'γεια|γειά|χαίρετε|καλημέρα|καλησπέρα|καλό_απόγευμα|χαιρετώ|χαιρετίσματα|γεια_χαρά|χελόου|hello|hi|αλό|έλα σου|σας|χαρά|σε_όλους|και_πάλι?, καλή μέρα|ημέρα|σπέρα, χάρηκα',
      thanks:
        'ευχαριστώ|ευχαριστούμε|ευχαριστω|σ_ευχαριστώ|σας_ευχαριστώ|σε_ευχαριστώ|να_στε_καλά|να_είστε_καλά|thanks πολύ|πάρα_πολύ|για_τη_βοήθεια|για_την_απάντηση|για_τις_πληροφορίες|για_την_πληροφορία|για_όλα|εκ_των_προτέρων|θερμά? για_τη_βοήθεια|για_την_απάντηση|για_τις_πληροφορίες?, πολλές ευχαριστίες, χίλια ευχαριστώ, με βοήθησες|βοηθήσατε|βοήθησε πολύ?',
      bye: 'αντίο|γεια_σου|γεια_σας|τα_λέμε|καληνύχτα|καλό_βράδυ|bye|μπάι|καλή_συνέχεια|εις_το_επανιδείν|στο_καλό|καλή_μέρα|καλό_σαββατοκύριακο|τα_ξαναλέμε, αυτά ήταν|μόνο|όλα?, αυτό ήταν όλο?',
      ok: 'οκ|οκέι|ok|εντάξει|καλά|κατάλαβα|κατανοητό|ναι|όχι|βέβαια|φυσικά|σωστά|ωραία|μάλιστα|σύμφωνοι|κανένα_πρόβλημα|δεν_πειράζει|άσε|το_κατάλαβα|συμφωνώ|ξεκάθαρο|έγινε|σαφώς, όχι ευχαριστώ',
      help: 'βοήθεια|βοήθησέ_με|βοήθησε_με|βοηθήστε_με παρακαλώ?, χρειάζομαι|θέλω βοήθεια|τη_βοήθειά_σου|τη_βοήθεια_σου, μπορείς|μπορείτε|θα_μπορούσες|θα_μπορούσατε να? με? βοηθήσεις|βοηθήσετε?, τι μπορείς|μπορείτε|ξέρεις|ξέρετε να? κάνεις|κάνετε|μου_πεις|απαντήσεις για_μένα?, τι μπορώ να? σε|σας? ρωτήσω, πώς μπορείς|μπορείτε να? με? βοηθήσεις|βοηθήσετε, σε τι μπορείς|μπορείτε να? με? βοηθήσεις|βοηθήσετε, πώς λειτουργείς|λειτουργεί_αυτό|δουλεύεις|λειτουργεί_το_chat, τι κάνεις εδώ',
      who: 'ποιος|ποια|ποιοι|τι είσαι|είστε|είναι εσύ|εσείς|εκεί|αυτός?, εσύ? είσαι|είστε|είναι ένα|ένας|μια|αληθινός|πραγματικός|στ_αλήθεια? αληθινός|πραγματικός? ρομπότ|μποτ|bot|άνθρωπος|μηχανή|chatbot|τεχνητή_νοημοσύνη|πρόγραμμα|υπολογιστής|αληθινός|πραγματικός|ai ή|αληθινός? ρομπότ|μποτ|άνθρωπος?, μιλάω|μιλώ|συνομιλώ με έναν|ένα|κάποιον? αληθινό|πραγματικό? ρομπότ|μποτ|άνθρωπο|μηχανή, με ποιον μιλάω|μιλώ|συνομιλώ, πώς σε|σας λένε, ποιο είναι το όνομά|όνομα σου|σας, ποιος σε έφτιαξε|δημιούργησε|προγραμμάτισε',
      human:
        'θέλω|θα_ήθελα|προτιμώ|πρέπει|χρειάζεται να? μιλήσω|συνομιλήσω|επικοινωνήσω|μιλήσουμε με έναν? πραγματικό|αληθινό|κάποιον? άνθρωπο|υπάλληλο|κάποιον|εκπρόσωπο|εκπρόσωπό|συνεργάτη|υπεύθυνο, μπορώ|μπορούσα|θα_μπορούσα|γίνεται να? μιλήσω|συνομιλήσω|επικοινωνήσω με έναν? πραγματικό|αληθινό|κάποιον? άνθρωπο|υπάλληλο|κάποιον|εκπρόσωπο|συνεργάτη|υπεύθυνο, συνδέστε|σύνδεσέ|σύνδεσε με με έναν? άνθρωπο|υπάλληλο|εκπρόσωπο|κάποιον, άνθρωπος|εκπρόσωπος|άνθρωπο|υπάλληλος παρακαλώ?',
      mood: 'τι κάνεις|κάνετε|νέα|γίνεται|λέει σήμερα|εσύ|εσείς?, πώς είσαι|είστε|πάει|είναι|τα_πας|πάνε|αισθάνεσαι σήμερα|εσύ|τα_πράγματα?, όλα καλά, είσαι καλά',
      praise:
        'αυτό|ήταν|είναι|είσαι|είστε|εσύ ήταν|είναι|είσαι|πολύ|πραγματικά? πολύ|πραγματικά|τόσο? τέλειο|καλό|φοβερό|χρήσιμο|υπέροχο|εξαιρετικό|τέλειος|έξυπνος|καλός|υπέροχος|φοβερός|ευγενικός|χρήσιμος|ωραίο|ο_καλύτερος|φανταστικό, τέλεια|υπέροχα|υπέροχο|φοβερό|εξαιρετικά|εξαιρετικό|μπράβο|ουάου|τέλειο|φανταστικό|φανταστικά|άψογα|θαυμάσια|σούπερ δουλειά|απάντηση|σου|σας?, πολύ χρήσιμο|καλό|ωραία|καλά|ωραίο|βοηθητικό, καλή|ωραία|τέλεια δουλειά|απάντηση, μου αρέσει, σ αγαπώ, σε λατρεύω',
      ask: 'μπορώ|θα_μπορούσα|γίνεται να? σε|σας|κάνω|σου|ρωτήσω? ρωτήσω|κάνω|θέσω|κάτι|μια_ερώτηση κάτι|μια_ερώτηση|μερικές_ερωτήσεις|ερωτήσεις?, έχω|θα_είχα μια|μερικές|άλλη_μια|μία|κάποιες|ακόμα_μια? ερώτηση|ερωτήσεις|απορία|απορίες για_σένα|για_σας?, μια|μία|ακόμα_μια|γρήγορη ερώτηση|απορία, θέλω|θα_ήθελα να? σε|σας? ρωτήσω|μάθω κάτι, είναι κανείς|κάποιος εδώ|εκεί, είσαι|είστε εδώ|εκεί, μπορείς|μπορείτε να? απαντήσεις|απαντήσετε σε? μια_ερώτηση|ερωτήσεις|στην_ερώτησή_μου',
      filler:
        'παρακαλώ, και, αλλά, λοιπόν, τώρα, πολύ, μποτ, bot, chatbot, φίλε, κύριε, κυρία, α, ω, χαχα, συγγνώμη, συγνώμη, πραγματικά, επίσης, απλά, ξανά, πάλι, πάντως, τότε',
    },
    replies: {
      hello: 'Γεια σας! Τι θα θέλατε να μάθετε;',
      thanks: 'Παρακαλώ! Θέλετε να μάθετε κάτι άλλο;',
      bye: 'Αντίο και ευχαριστώ για την επίσκεψη!',
      ok: 'Εντάξει. Ρωτήστε με αν θέλετε να μάθετε κάτι άλλο.',
      help: 'Κάντε μια ερώτηση με δικά σας λόγια: θα ψάξω την απάντηση στις σελίδες αυτού του ιστότοπου και θα σας πω πού βρίσκεται.',
      who: 'Είμαι πρόγραμμα υπολογιστή, όχι άνθρωπος. Απαντώ σε ερωτήσεις με βάση τις σελίδες αυτού του ιστότοπου.',
      human:
        'Δεν μπορώ να σας συνδέσω με άνθρωπο εδώ. Δείτε τη σελίδα επικοινωνίας αυτού του ιστότοπου.',
      mood: 'Είμαι πρόγραμμα υπολογιστή, οπότε είμαι πάντα καλά. Τι θα θέλατε να μάθετε;',
      praise: 'Ευχαριστώ, χαίρομαι! Θέλετε να μάθετε κάτι άλλο;',
      ask: 'Βεβαίως! Τι θα θέλατε να μάθετε;',
    },
    contact: 'Μπορείτε να επικοινωνήσετε με άνθρωπο εδώ:',
  },
};
