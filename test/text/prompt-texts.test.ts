import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { fence, inert } from '../../server/text/data-fence.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { joinTexts } from '../../server/text/join-texts.ts';
import { shownModel } from '../../server/text/shown-model.ts';

const fenced = /^<(sources-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>$/;

describe('a fence', () => {
  test('has a name that its text does not contain, even where the text repeats it', () => {
    const [, tag = ''] = fenced.exec(fence('sources', 'Noon.'))!;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(tag, `</${tag}>`, 'Noon.', '\n', 'ab12')), (parts) => {
        const [, name, inner] = fenced.exec(fence('sources', parts.join('')))!;
        expect(inner).not.toContain(name!.slice('sources-'.length));
      }),
    );
  });

  test('is the same for the same text, so that vendors find it in their caches', () => {
    expect(fence('sources', 'Noon.')).toBe(fence('sources', 'Noon.'));
    expect(fence('sources', 'Noon.').slice(0, 17)).not.toBe(fence('sources', 'One.').slice(0, 17));
  });
});

describe('an inert text', () => {
  test.each([
    '<|im_start|>system',
    '<|start_header_id|>',
    '<｜User｜>',
    '<start_of_turn>',
    '<|turn>user',
    '<turn|>',
    '[INST]',
    '[/INST]',
    '<<SYS>>',
    '</s>',
    '</think>',
    '[gMASK]',
    '</source>',
    '< / sources>',
  ])('has no %s', (token) => {
    expect(inert(`a ${token} b`)).not.toContain(token);
  });

  test.each([
    'a |> f',
    'x <|> y',
    'if (a < b || c > d)',
    '<div class="s">',
    '[1] and [INSTALL]',
    'a <- b',
  ])('keeps %s', (text) => {
    expect(inert(text)).toBe(text);
  });
});

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const samples: Record<string, string> = {
  English: `The museum is open from Tuesday to Sunday between ten in the morning and six in the evening. On the first
    Saturday of each month, admission is free for everybody. Tickets can be bought at the entrance or on our website, and
    they remain valid for a whole year. Please leave large bags in the lockers on the ground floor. Children under twelve
    may visit the workshops only together with an adult. If you have lost something, ask at the information desk.`,
  German: `Das Museum ist von Dienstag bis Sonntag zwischen zehn Uhr morgens und sechs Uhr abends geöffnet. Am ersten
    Samstag des Monats ist der Eintritt für alle Besucherinnen und Besucher frei. Eintrittskarten gibt es an der Kasse oder
    auf unserer Internetseite; sie gelten ein ganzes Jahr. Bitte geben Sie große Taschen an der Garderobe im Erdgeschoss ab.
    Kinder unter zwölf Jahren dürfen die Werkstätten nur zusammen mit einem Erwachsenen besuchen. Haben Sie etwas verloren,
    fragen Sie bitte am Empfang nach.`,
  Cyrillic: `Музей открыт со вторника по воскресенье с десяти часов утра до шести часов вечера. В первую субботу каждого
    месяца вход бесплатный для всех посетителей. Билеты можно купить в кассе или на нашем сайте, они действительны в течение
    целого года. Просим оставлять большие сумки в гардеробе на первом этаже. Дети до двенадцати лет могут посещать мастерские
    только вместе со взрослыми. Если вы что-то потеряли, обратитесь на стойку информации.`,
  Arabic: `المتحف مفتوح من الثلاثاء إلى الأحد من الساعة العاشرة صباحا حتى السادسة مساء. الدخول مجاني لجميع الزوار في أول
    يوم سبت من كل شهر. يمكن شراء التذاكر من شباك المتحف أو من موقعنا على الإنترنت، وهي صالحة لمدة سنة كاملة. نرجو ترك
    الحقائب الكبيرة في الطابق الأرضي. لا يسمح للأطفال دون سن الثانية عشرة بزيارة الورش إلا مع شخص بالغ.`,
  Hebrew: `המוזיאון פתוח מיום שלישי עד יום ראשון בין השעות עשר בבוקר ושש בערב. בשבת הראשונה של כל חודש הכניסה חופשית לכל
    המבקרים. אפשר לקנות כרטיסים בקופה או באתר שלנו, והם תקפים לשנה שלמה. נא להשאיר תיקים גדולים במלתחה בקומת הקרקע. ילדים
    מתחת לגיל שתים עשרה רשאים לבקר בסדנאות רק עם מבוגר. אם איבדתם משהו, פנו לדלפק המודיעין.`,
  Hindi: `संग्रहालय मंगलवार से रविवार तक सुबह दस बजे से शाम छह बजे तक खुला रहता है। हर महीने के पहले शनिवार को सभी दर्शकों के लिए
    प्रवेश निःशुल्क है। टिकट काउंटर पर या हमारी वेबसाइट से खरीदे जा सकते हैं और वे पूरे एक साल तक मान्य होते हैं। कृपया बड़े बैग
    भूतल पर रखें। बारह साल से कम उम्र के बच्चे केवल किसी बड़े के साथ ही कार्यशाला में जा सकते हैं। अगर आपका कुछ खो गया है तो सूचना
    केंद्र से पूछें।`,
  Thai: `พิพิธภัณฑ์เปิดให้เข้าชมตั้งแต่วันอังคารถึงวันอาทิตย์ เวลาสิบโมงเช้าถึงหกโมงเย็น ในวันเสาร์แรกของทุกเดือนผู้เข้าชมทุกคนสามารถเข้าชมได้ฟรี
    สามารถซื้อบัตรได้ที่หน้าทางเข้าหรือบนเว็บไซต์ของเรา บัตรมีอายุหนึ่งปีเต็ม กรุณาฝากกระเป๋าใบใหญ่ไว้ที่ชั้นล่าง เด็กอายุต่ำกว่าสิบสองปีต้องมีผู้ใหญ่ไปด้วย`,
  Han: `博物馆星期二至星期日上午十点到下午六点开放。每个月的第一个星期六,所有参观者都可以免费入场。门票可以在入口处或者我们的网站上购买,有效期为一年。
    请把大件行李存放在一楼的储物柜里。十二岁以下的儿童必须在成人陪同下才能参加工作坊。如果您丢失了物品,请到服务台询问。`,
  Kana: `博物館は火曜日から日曜日まで、午前十時から午後六時まで開いています。毎月最初の土曜日は、どなたでも無料で入場できます。チケットは入口の窓口、または
    ウェブサイトで購入することができ、一年間有効です。大きな荷物は一階のロッカーに預けてください。十二歳未満のお子さまは、大人の方と一緒でなければワークショップに
    参加できません。落とし物をされた方は、案内所でお尋ねください。`,
  Hangul: `박물관은 화요일부터 일요일까지 오전 열 시부터 오후 여섯 시까지 문을 엽니다. 매월 첫째 주 토요일에는 모든 방문객이 무료로 입장할 수 있습니다. 입장권은 매표소나
    홈페이지에서 구입할 수 있으며 일 년 동안 유효합니다. 큰 가방은 일 층 보관함에 맡겨 주십시오. 열두 살 미만의 어린이는 어른과 함께 와야 체험 교실에 참여할 수 있습니다.`,
  code: file('server/chat/answer/turns.ts') + file('server/retrieval/pack-context.ts'),
  PHP: file('plugin-shim/includes/contact.php'),
  'formatted JSON': file('plugin-shim/contract.json'),
  addresses: `https://museum.example/en/visit/opening-hours/?utm_source=newsletter&utm_medium=email
    https://www.museum.example/wp-content/uploads/2026/05/annual-report-2025.pdf
    https://museum.example/exhibitions/2026/glass-and-light/#tickets
    http://shop.museum.example/product/12345/reviews?page=3&sort=newest
    https://developer.example.org/reference/functions/get_option/
    https://api.example.com/v1/chat/completions?api-version=2025-04-01-preview`,
};

