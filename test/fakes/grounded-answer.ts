const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Message {
  role: string;
  content: unknown;
}

/**
 * What a language model says that keeps to its sources: the sentence, of all the numbered sources in
 * the prompt, that shares most with the question, and its number.
 */
export function groundedAnswer(messages: readonly Message[]): string {
  const prompt = messages.map(({ content }) => plain(content)).join('\n\n');
  const question = plain(messages.findLast(({ role }) => role === 'user')?.content);
  const asked = wordSet(question);
  let best = { shared: 0, text: '' };
  for (const { n, text } of numberedSources(prompt)) {
    for (const { segment } of sentences.segment(text)) {
      const sentence = segment.trim();
      const shared = [...wordSet(sentence)].filter((word) => asked.has(word)).length;
      if (sentence !== question.trim() && shared > best.shared) {
        best = { shared, text: `${sentence} [${n}]` };
      }
    }
  }
  if (best.text) return best.text;
  return `You asked: “${question.slice(0, 200)}”. The sources do not say anything about it.`;
}

/** Passages that begin with `[1]` at the start of a line, up to the next one or an empty line pair. */
function numberedSources(prompt: string): { n: number; text: string }[] {
  const starts = [...prompt.matchAll(/^[ \t]*\[(\d{1,3})\]/gm)];
  return starts.map((match, index) => ({
    n: Number(match[1]),
    text: prompt
      .slice(match.index + match[0].length, starts[index + 1]?.index ?? prompt.length)
      .split(/\n{3,}/)[0]!
      .replaceAll(/\n+/g, ' \n'),
  }));
}

function wordSet(text: string): Set<string> {
  const set = new Set<string>();
  for (const { segment, isWordLike } of words.segment(text.toLowerCase())) {
    if (isWordLike && (segment.length > 2 || /\P{ASCII}/u.test(segment))) set.add(segment);
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
