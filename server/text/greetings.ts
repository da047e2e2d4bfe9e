import { tokenize } from './tokenize.ts';

interface Manners {
  /** Separated by commas. */
  hello: string;
  thanks: string;
  helloReply: string;
  thanksReply: string;
}

const manners: readonly Manners[] = [
  {
    hello:
      'hi, hello, hey, hi there, hello there, hey there, good morning, good afternoon, good evening, hiya, howdy',
    thanks:
      'thanks, thank you, thx, ty, thanks a lot, thank you very much, many thanks, thank you so much, ok thanks, great thanks, cheers',
    helloReply: 'Hello! What would you like to know?',
    thanksReply: 'You are welcome! Is there anything else you would like to know?',
  },
  {
    hello:
      'hallo, guten tag, guten morgen, guten abend, moin, servus, grüß gott, grüezi, hallöchen',
    thanks:
      'danke, danke schön, dankeschön, vielen dank, danke sehr, besten dank, ok danke, super danke, merci vielmals',
    helloReply: 'Hallo! Was möchten Sie wissen?',
    thanksReply: 'Gern geschehen! Möchten Sie noch etwas wissen?',
  },
  {
    hello: 'bonjour, salut, bonsoir, coucou',
    thanks: 'merci, merci beaucoup, merci bien, ok merci',
    helloReply: 'Bonjour ! Que souhaitez-vous savoir ?',
    thanksReply: 'Avec plaisir ! Souhaitez-vous savoir autre chose ?',
  },
  {
    hello: 'hola, buenos días, buenas tardes, buenas noches, buenas, qué tal',
    thanks: 'gracias, muchas gracias, mil gracias, ok gracias',
    helloReply: '¡Hola! ¿Qué te gustaría saber?',
    thanksReply: '¡De nada! ¿Te gustaría saber algo más?',
  },
  {
    hello: 'ciao, buongiorno, buonasera, salve',
    thanks: 'grazie, grazie mille, tante grazie, molte grazie',
    helloReply: 'Ciao! Che cosa vorresti sapere?',
    thanksReply: 'Prego! Vorresti sapere altro?',
  },
  {
    hello: 'olá, oi, bom dia, boa tarde, boa noite',
    thanks: 'obrigado, obrigada, muito obrigado, muito obrigada',
    helloReply: 'Olá! O que gostaria de saber?',
    thanksReply: 'De nada! Gostaria de saber mais alguma coisa?',
  },
  {
    hello: 'hoi, goedemorgen, goedemiddag, goedenavond, goedendag, dag',
    thanks: 'dank je, dank u, bedankt, dank je wel, dank u wel, hartelijk dank',
    helloReply: 'Hallo! Wat wilt u graag weten?',
    thanksReply: 'Graag gedaan! Wilt u nog iets weten?',
  },
  {
    hello: 'cześć, dzień dobry, dobry wieczór, witam, hej',
    thanks: 'dziękuję, dzięki, dziękuję bardzo, wielkie dzięki',
    helloReply: 'Dzień dobry! Czego chcesz się dowiedzieć?',
    thanksReply: 'Nie ma za co! Czy chcesz wiedzieć coś jeszcze?',
  },
  {
    hello: 'merhaba, selam, günaydın, iyi akşamlar, iyi günler',
    thanks: 'teşekkürler, teşekkür ederim, çok teşekkürler, sağ ol, sağ olun',
    helloReply: 'Merhaba! Ne öğrenmek istersiniz?',
    thanksReply: 'Rica ederim! Başka bir şey öğrenmek ister misiniz?',
  },
  {
    hello: 'привет, здравствуйте, здравствуй, добрый день, доброе утро, добрый вечер',
    thanks: 'спасибо, большое спасибо, спасибо большое, благодарю',
    helloReply: 'Здравствуйте! Что вы хотели бы узнать?',
    thanksReply: 'Пожалуйста! Хотите узнать что-нибудь ещё?',
  },
  {
    hello: 'привіт, добрий день, доброго дня, вітаю',
    thanks: 'дякую, щиро дякую, дуже дякую',
    helloReply: 'Вітаю! Що ви хотіли б дізнатися?',
    thanksReply: 'Прошу! Хочете дізнатися щось іще?',
  },
  {
    hello: 'مرحبا, أهلا, السلام عليكم, صباح الخير, مساء الخير',
    thanks: 'شكرا, شكرا جزيلا, شكرا لك',
    helloReply: 'مرحبًا! ماذا تودّ أن تعرف؟',
    thanksReply: 'على الرحب والسعة! هل تودّ معرفة شيء آخر؟',
  },
  {
    hello: 'नमस्ते, नमस्कार, हैलो',
    thanks: 'धन्यवाद, शुक्रिया, बहुत धन्यवाद, बहुत बहुत धन्यवाद',
    helloReply: 'नमस्ते! आप क्या जानना चाहेंगे?',
    thanksReply: 'आपका स्वागत है! क्या आप कुछ और जानना चाहेंगे?',
  },
  {
    hello: 'สวัสดี, สวัสดีครับ, สวัสดีค่ะ, หวัดดี',
    thanks: 'ขอบคุณ, ขอบคุณครับ, ขอบคุณค่ะ, ขอบคุณมาก, ขอบคุณมากครับ, ขอบคุณมากค่ะ',
    helloReply: 'สวัสดี! คุณอยากทราบเรื่องอะไร',
    thanksReply: 'ด้วยความยินดี! คุณอยากทราบเรื่องอื่นอีกไหม',
  },
  {
    hello: '你好, 您好, 嗨, 早上好, 下午好, 晚上好, 大家好',
    thanks: '谢谢, 謝謝, 多谢, 谢谢你, 谢谢您, 非常感谢, 感谢',
    helloReply: '您好！您想了解什么？',
    thanksReply: '不客气！您还想了解什么吗？',
  },
  {
    hello: 'こんにちは, こんばんは, おはよう, おはようございます, はじめまして, やあ',
    thanks: 'ありがとう, ありがとうございます, ありがとうございました, どうも, どうもありがとう',
    helloReply: 'こんにちは！何をお知りになりたいですか？',
    thanksReply: 'どういたしまして！ほかに知りたいことはありますか？',
  },
  {
    hello: '안녕, 안녕하세요, 안녕하십니까',
    thanks: '감사합니다, 고맙습니다, 고마워, 고마워요',
    helloReply: '안녕하세요! 무엇이 궁금하신가요?',
    thanksReply: '천만에요! 더 궁금한 것이 있으신가요?',
  },
];

let replies: Map<string, string> | undefined;

/** Returns a reply to a message that only greets or thanks, in its language; null for any other. */
export function greetingReply(message: string): string | null {
  replies ??= new Map(
    manners.flatMap(({ hello, thanks, helloReply, thanksReply }) => [
      ...hello.split(',').map((phrase) => [plain(phrase), helloReply] as const),
      ...thanks.split(',').map((phrase) => [plain(phrase), thanksReply] as const),
    ]),
  );
  return message.length > 60 ? null : (replies.get(plain(message)) ?? null);
}

function plain(phrase: string): string {
  return tokenize(phrase).join(' ');
}
