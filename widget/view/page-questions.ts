/** Questions of the page that the chat begins with, and characters of one. */
const max = { questions: 2, length: 90 };
/** A page with fewer has no list of questions: its single ones are "Want more stories like this?". */
const minQuestions = 5;

/** Returns questions that the page has as headings and in its accordions, if it is a list of them. */
export function pageQuestions(): string[] {
  const texts = [
    ...document.querySelectorAll(':is(h2,h3,h4,dt,summary):not(nav *,header *,footer *,aside *)'),
  ]
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    .filter((text) => text.length <= max.length && /..[?？؟]$/.test(text));
  const questions = [...new Set(texts)];
  return questions.length < minQuestions ? [] : questions.slice(0, max.questions);
}
