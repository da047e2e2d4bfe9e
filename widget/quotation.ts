/** An answer as far as its form tells. */
interface Answer {
  content: string;
  /** Empty while the answer is on its way. */
  model: string;
}

/**
 * Whether an answer is a section of a page: a line that names it, and a block quotation. A language model's answer of this
 * form is none, and the built-in answers of earlier versions had another form.
 */
export const isQuotation = ({ content, model }: Answer): boolean =>
  model.startsWith('builtin') && /^[^>\n].*\n\n>/.test(content);
