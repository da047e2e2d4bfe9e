/** A small site in ten languages: what is asked, and the sentence that answers. */
export const questions = [
  {
    language: 'en',
    question: 'When is the museum open on Sunday?',
    answer: 'On Sunday the museum is open from 10 a.m. to 4 p.m.',
    text: 'The museum stands beside the old harbour. On Sunday the museum is open from 10 a.m. to 4 p.m. Dogs have to wait outside.',
  },
  {
    language: 'de',
    question: 'Wie lange dauert der Versand nach Österreich?',
    answer: 'Der Versand nach Österreich dauert drei bis fünf Werktage.',
    text: 'Wir verpacken jede Bestellung von Hand. Der Versand nach Österreich dauert drei bis fünf Werktage. Danach erhalten Sie eine Nachricht.',
  },
  {
    language: 'fr',
    question: 'Combien coûte l’atelier de poterie ?',
    answer: 'L’atelier de poterie coûte 45 euros par personne.',
    text: 'Nos cours ont lieu le soir. L’atelier de poterie coûte 45 euros par personne. Le matériel est fourni.',
  },
  {
    language: 'es',
    question: '¿Dónde puedo aparcar la bicicleta?',
    answer: 'Puede aparcar la bicicleta en el patio trasero.',
    text: 'La biblioteca tiene dos plantas. Puede aparcar la bicicleta en el patio trasero. El ascensor está a la derecha.',
  },
  {
    language: 'ru',
    question: 'Сколько стоит билет для студентов?',
    answer: 'Билет для студентов стоит 300 рублей.',
    text: 'Театр открыт с сентября. Билет для студентов стоит 300 рублей. Гардероб бесплатный.',
  },
  {
    language: 'ar',
    question: 'متى تفتح المكتبة أبوابها؟',
    answer: 'تفتح المكتبة أبوابها في الساعة التاسعة صباحًا.',
    text: 'تقع البناية في وسط المدينة. تفتح المكتبة أبوابها في الساعة التاسعة صباحًا. الدخول مجاني.',
  },
  {
    language: 'hi',
    question: 'योग कक्षा का शुल्क कितना है?',
    answer: 'योग कक्षा का शुल्क पाँच सौ रुपये है।',
    text: 'हमारा केंद्र नदी के पास है। योग कक्षा का शुल्क पाँच सौ रुपये है। चटाई यहाँ मिलती है।',
  },
  {
    language: 'th',
    question: 'ค่าเข้าชมสวนสัตว์เท่าไร',
    answer: 'ค่าเข้าชมสวนสัตว์คนละหนึ่งร้อยห้าสิบบาท',
    text: 'ร้านอาหารอยู่ใกล้กับแม่น้ำและมีที่นั่งริมน้ำสำหรับครอบครัวและเพื่อนฝูงทุกคนในวันหยุดสุดสัปดาห์และในวันธรรมดาด้วยเช่นกัน ค่าเข้าชมสวนสัตว์คนละหนึ่งร้อยห้าสิบบาท',
  },
  {
    language: 'zh',
    question: '退货需要多少天？',
    answer: '退货需要七天左右。',
    text: '我们的商店在河边。退货需要七天左右。运费由我们承担。',
  },
  {
    language: 'ja',
    question: '駐車場の料金はいくらですか？',
    answer: '駐車場の料金は一時間三百円です。',
    text: '当館は駅の近くにあります。駐車場の料金は一時間三百円です。雨の日も営業します。',
  },
] as const;
