import type { Manners } from '../manners.ts';

export const southAsia: Readonly<Record<string, Manners>> = {
  hi: {
    phrases: {
      hello:
        'नमस्ते|नमस्कार|हैलो|हेलो|हाय|राम_राम|प्रणाम|सुप्रभात|शुभ_प्रभात|शुभ_संध्या|हेल्लो जी|सबको|दोस्त|आपको|फिर_से?, आपसे मिलकर खुशी_हुई|अच्छा_लगा',
      thanks:
        'धन्यवाद|शुक्रिया|थैंक्स|थैंक_यू|थैंक्यू|आभार|मेहरबानी|धन्यवाद_जी आपका|जी|बहुत|बहुत_बहुत|मदद_के_लिए|जानकारी_के_लिए|जवाब_के_लिए? जी?, आपका|बहुत|बहुत_बहुत|आपकी_मदद_के_लिए|मदद_के_लिए|जानकारी_के_लिए|जवाब_के_लिए|हार्दिक|आपको बहुत|बहुत_बहुत|आपका|हार्दिक? धन्यवाद|शुक्रिया|आभार जी?, इससे मदद मिली',
      bye: 'अलविदा|बाय|बाय_बाय|फिर_मिलेंगे|शुभ_रात्रि|टाटा|आपका_दिन_शुभ_हो|नमस्ते_फिर_मिलेंगे|चलता_हूँ|चलती_हूँ|शुभ_दिन|ख्याल_रखना, बस इतना ही, इतना ही था',
      ok: 'ठीक_है|ठीक|अच्छा|ओके|ok|समझ_गया|समझ_गई|समझ_आ_गया|हाँ|हां|नहीं|जी|जी_हाँ|बिल्कुल|सही|सही_है|कोई_बात_नहीं|हाँ_जी|बढ़िया|समझा|पता_चल_गया, नहीं धन्यवाद|शुक्रिया',
      help: 'मदद|सहायता|हेल्प करो|करें|चाहिए|कीजिए? कृपया?, मेरी|मुझे मदद|सहायता|आपकी_मदद करो|करें|चाहिए|कीजिए|की_ज़रूरत_है|की_जरूरत_है, क्या आप|तुम मेरी? मदद|सहायता कर? सकते|सकती|करेंगे हैं|हो?, आप|तुम|तू क्या क्या? कर|बता|जानते|जवाब_दे सकते|सकती|हैं|हो हैं|हो?, आप|तुम मेरी|मेरे_लिए? मदद? कैसे|क्या|किस_तरह मदद? कर सकते|सकती हैं|हो?, मैं आपसे|तुमसे? क्या पूछ सकता|सकती हूँ|हूं, आप कैसे काम करते|करती हैं|हो, यह चैट कैसे काम करती|करता है',
      who: 'आप|तुम|तू|यह|ये कौन|क्या है|हैं|हो|हो_तुम, कौन है|हैं|हो आप|तुम|वहाँ?, कौन हो तुम|आप, क्या? आप|तुम|यह|ये|मैं एक|कोई|असली? असली? बॉट|रोबोट|इंसान|मशीन|चैटबॉट|आदमी|मनुष्य|कंप्यूटर|एआई|व्यक्ति या? रोबोट|बॉट|इंसान|मशीन? है|हैं|हो, क्या? मैं किसी|एक|किस|किससे? असली? बॉट|रोबोट|इंसान|मशीन|व्यक्ति? से? बात कर रहा|रही हूँ|हूं, मैं किससे बात कर रहा|रही हूँ|हूं, आपका|तुम्हारा|तेरा नाम क्या है, आपको|तुम्हें किसने बनाया है?',
      human:
        'मुझे|मैं|मुझको किसी|एक|असली? असली? इंसान|व्यक्ति|आदमी|कर्मचारी|प्रतिनिधि|ऑपरेटर|एजेंट|मनुष्य|ग्राहक_सेवा से बात करना|करनी|करवाओ|करवाइए|करना_है|करनी_है|करवा_दें है|चाहता_हूँ|चाहती_हूँ|चाहता_हूं|चाहती_हूं|चाहिए?, क्या? मैं किसी|एक? असली? इंसान|व्यक्ति|आदमी|कर्मचारी|प्रतिनिधि|ऑपरेटर|एजेंट|मनुष्य|ग्राहक_सेवा से बात कर सकता|सकती हूँ|हूं, किसी|एक? असली? इंसान|व्यक्ति|कर्मचारी|प्रतिनिधि|आदमी|एजेंट से बात कराओ|करवाओ|कराइए|करवाइए|करनी_है|करना_है|करा_दें, इंसान|प्रतिनिधि|ऑपरेटर|एजेंट चाहिए|से_बात?',
      mood: 'आप|तुम|तू|सब? कैसे|कैसी|कैसा|ठीक|ठीक_तो हैं|हो|है|चल_रहा_है आज?, कैसे|कैसी|कैसा हैं|हो|है|चल_रहा_है आप|तुम?, क्या हाल|हालचाल|हाल_चाल|चल_रहा है|हैं|है_आपका? आपका|तुम्हारा|आपके?, आपका दिन कैसा रहा|है, आज आप कैसे हैं',
      praise:
        'यह|ये|आप|तुम|वह|बहुत बहुत|सच_में|तो|वाकई? बढ़िया|अच्छा|अच्छे|शानदार|उपयोगी|मददगार|कमाल|होशियार|सुंदर|अच्छी|समझदार|मस्त था|है|हैं|हो|थी?, बहुत बढ़िया|अच्छा|अच्छे|शानदार|उपयोगी|खूब|अच्छी|सुंदर काम|जवाब|जानकारी?, वाह|शाबाश|शानदार|कमाल|बढ़िया|ज़बरदस्त|जबरदस्त|लाजवाब|अद्भुत|उत्तम|मस्त काम|जवाब|है?, अच्छा|बढ़िया काम|जवाब|बॉट, मुझे यह|ये|अच्छा|पसंद अच्छा|पसंद|आया लगा|आया?, मैं आपसे|तुमसे प्यार करता|करती हूँ|हूं',
      ask: 'क्या? मैं आपसे|तुमसे|एक|कुछ? एक|कुछ? कुछ|सवाल|प्रश्न|बात? पूछ|कर सकता|सकती|सकते हूँ|हूं|हैं, मेरा|मेरे|मुझे|मेरे_पास|मेरी एक|कुछ|और|एक_और? सवाल|प्रश्न|पूछना|सवाल_पूछना|प्रश्न_पूछना|कुछ_सवाल था|है|हैं|थे|पूछना_है?, एक|बस_एक|एक_और|कुछ|छोटा_सा सवाल|प्रश्न|बात पूछना_है|पूछूँ|है|पूछनी_है|पूछूं?, कुछ पूछना है|था|चाहता_हूँ|चाहती_हूँ, मैं कुछ जानना|पूछना चाहता|चाहती हूँ|हूं, क्या? कोई वहाँ|यहाँ|है है?, आप वहाँ|यहाँ हैं, क्या आप मेरे? एक? सवाल|सवालों|प्रश्न का|के जवाब दे सकते|देंगे हैं?',
      filler:
        'कृपया, प्लीज, प्लीज़, और, तो, लेकिन, पर, जी, अब, बहुत, फिर, फिर से, बॉट, चैटबॉट, दोस्त, भाई, सर, मैडम, मैम, अरे, ओह, हाहा, हम्म, माफ कीजिए, क्षमा करें, भी, बस, सच में, आपका, यार, वैसे',
    },
    replies: {
      hello: 'नमस्ते! आप क्या जानना चाहेंगे?',
      thanks: 'आपका स्वागत है! क्या आप कुछ और जानना चाहेंगे?',
      bye: 'अलविदा, और आने के लिए धन्यवाद!',
      ok: 'ठीक है। जब भी कुछ और जानना हो, पूछ लीजिए।',
      help: 'अपने शब्दों में सवाल पूछिए: मैं इस साइट के पन्नों में उत्तर खोजकर बताऊँगा कि वह कहाँ लिखा है।',
      who: 'मैं एक कंप्यूटर प्रोग्राम हूँ, कोई व्यक्ति नहीं। मैं इस साइट के पन्नों से सवालों के जवाब देता हूँ।',
      human: 'मैं यहाँ आपकी किसी व्यक्ति से बात नहीं करा सकता। कृपया इस साइट का संपर्क पृष्ठ देखें।',
      mood: 'मैं एक कंप्यूटर प्रोग्राम हूँ, इसलिए हमेशा ठीक रहता हूँ। आप क्या जानना चाहेंगे?',
      praise: 'धन्यवाद, यह जानकर खुशी हुई! क्या आप कुछ और जानना चाहेंगे?',
      ask: 'ज़रूर! आप क्या जानना चाहेंगे?',
    },
    contact: 'किसी व्यक्ति से यहाँ संपर्क करें:',
  },
  vi: {
    phrases: {
      hello:
        'chào|xin_chào|hello|hi|hế_lô|alo|kính_chào|hey|helo bạn|anh|chị|em|các_bạn|mọi_người|buổi_sáng|buổi_chiều|buổi_tối|ad|shop|nhé|ạ|admin|bot? ạ|nhé|nha?, rất? vui được gặp_bạn',
      thanks:
        'cảm_ơn|cám_ơn|xin_cảm_ơn|thanks|thank_you|đa_tạ|tks|cảm_ơn_bạn|cảm_ơn_nhiều|chân_thành_cảm_ơn bạn|anh|chị|em|nhiều|rất_nhiều|bạn_nhiều|bạn_rất_nhiều|ad|shop|vì_đã_giúp|vì_sự_giúp_đỡ|vì_thông_tin|các_bạn|anh_chị? nhiều|rất_nhiều|nhé|ạ|nha|vì_đã_giúp|vì_đã_giúp_tôi|vì_thông_tin|vì_câu_trả_lời|trước? ạ|nhé|nha?, bạn đã giúp_ích|giúp_tôi rất? nhiều?',
      bye: 'tạm_biệt|bye|bai|chào_tạm_biệt|hẹn_gặp_lại|bye_bye|chúc_ngủ_ngon|chúc_một_ngày_tốt_lành|gặp_lại_sau|chúc_bạn_một_ngày_tốt_lành|ngủ_ngon|chúc_một_ngày_vui_vẻ|hẹn_gặp_lại_sau bạn|nhé|nha|ạ?, vậy|thế là hết|đủ|xong, chỉ vậy|thế thôi',
      ok: 'ok|oke|okay|được|được_rồi|vâng|dạ|ừ|ừm|đúng|đúng_rồi|không|có|hiểu_rồi|tôi_hiểu_rồi|rõ|rõ_rồi|tốt|vâng_ạ|dạ_vâng|đồng_ý|không_sao|tôi_biết_rồi|thế_à|okie|chắc_chắn_rồi|tôi_hiểu rồi|ạ|nhé|bạn?, không cảm_ơn',
      help: 'giúp|giúp_đỡ|cứu|trợ_giúp|hỗ_trợ|hướng_dẫn|giúp_với|hãy_giúp tôi|mình|em|với? với|nhé|đi|ạ?, tôi|mình|em cần được? giúp|giúp_đỡ|hỗ_trợ|trợ_giúp|sự_giúp_đỡ, bạn|anh|chị có_thể|giúp|làm|có giúp|hỗ_trợ|giúp_được tôi|mình|gì không|gì|cho_tôi? được? không?, bạn|mày|chatbot có_thể|biết|làm làm|trả_lời|giúp|được|nói được? những? gì|những_gì cho_tôi|cho_mình|được|vậy?, bạn làm được những? gì, bạn biết những? gì, tôi|mình có_thể|nên|được hỏi bạn? những? gì|điều_gì|những_gì bạn?, bạn có_thể giúp tôi|mình như_thế_nào|thế_nào|gì|bằng_cách_nào, chat|chatbot này hoạt_động thế_nào|như_thế_nào, bạn hoạt_động như_thế_nào|thế_nào, cách sử_dụng chat|chatbot',
      who: 'bạn|mày|anh|chị|đây|em là ai|gì|cái_gì vậy|thế|đấy?, ai vậy|đấy|đó|đang_nói_chuyện_với_tôi, bạn|đây|mày|em có_phải|phải_chăng|có_phải_là? là? một? con? bot|robot|người|máy|chatbot|ai|con_người|trí_tuệ_nhân_tạo|người_thật|máy_tính|rô_bốt hay? là? máy|người|bot|robot|người_thật? phải_không|không|à|hả?, tôi|mình có|có_phải? đang nói_chuyện|chat|trò_chuyện với ai|bot|robot|người|người_thật|máy|con_người vậy|không|à|phải_không|hay_máy?, bạn|em tên là? gì|là_gì vậy?, tên bạn|của_bạn là gì, ai đã? tạo_ra|làm_ra|lập_trình bạn',
      human:
        'tôi|mình|em|cho_tôi|cho_mình|cho_em|làm_ơn_cho_tôi muốn|cần|có_thể|thích|được? được? nói_chuyện|gặp|trò_chuyện|chat|trao_đổi|liên_hệ|nói|kết_nối với? một? người|nhân_viên|người_thật|con_người|tư_vấn_viên|ai_đó|người_nào_đó|tổng_đài_viên|nhân_viên_tư_vấn|nhân_viên_hỗ_trợ|quản_lý|bộ_phận_hỗ_trợ thật|tư_vấn? không|được_không|ạ|nhé?, nói_chuyện|gặp|chat|kết_nối với? người|nhân_viên|người_thật|con_người|tư_vấn_viên|tổng_đài_viên thật? được_không|ạ?, kết_nối|chuyển tôi|mình|máy với|đến|sang|cho người|nhân_viên|người_thật|tư_vấn_viên, có ai|nhân_viên_nào|người_thật|người_nào ở_đây? không, nhân_viên|người_thật|tư_vấn_viên làm_ơn|ạ?',
      mood: 'bạn|anh|chị|em|mày có? khỏe|khoẻ|ổn|vui không|chứ?, bạn|dạo_này|hôm_nay|hôm_nay_bạn|dạo_này_bạn bạn? thế_nào|sao_rồi|như_thế_nào|có_khỏe_không|thế_nào_rồi|khỏe_không, có gì mới không, khỏe|khoẻ không|chứ',
      praise:
        'cái_này|nó|điều_đó|bạn|thật|em|câu_trả_lời thật|rất|quá|thật_là|đã_làm|trả_lời|thật_sự? rất|quá? tuyệt|tuyệt_vời|hay|tốt|hữu_ích|giỏi|thông_minh|dễ_thương|xuất_sắc|nhiệt_tình|tử_tế quá|lắm|thật|nhất|đấy?, rất|thật|quá tuyệt|tuyệt_vời|hay|tốt|hữu_ích|giỏi|xuất_sắc|bổ_ích, tuyệt|tuyệt_vời|xuất_sắc|giỏi|hay|tuyệt_quá|wow|quá_tuyệt|làm_tốt_lắm|hoan_hô quá|lắm|thật|đấy|ạ?, tôi|mình thích|yêu|rất_thích bạn|điều_này|nó|cái_này',
      ask: 'tôi|mình|em|cho_tôi|cho_mình|cho_em|xin có_thể|muốn|xin|có|có_thể_xin? hỏi|được_hỏi|đặt|xin_hỏi bạn|anh|chị|ad|shop? một|chút|1|vài|thêm|vài_điều? câu|điều|chuyện|tí|việc|vài_câu|câu_hỏi|gì|một_chút|xíu|điều_này|chút hỏi|này|được_không|không|ạ|được|với? được_không|không|ạ?, tôi|mình|em có một|vài|1|thêm_một|một_vài? câu_hỏi|thắc_mắc|câu_muốn_hỏi muốn_hỏi|cần_hỏi|cho_bạn|ạ?, một câu_hỏi|câu_hỏi_nữa|câu_hỏi_nhanh nữa|ạ?, cho hỏi|tôi_hỏi|mình_hỏi|em_hỏi một|chút|xíu? chút|tí|câu|điều|xíu với|ạ|được_không?, có ai ở_đây|đó|ở_đó|đây không, bạn có ở đó|đây không, bạn có_thể trả_lời câu_hỏi|một_câu_hỏi|giúp_tôi_câu_hỏi của_tôi|không|được_không?',
      filler:
        'xin, làm ơn, vui lòng, và, nhưng, thì, vậy, nhé, nha, ạ, bạn, bot, chatbot, ơi, à, ồ, haha, hihi, hmm, xin lỗi, thật sự, cũng, chỉ, nữa, rất nhiều, bạn ơi, ad ơi, shop ơi, nhiều',
    },
    replies: {
      hello: 'Xin chào! Bạn muốn biết điều gì?',
      thanks: 'Không có gì! Bạn có muốn biết thêm điều gì không?',
      bye: 'Tạm biệt, cảm ơn bạn đã ghé thăm!',
      ok: 'Được rồi. Hãy hỏi khi bạn muốn biết thêm điều gì.',
      help: 'Hãy đặt câu hỏi bằng lời của bạn: tôi sẽ tìm câu trả lời trên các trang của website này và cho biết nó nằm ở đâu.',
      who: 'Tôi là một chương trình máy tính, không phải người. Tôi trả lời câu hỏi dựa trên các trang của website này.',
      human:
        'Ở đây tôi không thể kết nối bạn với một người. Vui lòng xem trang liên hệ của website này.',
      mood: 'Tôi là một chương trình máy tính nên lúc nào cũng khỏe. Bạn muốn biết điều gì?',
      praise: 'Cảm ơn bạn, tôi rất vui! Bạn có muốn biết thêm điều gì không?',
      ask: 'Tất nhiên! Bạn muốn biết điều gì?',
    },
    contact: 'Bạn có thể liên hệ với một người tại đây:',
  },
  id: {
    phrases: {
      hello:
        'halo|hai|hallo|hello|hi|hey|permisi|assalamualaikum|assalamu_alaikum|salam|hei|p semua|semuanya|kak|min|admin|lagi|bot|gan?, selamat pagi|siang|sore|malam|datang semua|semuanya|kak|min?, met pagi|siang|sore|malam, pagi|siang|sore|malam kak|min|semua|admin?, senang bertemu|berkenalan dengan_anda|denganmu?, salam kenal',
      thanks:
        'terima_kasih|terimakasih|makasih|trims|thanks|thank_you|tengkyu|tq|matur_nuwun|makasi|trimakasih|trims_ya banyak|ya|kak|min|atas_bantuannya|atas_bantuan_anda|untuk_bantuannya|atas_informasinya|untuk_informasinya|atas_jawabannya|sebelumnya|atas_infonya|untuk_infonya|sekali|kembali? ya|kak|min|atas_bantuannya|atas_informasinya|atas_jawabannya|atas_infonya|untuk_infonya|untuk_bantuannya|sebelumnya? kak|ya|min?, ini|itu sangat membantu, sangat membantu',
      bye: 'selamat_tinggal|dadah|bye|dah|sampai_jumpa|sampai_nanti|sampai_ketemu_lagi|daa|selamat_malam|selamat_tidur|selamat_jalan|semoga_harimu_menyenangkan|sampai_bertemu_lagi|bye_bye|sampai_jumpa_lagi|babay|semoga_hari_anda_menyenangkan kak|min|ya|lagi?, itu saja|aja|dulu, cukup sekian|itu_saja',
      ok: 'ok|oke|okay|baik|baiklah|ya|iya|tidak|mengerti|saya_mengerti|paham|saya_paham|siap|tentu|jelas|sip|setuju|benar|betul|oh_begitu|oh_gitu|tidak_masalah|tidak_apa_apa|enggak|nggak|gak|ga|oh_ya|noted|okelah|oh_oke|bagus|baik_kak|sudah_jelas|lupakan kak|min|deh|ya?, tidak|nggak|enggak|gak terima_kasih|makasih|usah',
      help: 'bantuan|tolong|bantu|help|tolong_bantu|minta_tolong saya|aku|kami|dong? dong|kak|ya?, saya|aku butuh|perlu|memerlukan|membutuhkan|ingin|mau|minta bantuan|pertolongan|bantuanmu|bantuan_anda, bisakah|bisa|dapatkah|apakah|boleh|maukah kamu|anda|kak|kau|saya? bisa|dapat? bantu|membantu|menolong|tolong|dibantu|minta_bantuan|minta_tolong saya|aku|kami?, apa saja|yang? yang? bisa|dapat yang? kamu|anda|saya|bot_ini|aku|kau? bisa|dapat? lakukan|kamu_lakukan|anda_lakukan|dilakukan|bantu|jawab|tanyakan|kerjakan|kamu_bantu|anda_bantu|saya_tanyakan|kau_lakukan|aku_tanyakan untuk_saya|untukku|di_sini|kepadamu|padamu?, kamu|anda bisa|dapat apa|melakukan_apa|bantu_apa|ngapain|menjawab_apa saja|aja?, bagaimana kamu|anda|cara_kamu|cara_anda bisa|dapat? membantu|bekerja|bantu|membantu_saya saya?, bagaimana cara? chat_ini|obrolan_ini|chatbot_ini|kerja_chat_ini bekerja|berfungsi|kerja?',
      who: 'siapa|apa|apakah kamu|anda|ini|kau|di_sana|namamu|nama_anda|nama_kamu|lu ini|sebenarnya|itu?, kamu|anda|ini|kau|lu siapa|apa|ini_siapa|sebenarnya_siapa ya|sih?, apakah? kamu|anda|ini|kau benar_benar|memang|itu|adalah|seorang|sebuah? robot|bot|manusia|orang|mesin|ai|chatbot|orang_sungguhan|manusia_asli|orang_asli|komputer|program|asli|orang_beneran|kecerdasan_buatan|nyata atau? robot|bot|manusia|orang|mesin? ya?, apakah? saya|aku sedang|lagi? berbicara|bicara|ngobrol|chat|mengobrol dengan|sama robot|bot|manusia|orang|mesin|orang_sungguhan|manusia_asli|siapa ya|ini?, dengan siapa saya|aku sedang? bicara|berbicara|ngobrol|chat, siapa yang? membuat|menciptakan|membuatmu|menciptakanmu|buat kamu|anda?',
      human:
        'saya|aku|kami ingin|mau|perlu|butuh|harus|lebih_suka|pengen|minta berbicara|bicara|ngobrol|chat|terhubung|berkomunikasi|mengobrol|disambungkan dengan|sama|ke|langsung_dengan seorang|staf? manusia|orang|seseorang|petugas|staf|operator|orang_sungguhan|cs|customer_service|admin|agen|karyawan|manusia_asli|layanan_pelanggan|orang_asli|pegawai asli|sungguhan|langsung?, bisakah|bisa|bolehkah|boleh|dapatkah|apakah saya|aku|kah|saya_bisa|bisa_saya|saya_dapat? bisa|boleh? berbicara|bicara|ngobrol|chat|terhubung|mengobrol dengan|sama|ke|langsung_dengan manusia|orang|seseorang|petugas|staf|operator|orang_sungguhan|cs|customer_service|admin|agen|karyawan|manusia_asli|layanan_pelanggan|orang_asli|pegawai asli|sungguhan|langsung?, bicara|hubungkan|sambungkan saya|aku? dengan|ke|sama manusia|orang|petugas|staf|operator|cs|customer_service|admin|agen|orang_asli, manusia|operator|orang_sungguhan|customer_service tolong|dong?, apakah ada orang|manusia|petugas|admin|staf yang_bisa_saya_ajak_bicara|di_sini',
      mood: 'apa kabar|kabarmu|kabarnya|kabar_anda hari_ini|kak|kamu|anda?, bagaimana kabar|kabarmu|kabarnya|keadaanmu|harimu|kabar_kamu|kabar_anda|hari_anda anda|kamu|hari_ini?, gimana kabarnya|kabarmu|kabar, kamu|anda baik baik? saja?, lagi apa|ngapain',
      praise:
        'ini|itu|kamu|anda|jawaban|jawabannya|kau sangat|sungguh|memang|benar_benar|kamu? bagus|hebat|keren|membantu|bermanfaat|pintar|baik|luar_biasa|berguna|mantap|cerdas|lucu|terbaik|yang_terbaik|ramah sekali|banget?, sangat|sungguh bagus|membantu|bermanfaat|hebat|berguna|baik|keren, bagus|hebat|keren|mantap|luar_biasa|wow|mantul|top|jos|wah|sempurna|asyik|pintar sekali|banget|jawabannya|kerjanya|kak?, kerja|jawaban bagus|yang_bagus|hebat, saya|aku suka|senang|cinta ini|itu|kamu|jawabannya?',
      ask: 'bolehkah|boleh|bisakah|bisa|apakah|numpang|mau|izin|ijin saya|aku|saya_boleh|saya_bisa|kami? bertanya|tanya|menanyakan|mengajukan|nanya|tanya_tanya sesuatu|satu_hal|pertanyaan|beberapa_pertanyaan|sebentar|kepada_anda|padamu|satu_pertanyaan|dong|dulu|hal|ke_kamu|sama_kamu? kak|min|ya|dong|tidak|sebentar?, saya|aku punya|ada|ingin|mau|mempunyai|memiliki satu|beberapa|sedikit|bertanya|tanya|menanyakan|mengajukan|nanya? pertanyaan|sesuatu|beberapa_pertanyaan|tanya|bertanya|pertanyaan_lagi|satu_hal lagi|untukmu|untuk_anda|dong|kak?, satu|ada|sebuah pertanyaan|pertanyaan_lagi lagi?, mau|ingin|numpang tanya|nanya|bertanya kak|min|dong|dulu?, apakah? ada orang|seseorang di_sini|di_sana?, apakah? kamu|anda ada|masih|masih_ada di_sana|di_sini?, bisakah kamu|anda menjawab pertanyaan|pertanyaan_saya|pertanyaanku',
      filler:
        'tolong, mohon, dan, tapi, tetapi, jadi, lalu, ya, yah, dong, deh, sih, kak, min, admin, gan, bot, chatbot, oh, ah, haha, wkwk, wkwkwk, hmm, maaf, permisi, juga, sekali, banget, sebelumnya, semuanya, pak, bu, mas, mbak, nih, lagi',
    },
    replies: {
      hello: 'Halo! Apa yang ingin Anda ketahui?',
      thanks: 'Sama-sama! Apakah ada lagi yang ingin Anda ketahui?',
      bye: 'Sampai jumpa, dan terima kasih atas kunjungan Anda!',
      ok: 'Baik. Silakan bertanya jika ada lagi yang ingin Anda ketahui.',
      help: 'Ajukan pertanyaan dengan kata-kata Anda sendiri: saya akan mencari jawabannya di halaman situs ini dan menyebutkan di mana itu tertulis.',
      who: 'Saya program komputer, bukan manusia. Saya menjawab pertanyaan dari halaman situs ini.',
      human:
        'Di sini saya tidak dapat menghubungkan Anda dengan seseorang. Silakan lihat halaman kontak situs ini.',
      mood: 'Saya program komputer, jadi selalu baik-baik saja. Apa yang ingin Anda ketahui?',
      praise: 'Terima kasih, saya senang mendengarnya! Apakah ada lagi yang ingin Anda ketahui?',
      ask: 'Tentu! Apa yang ingin Anda ketahui?',
    },
    contact: 'Anda dapat menghubungi seseorang di sini:',
  },
};
