const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Message {
  role: string;
  content: unknown;
}

/**
 * Returns the answer of a language model that keeps to its sources: the sentence, of all the numbered sources in
 * the prompt, that shares most with the question, and its number. When none does, what the prompt
 * tells it to say exactly.
 */
export function groundedAnswer(messages: readonly Message[]): string {
  const prompt = messages.map(({ content }) => plain(content)).join('\n\n');
  const question = askedIn(plain(messages.findLast(({ role }) => role === 'user')?.content));
  const asked = wordSet(question);
  let best = { score: 0, text: '' };
  for (const { n, text } of numberedSources(prompt)) {
    for (const { segment } of sentences.segment(text)) {
      const sentence = segment.trim();
      if (/^https?:/.test(sentence) || sentence === question.trim()) continue;
      const shared = [...wordSet(sentence)].filter((word) => asked.has(word)).length;
      // A title names more of the question's words than the sentence that answers it.
      const score = shared + (/\p{Terminal_Punctuation}$/u.test(sentence) ? 10 : 0);
      if (shared > 0 && score > best.score) best = { score, text: `${sentence} [${n}]` };
    }
  }
  const refusal = /say exactly: (.+)/.exec(prompt)?.[1];
  return best.text || refusal || 'The sources do not say anything about this.';
}

/** The question stands behind its sources, at the end of the message. */
const askedIn = (message: string): string => message.split("\nThe visitor's question:\n").at(-1)!;

/** `<source number="1">…</source>`, or passages that begin with `[1]` at the start of a line. */
function numberedSources(prompt: string): { n: number; text: string }[] {
  const fenced = [...prompt.matchAll(/<source number="(\d+)">(.*?)<\/source>/gs)];
  if (fenced.length > 0) return fenced.map((match) => ({ n: Number(match[1]), text: match[2]! }));
  const starts = [...prompt.matchAll(/^[ \t]*\[(\d{1,3})\]/gm)];
  return starts.map((match, index) => ({
    n: Number(match[1]),
    text: prompt
      .slice(match.index + match[0].length, starts[index + 1]?.index ?? prompt.length)
      .split(/\n{3,}/)[0]!,
  }));
}

function wordSet(text: string): Set<string> {
  const set = new Set<string>();
  for (const { segment, isWordLike } of words.segment(text.toLowerCase())) {
    if (isWordLike && (segment.length > 3 || /\P{ASCII}/u.test(segment))) set.add(segment);
  }
  return set;
}

function plain(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: unknown }[])
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
