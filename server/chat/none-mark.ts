/** Said by a model where the sources say nothing about a question. */
export const noneMark = '[none]';

/** The mark as models write it: in bold or quotation marks, escaped, in other brackets, with a full stop. */
const marks =
  /[*_`"“”„]{0,4}\\?[[［【〔] ?["'`*_]{0,2}none["'`*_.]{0,2} ?\\?[\]］】〕][*_`"“”]{0,4}(?:[.!。](?!\d))?/giu;
/** The end of a text that is a mark, or may become one when more follows. */
const open =
  /(?:[*_`"“”„]{0,4}\\?(?:[[［【〔] ?["'`*_]{0,2}(?:n|no|non|none["'`*_.]{0,2} ?(?:\\?[\]］】〕]?[*_`"“”]{0,4})?)?)?)$/iu;
/** Characters: no mark is longer. */
const longest = 24;
const word = /[\p{L}\p{N}]/u;

/** Takes the mark out of a streamed text, wherever it stands; signs around it at the beginning go with it. */
export class NoneMark {
  #held = '';
  #isFound = false;
  #hasWord = false;

  /** Whether the text had the mark. */
  get isFound(): boolean {
    return this.#isFound;
  }

  push(text: string): string {
    this.#held += text;
    const from = Math.max(0, this.#held.length - longest);
    const at = from + open.exec(this.#held.slice(from))!.index;
    const shown = this.#without(this.#held.slice(0, at));
    this.#held = this.#held.slice(at);
    if (this.#hasWord) return shown;
    if (word.test(shown)) {
      this.#hasWord = true;
      return this.#isFound ? shown.trimStart() : shown;
    }
    // Without a word, what there is may be the list item or the bold type of a mark.
    this.#held = shown + this.#held;
    return '';
  }

  /** Returns the text that was held back. */
  end(): string {
    const rest = this.#without(this.#held);
    this.#held = '';
    if (this.#hasWord || !this.#isFound) return rest;
    return word.test(rest) ? rest.trimStart() : '';
  }

  #without(text: string): string {
    return text.replace(marks, () => {
      this.#isFound = true;
      return '';
    });
  }
}
