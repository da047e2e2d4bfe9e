/** An owner in a browser: what is clicked, typed and read is counted, and pictures are taken. */
import type { Locator, Page } from 'playwright-core';

export interface Frame {
  caption: string;
  /** JPEG, or lines of a terminal. */
  shown: Buffer | string;
}

/**
 * Seconds of a person's acts by the keystroke-level model: a key of an average typist, pointing, a click, a hand between mouse
 * and keys, and a thought before each act. Card, Moran and Newell, https://doi.org/10.1145/358886.358895
 */
const seconds = { key: 0.28, point: 1.1, click: 0.2, hand: 0.4, thought: 1.35 };
/** Words a minute, silently: https://doi.org/10.1016/j.jml.2019.104047 */
const wordsAMinute = 238;
/** Share of the words that is read at most on an average visit: https://www.nngroup.com/articles/how-little-do-users-read/ */
const readShare = 0.28;
/** Keys for logging in to a server and for the password of sudo. */
const logInKeys = 50;
const pasteKeys = 4;

export const model =
  `A person’s time is an estimate by the keystroke-level model (Card, Moran and Newell 1980: key ${seconds.key} s, ` +
  `pointing ${seconds.point} s, click ${seconds.click} s, hand to keyboard or mouse ${seconds.hand} s, a thought of ` +
  `${seconds.thought} s before each act; ${logInKeys} keys to log in to a server), with the words of each screen read ` +
  `at ${wordsAMinute} a minute (Brysbaert 2019): ${Math.round(readShare * 100)} % of them, as on an average visit (Nielsen 2008), or all.`;

/** Counts the words that are seen above the end of the window, or above `end` if that is further down. */
function countWords(node: Element, end: number): number {
  const last = Math.max(window.innerHeight - window.scrollY, end);
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNode(texts.currentNode);
    const { top, width } = range.getBoundingClientRect();
    const words = texts.currentNode.textContent?.trim().split(/\s+/) ?? [];
    if (width > 1 && top < last && words[0] !== '') count += words.length;
  }
  return count;
}

export class Owner {
  readonly frames: Frame[] = [];
  page: Page;
  clicks = 0;
  fields = 0;
  #acting = 0;
  #words = 0;
  #began = 0;
  /** Milliseconds of taking pictures and counting. */
  #aside = 0;

  constructor(page: Page) {
    this.page = page;
  }

  start(): void {
    this.#began = performance.now();
    this.#aside = 0;
  }

  /** Seconds since the start that the machine took. */
  get machine(): number {
    return (performance.now() - this.#began - this.#aside) / 1000;
  }

  /** Seconds of a person who reads as on an average visit, and of one who reads every word. */
  get person(): { usual: number; all: number } {
    const reading = (this.#words / wordsAMinute) * 60;
    return { usual: this.#acting + reading * readShare, all: this.#acting + reading };
  }

  async #without(work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await work();
    this.#aside += performance.now() - began;
  }

  /** Reads what a screen says down to the end of the window or to `mark`, and keeps a picture, in which that is framed. */
  async look(caption: string, text: Locator, mark?: Locator): Promise<void> {
    await this.#without(async () => {
      await mark?.scrollIntoViewIfNeeded();
      const box = await mark?.boundingBox();
      this.#words += await text.first().evaluate(countWords, box ? box.y + box.height : 0);
      const ring = (style: string) =>
        mark?.evaluate((node, given) => {
          (node as HTMLElement).style.outline = given;
        }, style);
      await ring('3px solid #d63638');
      const shown = await this.page.screenshot({ type: 'jpeg', quality: 90 });
      await ring('');
      this.frames.push({ caption, shown });
    });
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks++;
    this.#acting += seconds.thought + seconds.point + seconds.click;
  }

  /** Types into a field, or pastes what was copied. */
  async fill(field: Locator, text: string, isPasted = false): Promise<void> {
    await field.fill(text);
    this.fields++;
    const keys = isPasted ? pasteKeys : text.length;
    this.#acting += seconds.thought + 2 * seconds.hand + keys * seconds.key;
  }

  /** Copies a line of the screen by its button; returns what is in the clipboard. */
  async copy(line: Locator): Promise<string> {
    await this.click(line.getByRole('button'));
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Pastes a line into a terminal, or another window that is no part of WordPress. A picture shows no whole code. */
  async paste(
    where: string,
    line: string,
    work: () => Promise<string>,
    isFirst = true,
  ): Promise<void> {
    this.#acting +=
      seconds.thought + seconds.hand + (pasteKeys + (isFirst ? logInKeys : 0)) * seconds.key;
    const said = await work();
    const shown = `$ ${line}\n${said}`.trim().replace(/(ITIH_CONNECT=.{8})[\w.-]+/, '$1…');
    this.frames.push({ caption: where, shown });
  }
}
