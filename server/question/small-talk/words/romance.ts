import type { Manners } from '../manners.ts';

const bien =
  'super|génial|parfait|bien|utile|excellent|magnifique|formidable|sympa|top|gentil|cool|incroyable|chouette|fantastique|merveilleux';
const humains =
  'un_humain|une_personne|quelqu_un|un_être_humain|un_conseiller|un_agent|une_vraie_personne|un_vrai_humain|l_équipe|un_employé|une_personne_réelle|votre_équipe|humain';
const êtres = 'robot|bot|chatbot|humain|personne|machine|ia|ordinateur|vraie_personne|être_humain';
const bueno =
  'genial|bueno|buena|perfecto|excelente|útil|increíble|fantástico|estupendo|maravilloso|bien|guay|amable|simpático';
const personas =
  'un_humano|una_persona|una_persona_real|alguien|un_agente|un_operador|un_ser_humano|un_asesor|el_equipo|un_empleado|humano';
const seres = 'robot|bot|chatbot|humano|humana|persona|persona_real|máquina|ia|ordenador|real';
const bello =
  'fantastico|ottimo|perfetto|bravo|utile|bello|eccellente|grande|bene|gentile|bravissimo|meraviglioso|stupendo|brava|fantastica';
const persone =
  'un_umano|una_persona|una_persona_reale|qualcuno|un_operatore|un_essere_umano|un_addetto|una_persona_vera|il_team|operatore';
const esseri = 'robot|bot|chatbot|umano|persona|persona_reale|persona_vera|macchina|ia|computer';
const bom =
  'ótimo|bom|boa|perfeito|excelente|útil|incrível|fantástico|maravilhoso|legal|genial|fixe|bem|gentil|simpático|show';
const pessoas =
  'um_humano|uma_pessoa|uma_pessoa_real|alguém|um_atendente|um_ser_humano|um_agente|a_equipe|a_equipa|um_funcionário|atendente';
const entes = 'robô|bot|chatbot|humano|humana|pessoa|pessoa_real|máquina|ia|computador|real';
const minunat =
  'minunat|grozav|excelent|perfect|util|bun|bine|super|frumos|fantastic|tare|drăguț|bună|extraordinar';
const oameni =
  'un_om|o_persoană|o_persoană_reală|cineva|un_operator|un_angajat|un_agent|o_ființă_umană|operator';
const ființe = 'robot|bot|chatbot|om|persoană|mașină|ia|ai|persoană_reală';

