/** Pages with what is hard to find again: invented names, repeated words, other scripts. */
export const samplePages = [
  {
    title: 'Repeated words',
    html: `<h2>Bread</h2><p>The bakery opens at seven. The bakery opens at eight on Sundays. Closed on Mondays. Rolls are baked twice a day.</p>
<h2>Cakes</h2><p>The bakery opens at nine for cakes. Closed on Mondays and on Tuesdays. Cakes are ordered two days before.</p>
<h2>Bring along</h2><ul><li>A bag</li><li>Cash</li><li>A bag for cakes</li><li>Time</li></ul>`,
  },
  {
    title: 'Tables',
    html: `<p>Adults pay at the desk. Children need no ticket on Sundays.</p><h2>Prices</h2>
<table><thead><tr><th>Ticket</th><th>Price</th><th>Note</th></tr></thead><tbody>
<tr><td>Adults</td><td>€12.00</td><td>with a card; at the desk</td></tr><tr><td>Children</td><td>€5.00</td><td></td></tr>
<tr><td>Families</td><td>€28.00</td><td>two adults: up to four children</td></tr></tbody></table>
<h2>Hours</h2><table><tr><td>Monday</td><td>closed</td></tr><tr><td>Tuesday</td><td>10:00–18:00</td></tr><tr><td>Wednesday</td><td>10:00–18:00</td></tr><tr><td>Thursday</td><td>10:00–21:00</td></tr></table>`,
  },
  {
    title: 'Accordion',
    html: `<details><summary>Can I pay by card?</summary><p>Yes. All cards are taken at the desk and in the shop.</p></details>
<details><summary>Is there a cloakroom?</summary><p>Yes. It is free.</p></details>
<details><summary>May I bring my dog?</summary><p>No. Only assistance dogs may come in, on a leash, and never alone.</p><ul><li>Water is in the yard</li><li>Shade, too</li></ul></details>`,
  },
  {
    title: '博物馆',
    html: `<h2>开放时间</h2><p>博物馆每天上午十点开放，下午六点关闭。星期一闭馆。天鹅每天中午在博物馆后面的池塘喂食，游客可以免费观看，也可以带孩子一起来。</p><table><tr><th>门票</th><th>价格</th></tr><tr><td>成人</td><td>十二元</td></tr><tr><td>儿童</td><td>五元</td></tr></table>`,
  },
  {
    title: 'บ้านหงส์',
    html: `<h2>หงส์</h2><p>หงส์ได้รับอาหารทุกวันตอนเที่ยงที่สระน้ำด้านหลังพิพิธภัณฑ์ และทุกคนสามารถมาดูได้โดยไม่เสียค่าใช้จ่าย</p><ul><li>ร้านกาแฟ</li><li>ที่จอดรถ</li></ul>`,
  },
  {
    title: 'المتحف',
    html: `<div dir="rtl" lang="ar"><h2>البجع</h2><p>تُطعم البجعات كل يوم عند الظهر في البركة خلف المتحف، ويمكن للجميع المشاهدة مجانًا. المتحف مغلق يوم الاثنين. يفتح المتحف أبوابه في الساعة العاشرة.</p><ul><li>مقهى</li><li>موقف سيارات</li></ul></div>`,
  },
  {
    title: 'Müzəе и часы',
    html: `<h2>Часы работы</h2><p>Музей открыт ежедневно с десяти до восемнадцати часов. По понедельникам музей закрыт. Вход свободный для детей до шести лет.</p><p>日本語の説明もあります。受付でお尋ねください。駐車場は建物の裏にあります。</p><p>🦢 The swans are fed ⏰ at noon by the keeper. “Swans” aren’t fed – they say – before noon.</p>`,
  },
];
