/** About the same house in many languages, by the encodings, older than Unicode, that each can have. */
const byEncodings: Record<string, Record<string, string>> = {
  'windows-1252 macintosh': {
    German:
      'Das Museum ist täglich außer montags geöffnet. Führungen beginnen um zehn Uhr. Für Schüler ist der Eintritt frei; größere Gruppen melden sich bitte vorher an. Die Schwäne dürfen nur mittags gefüttert werden, und zwar ausschließlich vom Wärter.',
  },
  'windows-1252': {
    English:
      'The keeper’s rule – “no feeding before noon” – applies to everyone. Tickets cost £5 or 6 € at the door… It’s a café’s price. The house has been open since 1999, and its garden is known for its swans; please don’t touch them.',
    French:
      'Le musée est ouvert tous les jours sauf le lundi. L’entrée est gratuite pour les élèves ; les groupes doivent réserver à l’avance. Où se trouve le café ? Il est situé près du château, à côté de la forêt. Les cygnes ne peuvent être nourris qu’à midi.',
    Spanish:
      '¿A qué hora abre el museo? Abre a las nueve de la mañana, también los sábados. Los niños menores de doce años entran gratis. El jardín está detrás del edificio; los cisnes comen pan únicamente al mediodía.',
    Portuguese:
      'O museu está aberto todos os dias, exceto às segundas-feiras. As crianças não pagam. A exposição começa no verão e termina em março; os cisnes só são alimentados ao meio-dia, após a visita guiada do guardião.',
    Swedish:
      'Museet är öppet alla dagar utom måndag. Barn går in gratis. Svanarna får bara matas mitt på dagen, och då av vaktmästaren. Trädgården ligger bakom huset, där också kaféet finns. Större grupper bör höra av sig i förväg.',
    Danish:
      'Museet er åbent alle dage undtagen mandag. Børn går gratis ind. Svanerne må kun fodres midt på dagen, og kun af vogteren. Haven ligger bag huset, hvor også kaféen findes. Større grupper bør melde sig på forhånd.',
    Icelandic:
      'Safnið er opið alla daga nema mánudaga. Aðgangur er ókeypis fyrir börn. Álftirnar má aðeins fæða á hádegi og það gerir vörðurinn. Garðurinn er á bak við húsið, þar sem kaffihúsið er líka. Stærri hópar þurfa að láta vita.',
  },
  'windows-1250 iso-8859-2': {
    Polish:
      'Muzeum jest otwarte codziennie oprócz poniedziałków. Wstęp dla uczniów jest bezpłatny. Łabędzie można karmić tylko w południe, a robi to wyłącznie opiekun. Ogród znajduje się za budynkiem, gdzie jest też kawiarnia. Większe grupy prosimy o wcześniejsze zgłoszenie.',
    Czech:
      'Muzeum je otevřeno denně kromě pondělí. Vstup pro žáky je zdarma. Labutě se smějí krmit jen v poledne, a to výhradně hlídačem. Zahrada leží za domem, kde je též kavárna. Větší skupiny ať se prosím přihlásí předem.',
    Hungarian:
      'A múzeum hétfő kivételével minden nap nyitva van. A diákoknak a belépés ingyenes. A hattyúkat csak délben szabad etetni, és csak az őrnek. A kert a ház mögött van, ahol a kávézó is található. Nagyobb csoportok előre jelentkezzenek, kérjük, űrlapon.',
    Croatian:
      'Muzej je otvoren svaki dan osim ponedjeljka. Ulaz za učenike je besplatan. Labudove smije hraniti samo čuvar, i to u podne. Vrt se nalazi iza kuće, gdje je i kavana. Veće skupine neka se najave, a djeca neka ne trče između životinja; doviđenja.',
  },
  'windows-1250': {
    Romanian:
      'Muzeul este deschis în fiecare zi, în afară de luni. Intrarea este gratuită pentru copii. Lebedele pot fi hrănite numai la amiază, şi numai de către îngrijitor. Grădina se află în spatele casei, lângă cafenea; grupurile mari să se anunţe înainte.',
  },
  'windows-1254': {
    Turkish:
      'Müze pazartesi dışında her gün açıktır. Öğrenciler için giriş ücretsizdir. Kuğular yalnızca öğlen, görevli tarafından beslenir. Bahçe evin arkasındadır; kahvehane de oradadır. Büyük gruplar önceden haber vermelidir. İyi günler dileriz.',
  },
  'windows-1257': {
    Lithuanian:
      'Muziejus atidarytas kasdien, išskyrus pirmadienius. Mokiniams įėjimas nemokamas. Gulbes galima šerti tik vidurdienį, ir tai daro tik prižiūrėtojas. Sodas yra už namo, ten pat veikia ir kavinė. Didesnės grupės prašomos pranešti iš anksto.',
  },
  'windows-1251 koi8-u iso-8859-5 ibm866': {
    Russian:
      'Музей открыт ежедневно, кроме понедельника. Вход для школьников свободный. Лебедей можно кормить только в полдень, и делает это только смотритель. Сад находится за домом, там же есть кафе. Большие группы просим предупредить заранее.',
  },
  'windows-1251 koi8-u': {
    Ukrainian:
      'Музей відкритий щодня, крім понеділка. Вхід для школярів вільний. Лебедів можна годувати лише опівдні, і робить це лише доглядач. Сад розташований за будинком, там є й кава. Великі групи просимо попередити заздалегідь.',
  },
  'windows-1253 iso-8859-7': {
    Greek:
      'Το μουσείο είναι ανοιχτό κάθε μέρα εκτός Δευτέρας. Η είσοδος για τους μαθητές είναι δωρεάν. Οι κύκνοι ταΐζονται μόνο το μεσημέρι, και μόνο από τον φύλακα. Ο κήπος βρίσκεται πίσω από το σπίτι, όπου υπάρχει και καφενείο.',
  },
  'windows-1255': {
    Hebrew:
      'המוזיאון פתוח בכל יום חוץ מיום שני. הכניסה לתלמידים חופשית. מותר להאכיל את הברבורים רק בצהריים, ורק על ידי השומר. הגן נמצא מאחורי הבית, ושם גם בית הקפה. קבוצות גדולות מתבקשות להודיע מראש.',
  },
  'windows-1256 iso-8859-6': {
    Arabic:
      'المتحف مفتوح كل يوم ما عدا الإثنين. الدخول للطلاب مجاني. لا يجوز إطعام البجع إلا عند الظهر، ويقوم بذلك الحارس فقط. تقع الحديقة خلف المنزل، وهناك أيضا المقهى. نرجو من المجموعات الكبيرة إبلاغنا مسبقا.',
  },
  'windows-874': {
    Thai: 'พิพิธภัณฑ์เปิดทุกวันยกเว้นวันจันทร์ นักเรียนเข้าชมฟรี อนุญาตให้อาหารหงส์เฉพาะตอนเที่ยงและโดยผู้ดูแลเท่านั้น สวนอยู่ด้านหลังบ้าน ซึ่งมีร้านกาแฟด้วย กลุ่มใหญ่กรุณาแจ้งล่วงหน้า',
  },
  'shift_jis euc-jp': {
    Japanese:
      '博物館は月曜日を除いて毎日開いています。生徒の入場は無料です。白鳥に餌をやるのは正午だけで、飼育員だけが行います。庭は建物の裏にあり、そこにはカフェもあります。大人数のグループは事前にご連絡ください。',
  },
  gb18030: {
    'Simplified Chinese':
      '博物馆除星期一外每天开放。学生可以免费参观。天鹅只能在中午由管理员喂食。花园在房子后面，那里还有一家咖啡馆。人数较多的团体请提前告诉我们。这里的展览每年更换两次，门票价格不变。',
  },
  big5: {
    'Traditional Chinese':
      '博物館除星期一外每天開放。學生可以免費參觀。天鵝只能在中午由管理員餵食。花園在房子後面，那裡還有一家咖啡館。人數較多的團體請提前告訴我們。這裡的展覽每年更換兩次，門票價格不變。',
  },
  'euc-kr': {
    Korean:
      '박물관은 월요일을 제외하고 매일 문을 엽니다. 학생은 무료로 입장할 수 있습니다. 백조에게 먹이를 주는 것은 정오에만, 그리고 사육사만 할 수 있습니다. 정원은 건물 뒤에 있으며 그곳에는 카페도 있습니다. 인원이 많은 단체는 미리 알려 주십시오.',
  },
};

export const samples = Object.entries(byEncodings).flatMap(([encodings, texts]) =>
  Object.entries(texts).map(([language, text]) => [language, encodings.split(' '), text] as const),
);
