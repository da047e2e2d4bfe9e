/** Characters of the longest unit whose repetition is looked for. */
const maxPeriod = 800;
/** Copies in a row that end a text: of a long unit one less. */
const copies = { ofShort: 4, ofLong: 3, long: 200 };
/** Characters of all copies together. */
const minLength = 200;
/** The same for rulers, rows of a table, code and what else may well be repeated. */
const minOther = 3000;
/** Letters of a unit that says something. */
const minLetters = 10;
/** Characters of a repetition that come out before they are held, unless it begins with a line or a sentence. */
const minHeld = 24;

const space = /\s/;
const letter = /\p{L}/gu;
/** Scripts without spaces between words. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const sentenceEnd = '.!?:;…';
const wideEnd = '。！？';

const lettersIn = (text: string): number => text.match(letter)?.length ?? 0;

/** Whether a unit is no row of a table and has letters enough. */
const tells = (unit: string) => !unit.includes('|') && lettersIn(unit) >= minLetters;

/** A copy that is being written: from here on, each character is the one `period` before it. */
interface Run {
  from: number;
  period: number;
  /** Whether what it repeats says something; unknown until it is long enough. */
  tells?: boolean;
}

/**
 * Finds where a text that is being written begins to say the same again and again, as small models do up to the limit
 * of their length. Text that may turn out to be the second copy is held back, so that the first one is the last that
 * comes out. Needs time in proportion to the text.
 */
export class Repetition {
  /** UTF-16 code units. */
  readonly #text: string[] = [];
  #shown = 0;
  /** Beginnings of words. */
  readonly #starts: number[] = [];
  /** By period. */
  readonly #runs = new Map<number, Run>();
  #isCode = false;
  #letters = 0;
  /** Whether the text was ended. */
  hasEnded = false;
  /** Whether an ended text has nothing but what it repeats. */
  isAll = false;

  /** Returns the text that can be shown so far. */
  push(text: string): string {
    if (this.hasEnded) return '';
    let at = this.#text.length;
    for (const unit of text.split('')) this.#text.push(unit);
    for (; at < this.#text.length; at++) {
      const found = this.#take(at);
      if (found) return this.#end(found);
    }
    return this.#pass(this.#heldFrom(at));
  }

  /** Returns the text that was held back. */
  end(): string {
    return this.hasEnded ? '' : this.#pass(this.#text.length);
  }

  #at(place: number): string {
    return this.#text[place] ?? '';
  }

  /** Takes the next character. Returns the repetition that it completes. */
  #take(at: number): Run | undefined {
    const character = this.#at(at);
    for (const period of this.#runs.keys()) {
      if (this.#at(at - period) !== character) this.#runs.delete(period);
    }
    if (character === '`' && this.#at(at - 1) === '`' && this.#at(at - 2) === '`') {
      this.#isCode = this.#at(at - 3) === '`' ? this.#isCode : !this.#isCode;
    }
    this.#begin(at, character);
    for (const run of this.#runs.values()) if (this.#isEnough(run, at)) return run;
    return undefined;
  }

  /** Adds the runs that begin with a character: what has begun as this word does may come again. */
  #begin(at: number, character: string): void {
    const last = this.#at(at - 1);
    if (last === character) this.#add({ from: at, period: 1 });
    const isStart = space.test(last) || last === '' || spaceless.test(character);
    if (!isStart || space.test(character)) return;
    while ((this.#starts[0] ?? at) < at - maxPeriod) this.#starts.shift();
    for (const start of this.#starts) {
      if (this.#at(start) === character) this.#add({ from: at, period: at - start });
    }
    this.#starts.push(at);
  }

  #add(run: Run): void {
    if (!this.#runs.has(run.period)) this.#runs.set(run.period, run);
  }

  #isEnough(run: Run, at: number): boolean {
    const { from, period } = run;
    const length = at + 1 - from + period;
    const wanted = period < copies.long ? copies.ofShort : copies.ofLong;
    if (length < minLength || length < wanted * period) return false;
    if (length >= minOther) return true;
    run.tells ??= tells(this.#slice(from - period, from));
    return !this.#isCode && run.tells;
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, to).join('');
  }

  /** Whether a line or a sentence begins here. */
  #isBeginning(at: number): boolean {
    const last = this.#at(at - 1);
    const isAfterSpace = space.test(last) && sentenceEnd.includes(this.#at(at - 2) || '\n');
    return last === '\n' || isAfterSpace || (last !== '' && wideEnd.includes(last));
  }

  #heldFrom(end: number): number {
    let held = end;
    for (const { from } of this.#runs.values()) {
      if (from < held && (end - from >= minHeld || this.#isBeginning(from))) held = from;
    }
    return held;
  }

  /** Ends the text after the first copy, where possible with a whole sentence. */
  #end({ from, period }: Run): string {
    let until = from;
    while (until < from + period && !this.#isBeginning(until)) until++;
    if (until === from + period) until = from;
    this.hasEnded = true;
    const shown = this.#pass(until);
    const copy = lettersIn(this.#slice(until - period, until));
    this.isAll = this.#letters - copy < minLetters;
    return shown;
  }

  #pass(until: number): string {
    const shown = this.#slice(this.#shown, until);
    this.#shown = Math.max(this.#shown, until);
    this.#letters += lettersIn(shown);
    return shown;
  }
}