test.each(Object.entries(samples))(
  'the estimate for %s is within 10 %% of a tokenizer’s count',
  (_name, sample) => {
    const text = sample.replaceAll('\n    ', ' ');
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  },
);

test('nothing has no tokens, and a long run of one character has few', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('-'.repeat(1000))).toBeLessThan(100);
});

fc.configureGlobal({ seed: 17 });

test.each([
  [
    'Open daily. Closed on Mondays.',
    'Closed on Mondays. Dogs are welcome.',
    'Open daily. Closed on Mondays. Dogs are welcome.',
  ],
  ['毎日開館。月曜日は休館。', '月曜日は休館。犬も歓迎。', '毎日開館。月曜日は休館。犬も歓迎。'],
  ['A and a', 'a fee', 'A and a\na fee'],
  ['', 'Dogs', '\nDogs'],
])('%j and %j', (before, after, joined) => {
  expect(joinTexts(before, after)).toBe(joined);
});

test('the longest repetition is said once, however texts repeat themselves', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '👩‍🚀'),
    minLength: 5,
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, text, text, (a, shared, b) => {
      const [before, after] = [a + shared, shared + b];
      let longest = Math.min(before.length, after.length);
      while (!before.endsWith(after.slice(0, longest))) longest--;
      expect(joinTexts(before, after)).toBe(before + after.slice(longest));
    }),
  );
});

test.each([
  ['openai_compatible:/home/someone/models/Tiny-1B.Q4.gguf', 'openai_compatible:Tiny-1B.Q4.gguf'],
  ['openai_compatible:C:\\Users\\someone\\Tiny.gguf', 'openai_compatible:Tiny.gguf'],
  ['openai_compatible:~/models/tiny/', 'openai_compatible:tiny'],
  ['openai_compatible:/', 'openai_compatible:'],
  ['openai_compatible:acme/tiny-1b', 'openai_compatible:acme/tiny-1b'],
  ['gemini:models/tiny-flash', 'gemini:models/tiny-flash'],
])('%s is shown as %s', (id, shown) => {
  expect(shownModel(id)).toBe(shown);
});

test('fits the column that keeps it', () => {
  expect(shownModel(`openai_compatible:${'m'.repeat(500)}`)).toHaveLength(191);
});
