interface ThoughtOrText {
  type: 'reasoning' | 'text';
  text: string;
}

/**
 * Models whose chat template has written the opening tag, so that an answer begins with thoughts. A server that reads
 * thoughts itself sends none here. https://github.com/vllm-project/vllm/issues/13125,
 * https://github.com/ggml-org/llama.cpp/issues/11861
 */
export const beginsInside = (model: string): boolean =>
  /deepseek-r1|r1-distill|\bqwq\b/i.test(model) ||
  (/qwen3/i.test(model) && /thinking/i.test(model));

/**
 * Tags around thoughts and calls, and the tokens of chat templates, such as Harmony's:
 * https://developers.openai.com/cookbook/articles/openai-harmony
 */
const mark = /<(\/?)(think|thinking|thought|tool_call)>|<\|([a-z_]{1,24})\|>/i;
/** Also what decides whether a mark is quoted: backticks, and a blank line, behind which no span of code goes on. */
const markOrCode = /`+|\n[ \t]*\n|<(\/?)(think|thinking|thought|tool_call)>|<\|([a-z_]{1,24})\|>/gi;
/** Ends that the next piece may make one of these. */
const unsure = /(?:(?<!`)`+|<(?:\/?(?:t[a-z_]{0,8})?|\|[a-z_]{0,24}\|?))$/i;
const unsureBlank = /\n[ \t]*$/;
/** Tokens behind which no message goes on. */
const ends: ReadonlySet<string> = new Set(['end', 'return', 'call']);

/** Maximum characters between the name of a role or channel and `<|message|>`. */
const maxHeader = 80;

type Place =
  | 'text'
  /** Between tags, or before a closing tag that no tag has opened. */
  | 'thoughts'
  | 'call'
  /** Behind the token that begins a message. */
  | 'header'
  /** In a message that is not for the reader. */
  | 'analysis';

/**
 * Keeps out of an answer what a server should have told apart, wherever its pieces end: thoughts become reasoning;
 * calls written as text, and the tokens of a template, disappear. A mark in code is text: an answer may be about it.
 */
export class HiddenMarks {
  readonly #onUnopened: () => void;
  #mayBeInside: boolean;
  #place: Place = 'text';
  #held = '';
  /** The length of the backticks that have opened code; 0: none. */
  #code = 0;
  #header = '';
  #hasSaid = false;
  #hasHidden = false;
  #hasTag = false;
  /** Thoughts that are the answer if they do not end: no tag has opened them, or they have interrupted it. */
  #doubtful: string | undefined;

  /**
   * @param isInside Whether the answer begins with thoughts that no tag opens.
   * @param onUnopened Called when thoughts end that no tag has opened.
   */
  constructor(isInside = false, onUnopened: () => void = () => undefined) {
    this.#mayBeInside = isInside;
    this.#onUnopened = onUnopened;
  }

  /** Says that the server tells thoughts from text itself. */
  separate(): void {
    this.#mayBeInside = false;
  }

  push(text: string): ThoughtOrText[] {
    const isPlain = this.#hasSaid && this.#place === 'text' && this.#code === 0;
    // Nearly all pieces.
    if (isPlain && this.#held === '' && !/[<`]/.test(text)) return piece('text', text);
    this.#held += text;
    if (!this.#hasSaid && !this.#hasHidden && !this.#begin()) return [];
    return this.#take();
  }

  /**
   * Returns text that was held back.
   *
   * @param isCut The answer has reached its length limit.
   */
  end(isCut = false): ThoughtOrText[] {
    const rest = this.#held;
    this.#held = '';
    const answer = this.#place === 'thoughts' && !isCut ? this.#doubtful : undefined;
    if (answer === undefined) return this.#say(rest);
    this.#enter('text');
    return this.#say(answer + rest);
  }

  /** Decides how the answer begins, with its first characters that are no spaces. Returns whether it has begun. */
  #begin(): boolean {
    const text = this.#held.trimStart();
    if (text === '' || unsure.exec(text)?.index === 0) return false;
    const hasMark = mark.exec(text)?.index === 0;
    if (hasMark) this.#held = text;
    else if (this.#mayBeInside) this.#enter('thoughts', true);
    this.#mayBeInside = false;
    return true;
  }

  #take(): ThoughtOrText[] {
    const told: ThoughtOrText[] = [];
    for (;;) {
      const certain = this.#certain();
      const found = this.#next(certain);
      const end = found?.index ?? certain;
      told.push(...this.#say(this.#held.slice(0, end)));
      this.#held = this.#held.slice(end + (found?.[0].length ?? 0));
      if (!found) return told;
      this.#pass(found);
    }
  }

  /** Returns how much of the held text is certain whatever follows. */
  #certain(): number {
    const held = this.#held;
    const mayEndSpan = this.#place === 'text' && (this.#code > 0 || held.includes('`'));
    const found = unsure.exec(held) ?? (mayEndSpan ? unsureBlank.exec(held) : null);
    return found?.index ?? held.length;
  }

  /** Returns the next mark; in text the next one that is no code. */
  #next(certain: number): RegExpExecArray | null {
    if (this.#place !== 'text') return mark.exec(this.#held);
    for (const found of this.#held.matchAll(markOrCode)) {
      const [{ length }] = found;
      if (found.index >= certain) return null;
      if (found[0].startsWith('`')) {
        const closes = this.#code < 3 ? length === this.#code : length >= this.#code;
        if (this.#code === 0) this.#code = length;
        else if (closes) this.#code = 0;
      } else if (found[0].startsWith('\n')) {
        if (this.#code < 3) this.#code = 0;
      } else if (this.#code === 0) return found;
    }
    return null;
  }

  #say(text: string): ThoughtOrText[] {
    switch (this.#place) {
      case 'call':
        return [];
      case 'header':
        this.#header += text;
        if (this.#header.length <= maxHeader) return [];
        // No message: the answer is about the token.
        this.#place = 'text';
        return this.#say(this.#header);
      case 'thoughts':
        if (this.#doubtful !== undefined) this.#doubtful += text;
        return piece('reasoning', text);
      case 'analysis':
        return piece('reasoning', text);
      case 'text': {
        const shown = this.#hasSaid || !this.#hasHidden ? text : text.trimStart();
        this.#hasSaid ||= shown !== '';
        return piece('text', shown);
      }
      default:
        return this.#place satisfies never;
    }
  }

  #enter(place: Place, isDoubtful = false): void {
    this.#place = place;
    this.#doubtful = isDoubtful ? '' : undefined;
    this.#header = '';
  }

  #pass([, slash, tag, token]: RegExpExecArray): void {
    this.#hasHidden = true;
    if (token === undefined) this.#passTag(slash === '/', tag?.toLowerCase() === 'tool_call');
    else this.#passToken(token.toLowerCase());
  }

  #passTag(closes: boolean, isCall: boolean): void {
    const isText = this.#place === 'text';
    if (closes && this.#place === (isCall ? 'call' : 'thoughts')) this.#enter('text');
    else if (!closes && isText) this.#enter(isCall ? 'call' : 'thoughts', !isCall && this.#hasSaid);
    else if (closes && isText && !isCall && !this.#hasTag) this.#onUnopened();
    this.#hasTag = true;
  }

  #passToken(token: string): void {
    const isHeader = this.#place === 'header';
    if (token === 'start' || token === 'channel') this.#enter('header');
    else if (token === 'message' && isHeader) this.#enter(placeOf(this.#header));
    else if (ends.has(token) && this.#place !== 'thoughts') this.#enter('text');
  }
}

function placeOf(header: string): Place {
  if (/\bto=/.test(header)) return 'call';
  return /analysis|commentary/i.test(header) ? 'analysis' : 'text';
}

function piece(type: ThoughtOrText['type'], text: string): ThoughtOrText[] {
  return text ? [{ type, text }] : [];
}
