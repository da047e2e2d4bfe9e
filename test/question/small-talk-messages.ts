import type { Intent } from '../../server/language/languages.ts';

/** Messages that are more than one phrase, or none as it is written, with their intents, in languages of different scripts. */
export const messages: Readonly<Record<string, readonly (readonly [Intent, string])[]>> = {
  en: [
    ['thanks', 'Thanks for your help!'],
    ['greeting', 'I have a question'],
    ['bye', 'Have a nice day!'],
  ],
  de: [
    ['greeting', 'Hallo, kann ich etwas fragen?'],
    ['thanks', 'Danke, das war toll!'],
    ['human', 'Kann ich mit einem Menschen sprechen?'],
  ],
  fr: [
    ['greeting', 'Bonjour, je peux poser une question ?'],
    ['thanks', 'merci c’était super'],
  ],
  es: [
    ['human', 'quiero hablar con una persona'],
    ['thanks', 'Gracias, ¡muy útil!'],
  ],
  pl: [
    ['greeting', 'Cześć, czy mogę o coś zapytać?'],
    ['thanks', 'Dziękuję bardzo, super!'],
  ],
  ru: [
    ['greeting', 'Привет, можно вопрос?'],
    ['thanks', 'Спасибо большое, очень помогли'],
    ['human', 'могу я поговорить с человеком?'],
  ],
  ar: [
    ['greeting', 'مرحبا، هل يمكنني أن أسأل؟'],
    ['thanks', 'شكرا جزيلا'],
  ],
  he: [
    ['greeting', 'שלום, אפשר לשאול שאלה?'],
    ['thanks', 'תודה רבה!'],
    ['who', 'אתה רובוט?'],
  ],
  hi: [
    ['greeting', 'नमस्ते, आप कैसे हैं?'],
    ['thanks', 'बहुत बहुत धन्यवाद'],
    ['who', 'क्या आप रोबोट हैं?'],
  ],
  th: [
    ['greeting', 'สวัสดีครับ ถามหน่อยได้ไหม'],
    ['thanks', 'ขอบคุณมากค่ะ'],
    ['who', 'คุณเป็นบอทหรือเปล่า'],
  ],
  zh: [
    ['greeting', '你好，可以问一个问题吗？'],
    ['thanks', '谢谢你！太棒了'],
    ['human', '转人工'],
  ],
  ja: [
    ['greeting', 'こんにちは、質問してもいいですか？'],
    ['thanks', 'ありがとうございます！助かりました'],
    ['human', '人と話したい'],
  ],
  ko: [
    ['greeting', '안녕하세요, 질문 하나 해도 될까요?'],
    ['thanks', '감사합니다 정말 도움이 됐어요'],
    ['human', '상담원 연결해주세요'],
  ],
};

/** Messages that also, or only, ask for something that a site may tell. */
export const asksAboutTheSite: readonly string[] = `
thanks, and when do you open?|who are you open for|help with parking|hi, do you have lockers?
hi do you have lockers|tell me a joke|what's the weather?|who is the president of France?|Is it good?
can I bring a dog?|good morning yoga class|who are your guides?|can you help me find the toilets?
how is the food?|do you have a human skeleton?|bye laws|What do you do?|Is this fine?|thank you cards
Wer ist der Direktor?|Hilfe beim Parken|Danke, und wann öffnen Sie?|Hallo, gibt es Schließfächer?|Tanke
Halle|Wie geht es zum Museum?|Was kostet der Eintritt?|Ist das gut?|merci, quels sont vos horaires ?
Qui a peint ce tableau ?|gracias, ¿a qué hora abren?|¿Quién es el director?|grazie, quanto costa?
dzięki, a kiedy otwieracie?|díky, kdy máte otevřeno?|tack, när öppnar ni?|kiitos, milloin avaatte?
спасибо, а когда вы открываетесь?|кто вы по профессии?|شكرا، متى تفتحون؟|תודה, מתי אתם פותחים?
धन्यवाद, आप कब खुलते हैं?|ขอบคุณค่ะ เปิดกี่โมง|cảm ơn, mấy giờ mở cửa?|谢谢，你们几点开门？|你们可以停车吗？
ありがとう。何時に開きますか？|人間国宝について|ボットの作り方|감사합니다, 몇 시에 여나요?|teşekkürler, ne zaman açılıyor?
`
  .trim()
  .split(/[|\n]/);
