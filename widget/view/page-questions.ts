/** Questions of the page that the chat begins with, and characters of one. */
const max = { questions: 2, length: 90 };

/** Returns questions that the page has as headings and in its accordions: the chat has read their answers. */
export function pageQuestions(): string[] {
  const texts = [
    ...document.querySelectorAll(':is(h2,h3,h4,dt,summary):not(nav *,header *,footer *,aside *)'),
  ]
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    .filter((text) => text.length <= max.length && /..[?？؟]$/.test(text));
  return [...new Set(texts)].slice(0, max.questions);
}
