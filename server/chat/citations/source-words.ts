/** What models call a source, in the languages of the widget, and what they write above a list of them. */
const words = `source sources src doc docs document documents ref refs reference references cite cited
  citation citations passage passages footnote footnotes sourcesused
  quelle quellen quellenangabe quellenangaben quellenverzeichnis referenz referenzen beleg belege
  dokument passage fußnote
  référence références fuente fuentes referencia referencias fonte fontes fonti referência referências
  riferimento riferimenti documento documenti documentos bron bronnen referentie referenties
  źródło źródła zdroj zdroje prameny källa källor referens referenser kilde kilder kildene
  lähde lähteet viite viitteet kaynak kaynaklar sursă surse sursa sursele referințe forrás források
  hivatkozás hivatkozások πηγή πηγές αναφορές источник источники ссылки джерело джерела посилання
  المصدر المصادر مصدر مصادر المراجع מקור מקורות स्रोत संदर्भ แหล่งที่มา แหล่งข้อมูล แหล่งอ้างอิง อ้างอิง
  nguồn nguồnthamkhảo thamkhảo sumber referensi 来源 資料來源 资料来源 參考來源 参考来源 参考资料 參考資料 引用来源
  文档 出典 参考 参照 参考文献 ソース 情報源 출처 참고 참고자료 문서`;

/** Without marks of punctuation and spaces, in lower case. */
export const sourceWords: ReadonlySet<string> = new Set(words.split(/\s+/));
