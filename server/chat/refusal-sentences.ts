interface Sentences {
  /** The site has no answer. */
  refusal: string;
  /** Precedes the closest pages. */
  unsure: string;
  /** A next step without and with the owner's contact. */
  retry: string;
  contact: string;
}

/** By BCP 47 primary subtag. */
export const sentences: Readonly<Record<string, Sentences>> = {
  en: {
    refusal: 'I could not find an answer to that on this site.',
    unsure: 'I am not sure, but these pages may help:',
    retry: 'You can try other words.',
    contact: 'Try other words, or contact us: {contact}',
  },
  de: {
    refusal: 'Dazu habe ich auf dieser Website keine Antwort gefunden.',
    unsure: 'Ich bin nicht sicher, aber diese Seiten helfen vielleicht weiter:',
    retry: 'Sie können es mit anderen Worten versuchen.',
    contact: 'Versuchen Sie es mit anderen Worten oder wenden Sie sich an uns: {contact}',
  },
  fr: {
    refusal: 'Je n’ai pas trouvé de réponse à cette question sur ce site.',
    unsure: 'Je n’en suis pas sûr, mais ces pages peuvent vous aider :',
    retry: 'Vous pouvez essayer avec d’autres mots.',
    contact: 'Essayez avec d’autres mots ou contactez-nous : {contact}',
  },
  es: {
    refusal: 'No he encontrado una respuesta a eso en este sitio.',
    unsure: 'No estoy seguro, pero estas páginas pueden ayudar:',
    retry: 'Puedes probar con otras palabras.',
    contact: 'Prueba con otras palabras o ponte en contacto con nosotros: {contact}',
  },
  it: {
    refusal: 'Non ho trovato una risposta su questo sito.',
    unsure: 'Non ne sono sicuro, ma queste pagine possono essere utili:',
    retry: 'Puoi provare con altre parole.',
    contact: 'Prova con altre parole oppure contattaci: {contact}',
  },
  pt: {
    refusal: 'Não encontrei uma resposta para isso neste site.',
    unsure: 'Não tenho certeza, mas estas páginas podem ajudar:',
    retry: 'Pode tentar com outras palavras.',
    contact: 'Tente com outras palavras ou entre em contato conosco: {contact}',
  },
  nl: {
    refusal: 'Daar heb ik op deze website geen antwoord op gevonden.',
    unsure: 'Ik weet het niet zeker, maar deze pagina’s helpen misschien:',
    retry: 'U kunt het met andere woorden proberen.',
    contact: 'Probeer het met andere woorden of neem contact met ons op: {contact}',
  },
  pl: {
    refusal: 'Nie znalazłem odpowiedzi na to pytanie na tej stronie.',
    unsure: 'Nie mam pewności, ale te strony mogą pomóc:',
    retry: 'Możesz spróbować innych słów.',
    contact: 'Spróbuj innych słów lub skontaktuj się z nami: {contact}',
  },
  cs: {
    refusal: 'Odpověď na to jsem na tomto webu nenašel.',
    unsure: 'Nejsem si jistý, ale tyto stránky mohou pomoci:',
    retry: 'Můžete to zkusit jinými slovy.',
    contact: 'Zkuste to jinými slovy, nebo nás kontaktujte: {contact}',
  },
  sv: {
    refusal: 'Jag hittade inget svar på det på den här webbplatsen.',
    unsure: 'Jag är inte säker, men de här sidorna kan hjälpa:',
    retry: 'Du kan försöka med andra ord.',
    contact: 'Försök med andra ord eller kontakta oss: {contact}',
  },
  da: {
    refusal: 'Det fandt jeg ikke noget svar på på dette websted.',
    unsure: 'Jeg er ikke sikker, men disse sider kan måske hjælpe:',
    retry: 'Du kan prøve med andre ord.',
    contact: 'Prøv med andre ord, eller kontakt os: {contact}',
  },
  nb: {
    refusal: 'Det fant jeg ikke noe svar på på dette nettstedet.',
    unsure: 'Jeg er ikke sikker, men disse sidene kan kanskje hjelpe:',
    retry: 'Du kan prøve med andre ord.',
    contact: 'Prøv med andre ord, eller kontakt oss: {contact}',
  },
  fi: {
    refusal: 'En löytänyt siihen vastausta tältä sivustolta.',
    unsure: 'En ole varma, mutta näistä sivuista voi olla apua:',
    retry: 'Voit yrittää toisin sanoin.',
    contact: 'Yritä toisin sanoin tai ota meihin yhteyttä: {contact}',
  },
  tr: {
    refusal: 'Bu sitede buna bir yanıt bulamadım.',
    unsure: 'Emin değilim ama bu sayfalar yardımcı olabilir:',
    retry: 'Başka sözcüklerle deneyebilirsiniz.',
    contact: 'Başka sözcüklerle deneyin veya bize ulaşın: {contact}',
  },
  ro: {
    refusal: 'Nu am găsit un răspuns la aceasta pe acest site.',
    unsure: 'Nu sunt sigur, dar aceste pagini pot fi de ajutor:',
    retry: 'Puteți încerca cu alte cuvinte.',
    contact: 'Încercați cu alte cuvinte sau contactați-ne: {contact}',
  },
  hu: {
    refusal: 'Erre nem találtam választ ezen az oldalon.',
    unsure: 'Nem vagyok biztos benne, de ezek az oldalak segíthetnek:',
    retry: 'Megpróbálhatja más szavakkal.',
    contact: 'Próbálja más szavakkal, vagy lépjen velünk kapcsolatba: {contact}',
  },
  el: {
    refusal: 'Δεν βρήκα απάντηση σε αυτό σε αυτόν τον ιστότοπο.',
    unsure: 'Δεν είμαι σίγουρος, αλλά αυτές οι σελίδες ίσως βοηθήσουν:',
    retry: 'Μπορείτε να δοκιμάσετε με άλλες λέξεις.',
    contact: 'Δοκιμάστε με άλλες λέξεις ή επικοινωνήστε μαζί μας: {contact}',
  },
  ru: {
    refusal: 'Я не нашёл ответа на этот вопрос на этом сайте.',
    unsure: 'Я не уверен, но эти страницы могут помочь:',
    retry: 'Попробуйте спросить другими словами.',
    contact: 'Попробуйте спросить другими словами или свяжитесь с нами: {contact}',
  },
  bg: {
    refusal: 'Не намерих отговор на това в този сайт.',
    unsure: 'Не съм сигурен, но тези страници може да помогнат:',
    retry: 'Можете да опитате с други думи.',
    contact: 'Опитайте с други думи или се свържете с нас: {contact}',
  },
  uk: {
    refusal: 'Я не знайшов відповіді на це на цьому сайті.',
    unsure: 'Я не впевнений, але ці сторінки можуть допомогти:',
    retry: 'Спробуйте запитати іншими словами.',
    contact: 'Спробуйте запитати іншими словами або зв’яжіться з нами: {contact}',
  },
  ar: {
    refusal: 'لم أجد إجابة عن ذلك في هذا الموقع.',
    unsure: 'لست متأكدًا، لكن قد تفيدك هذه الصفحات:',
    retry: 'يمكنك المحاولة بكلمات أخرى.',
    contact: 'جرّب كلمات أخرى أو تواصل معنا: {contact}',
  },
  fa: {
    refusal: 'پاسخی برای آن در این وب‌سایت پیدا نکردم.',
    unsure: 'مطمئن نیستم، اما شاید این صفحه‌ها کمک کنند:',
    retry: 'می‌توانید با کلمات دیگری امتحان کنید.',
    contact: 'با کلمات دیگری امتحان کنید یا با ما تماس بگیرید: {contact}',
  },
  he: {
    refusal: 'לא מצאתי לכך תשובה באתר הזה.',
    unsure: 'אין ודאות בכך, אבל ייתכן שהדפים האלה יעזרו:',
    retry: 'אפשר לנסות במילים אחרות.',
    contact: 'נסו במילים אחרות או פנו אלינו: {contact}',
  },
  hi: {
    refusal: 'मुझे इस साइट पर इसका उत्तर नहीं मिला।',
    unsure: 'मुझे पक्का नहीं पता, लेकिन ये पन्ने मदद कर सकते हैं:',
    retry: 'आप दूसरे शब्दों में पूछकर देख सकते हैं।',
    contact: 'दूसरे शब्दों में पूछें या हमसे संपर्क करें: {contact}',
  },
  th: {
    refusal: 'ฉันไม่พบคำตอบสำหรับเรื่องนี้บนเว็บไซต์นี้',
    unsure: 'ฉันไม่แน่ใจ แต่หน้าเหล่านี้อาจช่วยได้:',
    retry: 'คุณลองใช้คำอื่นได้',
    contact: 'ลองใช้คำอื่น หรือติดต่อเรา: {contact}',
  },
  vi: {
    refusal: 'Tôi không tìm thấy câu trả lời cho điều đó trên trang này.',
    unsure: 'Tôi không chắc, nhưng những trang này có thể giúp ích:',
    retry: 'Bạn có thể thử dùng từ khác.',
    contact: 'Hãy thử dùng từ khác hoặc liên hệ với chúng tôi: {contact}',
  },
  id: {
    refusal: 'Saya tidak menemukan jawabannya di situs ini.',
    unsure: 'Saya tidak yakin, tetapi halaman-halaman ini mungkin membantu:',
    retry: 'Anda dapat mencoba dengan kata-kata lain.',
    contact: 'Coba dengan kata-kata lain, atau hubungi kami: {contact}',
  },
  zh: {
    refusal: '我在本网站上没有找到这个问题的答案。',
    unsure: '我不太确定，但这些页面可能有帮助：',
    retry: '您可以换个说法试试。',
    contact: '请换个说法试试，或联系我们：{contact}',
  },
  ja: {
    refusal: 'このサイトでは、その答えが見つかりませんでした。',
    unsure: '確かではありませんが、次のページが参考になるかもしれません：',
    retry: '別の言葉でお試しください。',
    contact: '別の言葉で試すか、こちらまでお問い合わせください：{contact}',
  },
  ko: {
    refusal: '이 사이트에서 그에 대한 답을 찾지 못했습니다.',
    unsure: '확실하지는 않지만, 다음 페이지가 도움이 될 수 있습니다:',
    retry: '다른 말로 물어보실 수 있습니다.',
    contact: '다른 말로 물어보시거나 저희에게 문의해 주세요: {contact}',
  },
};