export const romance: Readonly<Record<string, Manners>> = {
  fr: {
    phrases: {
      hello:
        'bonjour|salut|bonsoir|coucou|hello|hey|allô|allo|bjr|slt|cc à_tous|tout_le_monde|toi|à_vous?, bonne journée|soirée, enchanté|enchantée?',
      thanks:
        'merci|mercii beaucoup|bien|infiniment|à_vous|à_toi|encore|d_avance|pour_votre_aide|pour_ton_aide|pour_l_info|pour_tout|pour_la_réponse|pour_votre_réponse|pour_l_aide|mille_fois?, mille|un_grand|grand merci|mercis, je vous|te remercie beaucoup?, ça m_a|m aidé|aide, c est très_utile',
      bye: 'au_revoir|à_bientôt|à_plus|bye|ciao|adieu|à_plus_tard|à_demain|bonne_nuit|bonne_journée|bonne_soirée|bon_week_end|bonne_fin_de_journée, c est|était tout, ce sera tout',
      ok: 'ok|okay|d_accord|dac|bien|entendu|compris|je_comprends|j_ai_compris|je_vois|très_bien|parfait|oui|non|ouais|ça_marche|pas_de_problème|pas_de_souci|tant_pis|c_est_bon|c_est_noté|bon, non merci',
      help: 'aide|aidez|à_l_aide moi? s_il_vous_plaît|svp?, aidez moi, j ai besoin d aide|votre_aide, pouvez vous m|me|nous aider, peux tu m|me|nous aider, tu peux|vous_pouvez m|me aider, que pouvez|peux|sais|savez vous|tu faire|dire, qu est ce que vous|tu pouvez|peux|savez|sais faire, que puis je vous|te? demander|poser, comment pouvez|peux vous|tu m|me aider, comment ça marche|fonctionne, à quoi sers|servez tu|vous, c est quoi ce_chat|ce_truc|ça',
      who: `qui|qu êtes|es vous|tu, vous êtes qui, qui es tu, qui êtes vous, tu es|vous_êtes|t_es qui|quoi, êtes|es vous|tu un|une|vraiment? un|une? ${êtres}|réel|chatgpt, est ce que tu_es|vous_êtes un|une ${êtres}, tu|vous es|êtes vraiment? un|une? ${êtres}, c est|est_ce un|une ${êtres}, comment tu t|vous? appelles|appelez vous?, comment vous appelez vous, comment t appelles tu, quel est votre|ton nom, qui vous|t a créé|programmé|fait, à qui je parle|parlé|est_ce_que_je_parle, je parle à un|une ${êtres}, avec qui je parle|est_ce_que_je_parle`,
      human: `je veux|voudrais|souhaite|aimerais|préfère|dois parler|discuter|échanger à|avec ${humains}, puis|pourrais|peux je parler|discuter à|avec ${humains}, est ce que je peux parler à|avec ${humains}, je peux parler à|avec ${humains}, parler à|avec ${humains}, passez moi ${humains}, mettez moi en contact|relation avec ${humains}, y a t il ${humains}, humain|conseiller|une_vraie_personne|opérateur s_il_vous_plaît|svp?, je veux ${humains}`,
      mood: 'ça va|roule bien|et_toi|et_vous|aujourd_hui?, comment ça va|vas_tu|allez_vous|tu_vas|vous_allez aujourd_hui|bien?, comment allez|vas vous|tu, vous allez bien, tu vas bien, quoi de neuf',
      praise: `c|ce|tu|vous est|était|es|êtes vraiment|très|trop|super? ${bien}|le_meilleur|intelligent|drôle|fort, t es trop|vraiment|le? ${bien}|fort|meilleur, très|trop|vraiment|c_est|super? ${bien} réponse|travail?, bon|bonne|belle|excellente|super|bien travail|réponse|boulot|joué|service, je t|vous|l aime|adore, j adore|aime|aime_bien ça|ce_chat?, bravo|wow|waouh|chapeau|félicitations`,
      ask: 'puis|peux|pourrais|je je|peux|voudrais vous|te? poser|demander une_question|quelque_chose|des_questions|quelques_questions|un_truc, est ce que je peux vous|te? poser|demander une_question|quelque_chose|des_questions, j ai|aurais une|des|quelques|encore_une|juste_une|une_petite question|questions à_vous_poser|pour_vous|à_poser?, une|petite|juste_une|encore_une? question, pouvez|peux vous|tu répondre à une_question|ma_question|mes_questions, il y a|a_t_il quelqu_un ici|là?, y a t il? quelqu_un ici|là?, vous êtes là, tu es là, êtes vous là, es tu là, je veux|voudrais savoir|demander quelque_chose|un_truc',
      filler:
        's il vous plaît, s il te plaît, svp, stp, alors, et, donc, mais, bien, très, encore, beaucoup, vraiment, oh, ah, hm, euh, haha, mdr, bot, chatbot, assistant, monsieur, madame, cher, ami, aussi, juste, pardon, désolé, excusez moi, bon, oui, déjà, par avance',
    },
    replies: {
      hello: 'Bonjour ! Que souhaitez-vous savoir ?',
      thanks: 'Avec plaisir ! Souhaitez-vous savoir autre chose ?',
      bye: 'Au revoir, et merci de votre visite !',
      ok: 'D’accord. Demandez-moi si vous souhaitez savoir autre chose.',
      help: 'Posez-moi une question avec vos propres mots : je cherche la réponse dans les pages de ce site et je vous dis où elle se trouve.',
      who: 'Je suis un programme informatique, pas une personne. Je réponds aux questions à partir des pages de ce site.',
      human:
        'Je ne peux pas vous mettre en relation avec une personne ici. La page de contact de ce site indique comment joindre quelqu’un.',
      mood: 'Je suis un programme informatique, donc je vais toujours bien. Que souhaitez-vous savoir ?',
      praise: 'Merci, cela me fait plaisir ! Souhaitez-vous savoir autre chose ?',
      ask: 'Bien sûr ! Que souhaitez-vous savoir ?',
    },
    contact: 'Vous pouvez joindre une personne ici :',
  },
  es: {
    phrases: {
      hello:
        'hola|holaa|buenas|hey|hello|ola qué_tal|a_todos|de_nuevo|buenas|amigo?, buenos|buen días|día|tardes, buenas tardes|noches, saludos|muy_buenas, mucho gusto, encantado',
      thanks:
        'gracias|grax|thanks por_todo|por_la_ayuda|por_tu_ayuda|por_su_ayuda|por_la_información|por_la_info|por_la_respuesta|de_nuevo|a_ti|de_antemano?, muchas|muchísimas|mil|mil_millones_de gracias por_todo|por_la_ayuda|por_tu_ayuda|por_su_ayuda|por_la_información|por_la_info|por_la_respuesta|de_antemano?, te|se lo? agradezco mucho?, muy agradecido|agradecida, me|eso_me ayudó|sirve|ha_ayudado mucho?',
      bye: 'adiós|chao|chau|bye|hasta_luego|hasta_pronto|hasta_mañana|hasta_la_vista|nos_vemos|hasta_la_próxima|buenas_noches|cuídate|que_tengas_un_buen_día|buen_día|que_tenga_un_buen_día|feliz_día, eso es|era|fue todo por_ahora?, nada más',
      ok: 'ok|okay|okey|vale|de_acuerdo|entendido|entiendo|perfecto|bien|muy_bien|claro|ya_veo|comprendo|sí|no|está_bien|listo|bueno|no_hay_problema|no_pasa_nada|no_importa|sin_problema|ya|dale|bueno_saberlo, no gracias',
      help: 'ayuda|ayúdame|ayúdeme|auxilio por_favor?, necesito|quiero ayuda|tu_ayuda|su_ayuda|asistencia, puedes|puede|podrías|podría|me_puedes|me_puede|pueden usted? ayudarme|ayudar, qué puedes|puede|sabes|sabe hacer|decirme|responder por_mí?, qué puedo preguntarte|preguntar|preguntarle, cómo puedes|puede ayudarme, cómo funciona|funcionas esto|este_chat?, en qué|con_qué me? puedes|puede ayudarme|ayudar, qué es esto, para qué sirves|sirve esto?, qué haces',
      who: `quién|qué|quien eres|es tú|usted|exactamente|esto?, eres|es tú|usted|esto? un|una|realmente? un|una? ${seres}|chatgpt, estoy|con hablando|hablo con? un|una ${seres}, cómo te llamas, cómo se llama, cuál es tu|su nombre, tienes nombre, quién te hizo|creó|programó|ha_creado, con quién hablo|estoy_hablando, hablo con un|una ${seres}`,
      human: `quiero|quisiera|necesito|prefiero|me_gustaría|deseo hablar|chatear|comunicarme con ${personas}, puedo|podría hablar|chatear con ${personas}, hablar con ${personas}, me|puedes|puede puede|puedes|comunicarme|pasarme|pasar|comunicar con ${personas}, pásame|páseme|comuníqueme|comunícame con ${personas}, hay ${personas} ahí|disponible|con_quien_hablar?, humano|operador|agente|una_persona_real|asesor por_favor?, quiero ${personas}`,
      mood: 'cómo estás|está|te_va|vas|va|andas|están hoy|todo|usted?, qué tal|hay|haces estás|está|todo|hoy|va?, todo bien, cómo te encuentras',
      praise: `eso|esto|eres|es|fue|está|estuvo|qué|muy es|fue|estuvo|muy|tan|realmente|un|de? ${bueno}|inteligente|el_mejor|listo|gracioso|gran_ayuda, eres muy|tan|un|una? ${bueno}|inteligente|el_mejor|crack, muy|qué|tan|súper? ${bueno} respuesta|trabajo|servicio?, buen|buena|gran|excelente trabajo|respuesta|servicio|bot, te|me amo|quiero|encanta|gusta, bravo|guau|wow|olé|enhorabuena`,
      ask: 'puedo|podría|te_puedo|le_puedo hacerte|hacerle|hacer|preguntarte|preguntarle|preguntar una_pregunta|algo|unas_preguntas|una_consulta|una_cosa|una_duda, tengo|tendría|quiero_hacer|quisiera_hacer una|unas|otra|algunas|varias? pregunta|preguntas|duda|dudas|consulta para_ti|para_usted?, una|otra pregunta|consulta|duda, puedes|puede|podrías contestar|responder|responderme una_pregunta|mi_pregunta|mis_preguntas|a_mis_preguntas|a_una_pregunta, hay alguien ahí|aquí?, estás|está ahí|disponible, alguien ahí|aquí, quiero|quisiera saber|preguntar|preguntarte algo, tienes un_momento|tiempo',
      filler:
        'por favor, porfa, pues, entonces, y, pero, muy, mucho, tan, otra vez, de nuevo, bot, chatbot, asistente, amigo, señor, señora, oh, ah, eh, jaja, jeje, también, realmente, disculpa, disculpe, perdón, perdona, bueno, a todos, gente, ahora',
    },
    replies: {
      hello: '¡Hola! ¿Qué te gustaría saber?',
      thanks: '¡De nada! ¿Te gustaría saber algo más?',
      bye: '¡Adiós y gracias por tu visita!',
      ok: 'De acuerdo. Pregúntame cuando quieras saber algo más.',
      help: 'Hazme una pregunta con tus propias palabras: busco la respuesta en las páginas de este sitio y te digo dónde está.',
      who: 'Soy un programa informático, no una persona. Respondo preguntas a partir de las páginas de este sitio.',
      human:
        'Aquí no puedo ponerte en contacto con una persona. La página de contacto de este sitio indica cómo hablar con alguien.',
      mood: 'Soy un programa informático, así que siempre estoy bien. ¿Qué te gustaría saber?',
      praise: '¡Gracias, me alegra! ¿Te gustaría saber algo más?',
      ask: '¡Claro! ¿Qué te gustaría saber?',
    },
    contact: 'Aquí puedes contactar con una persona:',
  },
  it: {
    phrases: {
      hello:
        'ciao|salve|buongiorno|buonasera|buondì|ehi|hey|hello a_tutti|di_nuovo|tutti?, buon giorno|pomeriggio|di, buona sera|giornata, piacere di_conoscerti?',
      thanks:
        'grazie|thanks mille|tante|molte|ancora|di_tutto|di_cuore|infinite|per_l_aiuto|per_le_informazioni|per_la_risposta|per_il_tuo_aiuto|in_anticipo|a_te|a_lei?, tante|molte|mille|grazie grazie|mille, ti|la ringrazio molto|tanto?, mi è stato? utile|d_aiuto',
      bye: 'arrivederci|arrivederla|addio|bye|a_presto|a_dopo|a_domani|ci_vediamo|buonanotte|buona_notte|buona_giornata|buona_serata|alla_prossima|buon_fine_settimana|ci_sentiamo, è tutto, questo è tutto',
      ok: 'ok|okay|va_bene|d_accordo|capito|ho_capito|capisco|certo|bene|perfetto|sì|no|chiaro|esatto|nessun_problema|non_importa|fa_niente|tutto_chiaro|inteso|molto_bene|benissimo, no grazie',
      help: 'aiuto|aiutami|mi_aiuti per_favore?, ho bisogno di aiuto|un_aiuto, puoi|può|potresti|potrebbe|mi_puoi|mi_può aiutarmi|aiutare, cosa|che_cosa|che puoi|può|sai|sa fare|dirmi per_me?, cosa|che_cosa posso chiederti|chiedere|chiederle, come puoi|può aiutarmi, come funziona|funzioni questa_chat|questo?, in cosa puoi|può aiutarmi, cos è questo, a cosa servi, cosa fai',
      who: `chi|cosa|che_cosa sei|è tu|lei|esattamente?, sei|è tu|lei|questo? un|una|davvero? un|una? ${esseri}|chatgpt|vero|reale, sto parlando con un|una ${esseri}, parlo con un|una ${esseri}, come ti chiami, come si chiama, qual è il? tuo|suo nome, hai un nome, chi ti ha creato|fatto|programmato, con chi parlo|sto_parlando`,
      human: `voglio|vorrei|desidero|preferisco|devo parlare|chattare con ${persone}, posso|potrei parlare|chattare con ${persone}, parlare con ${persone}, mi passi|puoi_passare|può_passare ${persone}, passami ${persone}, c è ${persone}, operatore|umano|una_persona_vera per_favore?, voglio ${persone}`,
      mood: 'come stai|sta|va|state oggi|tutto|la_vita?, tutto bene|a_posto, come ti senti, che si dice',
      praise: `è|era|sei|è_stato|questo|molto|che|davvero stato|molto|davvero|proprio|un|è|veramente? ${bello}|intelligente|il_migliore|simpatico|un_genio, molto|davvero|proprio|che|veramente? ${bello} risposta|lavoro|servizio?, bel|buon|ottimo|ottima|bella|buona|gran lavoro|risposta|servizio|bot, ti amo|adoro|voglio_bene, mi piace, bravo|brava|wow|complimenti|bravissimo`,
      ask: 'posso|potrei farti|farle|fare|chiederti|chiederle|chiedere una_domanda|qualcosa|una_cosa|delle_domande|alcune_domande, ho|avrei una|un_altra|delle|alcune? domanda|domande per_te|per_lei|da_fare?, una|un_altra domanda, puoi|può|potresti rispondere a? una_domanda|una_mia_domanda|mia_domanda|delle_domande, c è qualcuno qui?, sei|ci qui|sei|disponibile, vorrei|voglio sapere|chiedere|chiederti qualcosa|una_cosa, hai un_momento|tempo',
      filler:
        'per favore, per piacere, allora, e, ma, poi, molto, tanto, ancora, davvero, bot, chatbot, assistente, amico, signore, signora, oh, ah, eh, haha, ahah, anche, scusa, scusi, scusate, beh, bene, a tutti, prego',
    },
    replies: {
      hello: 'Ciao! Che cosa vorresti sapere?',
      thanks: 'Prego! Vorresti sapere altro?',
      bye: 'Arrivederci e grazie della visita!',
      ok: 'Va bene. Chiedimi pure se vuoi sapere altro.',
      help: 'Fammi una domanda con parole tue: cerco la risposta nelle pagine di questo sito e ti dico dove si trova.',
      who: 'Sono un programma, non una persona. Rispondo alle domande a partire dalle pagine di questo sito.',
      human:
        'Qui non posso metterti in contatto con una persona. La pagina dei contatti di questo sito indica come raggiungere qualcuno.',
      mood: 'Sono un programma, quindi sto sempre bene. Che cosa vorresti sapere?',
      praise: 'Grazie, mi fa piacere! Vorresti sapere altro?',
      ask: 'Certo! Che cosa vorresti sapere?',
    },
    contact: 'Qui puoi contattare una persona:',
  },
  pt: {
    phrases: {
      hello:
        'olá|oi|oii|oie|ei|alô|hello|hey tudo_bem|a_todos|de_novo|pessoal|bom_dia|boa_tarde|boa_noite?, bom dia, boa tarde|noite, saudações, prazer',
      thanks:
        'obrigado|obrigada|valeu|obg|brigado|brigada|thanks pela_ajuda|por_tudo|pela_informação|pela_resposta|de_novo|novamente|desde_já|pela_atenção|mesmo?, muito obrigado|obrigada pela_ajuda|por_tudo|pela_informação|pela_resposta|pela_atenção|mesmo?, muitíssimo obrigado|obrigada, agradeço muito|imenso|desde_já|a_ajuda?, ajudou muito|me?',
      bye: 'tchau|adeus|xau|bye|até_logo|até_mais|até_breve|até_amanhã|até_à_próxima|até_a_próxima|tenha_um_bom_dia|bom_fim_de_semana|um_abraço|abraço, é|era|isso só|tudo|é_tudo isso?',
      ok: 'ok|okay|tá|está_bem|tá_bom|tudo_bem|certo|entendi|entendido|compreendi|beleza|perfeito|sim|não|claro|combinado|de_acordo|percebi|sem_problema|não_faz_mal|deixa_pra_lá|blz|pronto, não obrigado|obrigada',
      help: 'ajuda|ajude|ajuda_me|socorro me|por_favor?, me ajuda|ajude por_favor?, preciso|quero de? ajuda|sua_ajuda, pode|podes|poderia|você_pode me? ajudar|ajudar_me me|nos?, o_que|que pode|podes|sabe|sabes|você_pode|você_sabe|você_faz|consegue fazer|responder|me_dizer|por_mim?, o_que posso perguntar|te_perguntar, como pode|podes|você_pode me? ajudar me?, como funciona|você_funciona isto|isso|este_chat?, em que pode|podes me? ajudar, o_que é isto|isso, para que serve|serves, o_que você faz',
      who: `quem|o_que|que é|és|são você|tu|vocês|isto?, você|tu é|és quem|o_quê, você|tu|é|és é|és|você? um|uma|mesmo? um|uma? ${entes}|chatgpt, estou falando|a_falar com um|uma ${entes}, falo com um|uma ${entes}, como se|te chama|chamas você?, como você se chama, qual é? o? seu|teu nome, você tem nome, quem te|o criou|fez|programou, com quem estou|falo falando|a_falar?`,
      human: `quero|queria|gostaria_de|preciso|prefiro|desejo falar|conversar com ${pessoas}, posso|poderia falar|conversar com ${pessoas}, falar com ${pessoas}, me passa|passe|transfere|transfira para|com|a ${pessoas}, tem|há ${pessoas} aí?, atendente|humano|operador|uma_pessoa_real por_favor?, quero ${pessoas}, preciso falar|de_falar com ${pessoas}`,
      mood: 'como está|estás|vai|você_está|vocês_estão|vão hoje|você|tudo?, tudo bem|bom|certo|joia com_você|contigo?, como vai você, e aí',
      praise: `isso|isto|é|foi|você|que|muito|és é|foi|muito|tão|realmente|mesmo? muito|tão|realmente|mesmo? ${bom}|inteligente|o_melhor|engraçado|demais, muito|que|tão|bem? ${bom} resposta|trabalho|atendimento?, bom|boa|ótimo|ótima|belo trabalho|resposta|atendimento|bot, eu? te amo|adoro, adorei|amei|gostei, parabéns|uau|bravo|wow|bem_feito`,
      ask: 'posso|poderia te|lhe|eu? fazer|perguntar|perguntar_te|fazer_te uma_pergunta|algo|uma_coisa|umas_perguntas|algumas_perguntas, tenho|teria|queria_fazer|gostaria_de_fazer uma|outra|umas|algumas? pergunta|perguntas|dúvida|dúvidas para_você|para_ti?, uma|outra|só_uma pergunta|dúvida, pode|podes|poderia|você_pode responder|tirar uma_pergunta|minha_pergunta|minhas_perguntas|uma_dúvida|a_uma_pergunta|minha_dúvida, tem|há|está alguém aí|aqui?, você está aí, estás aí, alguém aí|aqui, quero|queria|gostaria_de saber|perguntar algo|uma_coisa, tem um_momento|tempo',
      filler:
        'por favor, pfv, faz favor, se faz favor, então, e, mas, muito, tão, de novo, bem, bot, chatbot, assistente, amigo, senhor, senhora, oh, ah, eh, haha, kkk, rs, também, mesmo, desculpa, desculpe, com licença, olha, pessoal, moço, moça',
    },
    replies: {
      hello: 'Olá! O que gostaria de saber?',
      thanks: 'De nada! Gostaria de saber mais alguma coisa?',
      bye: 'Até logo e obrigado pela visita!',
      ok: 'Certo. Pergunte quando quiser saber mais alguma coisa.',
      help: 'Faça uma pergunta com as suas palavras: procuro a resposta nas páginas deste site e digo onde está.',
      who: 'Sou um programa de computador, não uma pessoa. Respondo a perguntas com base nas páginas deste site.',
      human:
        'Aqui não posso ligar você a uma pessoa. A página de contato deste site indica como falar com alguém.',
      mood: 'Sou um programa de computador, por isso estou sempre bem. O que gostaria de saber?',
      praise: 'Obrigado, fico contente! Gostaria de saber mais alguma coisa?',
      ask: 'Claro! O que gostaria de saber?',
    },
    contact: 'Pode falar com uma pessoa aqui:',
  },
  ro: {
    phrases: {
      hello:
        'bună|salut|salutare|hello|hei|servus|alo|noroc ziua|seara|dimineața|tuturor?, bună ziua|seara|dimineața, neața, îmi pare bine',
      thanks:
        'mulțumesc|mersi|mulțam|multumesc|merci mult|frumos|foarte_mult|pentru_ajutor|pentru_informații|pentru_răspuns|anticipat|din_suflet|tare_mult?, vă|îți|iti|va mulțumesc|multumesc mult|frumos|foarte_mult|pentru_ajutor|pentru_informații?, mii de mulțumiri, mulțumiri',
      bye: 'la_revedere|pa|pa_pa|ciao|bye|pe_curând|pe_mâine|noapte_bună|o_zi_bună|o_seară_bună|ne_vedem|toate_cele_bune|numai_bine|o_zi_frumoasă|weekend_plăcut, asta e|este|a_fost tot',
      ok: 'ok|okay|bine|în_regulă|am_înțeles|înțeleg|perfect|da|nu|sigur|desigur|clar|de_acord|e_bine|foarte_bine|nicio_problemă|nu_contează|nu_i_nimic|aha, nu mulțumesc|mersi',
      help: 'ajutor|ajută|ajutați mă|te_rog|vă_rog?, am nevoie de ajutor|ajutorul_tău, mă poți|puteți ajuta, poți|puteți să mă ajuți|ajutați, ce poți|puteți|știi|știți să_faci|să_faceți|face?, ce pot să_te|să_vă|să? întreb, cum mă poți|puteți ajuta, cum funcționează|funcționezi acest_chat|asta?, cu ce mă poți|puteți ajuta, ce este|e asta|acesta, ce faci aici',
      who: `cine|ce ești|sunteți|e tu|dumneavoastră|acolo?, ești|sunteți un|o|chiar? un|o? ${ființe}|chatgpt|real, vorbesc cu un|o ${ființe}, cum te cheamă|numești, cum vă numiți, care este|e numele tău|dumneavoastră, cine te_a creat|făcut|programat, cu cine vorbesc`,
      human: `vreau|aș_vrea|doresc|aș_dori|trebuie|prefer să vorbesc|discut cu ${oameni}, pot|aș_putea să? vorbi|vorbesc|discuta|discut cu ${oameni}, vorbi|vorbesc cu ${oameni}, fă_mi|faceți_mi legătura cu ${oameni}, operator|om|o_persoană_reală vă_rog|te_rog?, vreau ${oameni}`,
      mood: 'ce mai faci|faceți azi?, cum ești|sunteți|merge|te_simți|îți_merge azi?, ce faci|faceți, toate bune, totul bine',
      praise: `a_fost|este|e|ești|asta|foarte|atât_de|ce a_fost|este|e|foarte|atât_de|chiar? ${minunat}|deștept|cel_mai_bun|inteligent, foarte|chiar|ce? ${minunat} răspuns|treabă?, bună|bun|frumoasă treabă|răspuns|bot, te iubesc|ador, îmi place, bravo|wow|felicitări`,
      ask: 'pot|aș_putea să? te|vă|pune|întreb|întreba|îți_pun|vă_pun întreb|întreba|o_întrebare|ceva|niște_întrebări?, pot să te|vă întreb ceva, am|aș_avea o|niște|încă_o|câteva? întrebare|întrebări pentru_tine?, o|încă_o întrebare, poți|puteți să? răspunzi|răspundeți|răspunde la o_întrebare|întrebări|întrebarea_mea, este|e cineva acolo|aici, ești acolo|aici|disponibil, vreau|aș_vrea să știu|întreb ceva',
      filler:
        'te rog, vă rog, va rog, și, dar, deci, atunci, foarte, mult, din nou, iar, bot, chatbot, asistent, prietene, domnule, doamnă, oh, ah, eh, haha, și eu, doar, chiar, scuze, scuzați mă, păi, tuturor',
    },
    replies: {
      hello: 'Bună! Ce ați dori să știți?',
      thanks: 'Cu plăcere! Ați dori să mai știți ceva?',
      bye: 'La revedere și vă mulțumesc pentru vizită!',
      ok: 'În regulă. Întrebați-mă dacă mai doriți să știți ceva.',
      help: 'Puneți-mi o întrebare cu propriile cuvinte: caut răspunsul în paginile acestui site și vă spun unde se află.',
      who: 'Sunt un program de calculator, nu o persoană. Răspund la întrebări pe baza paginilor acestui site.',
      human:
        'Aici nu vă pot pune în legătură cu o persoană. Pagina de contact a acestui site arată cum puteți vorbi cu cineva.',
      mood: 'Sunt un program de calculator, așa că sunt mereu bine. Ce ați dori să știți?',
      praise: 'Mulțumesc, mă bucur! Ați dori să mai știți ceva?',
      ask: 'Desigur! Ce ați dori să știți?',
    },
    contact: 'Puteți vorbi cu o persoană aici:',
  },
};
