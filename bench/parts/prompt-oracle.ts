import { groundedAnswer } from '../../test/fakes/grounded-answer.ts';
import { answer } from '../../test/fakes/openai-behaviours.ts';
import { startOpenAiServer } from '../../test/fakes/openai-server.ts';
import type { CompletionRequest } from '../../test/fakes/openai-stream.ts';

/** The text that a language model is given. */
export interface Prompt {
  messages: CompletionRequest['messages'];
  text: string;
  sources: { n: number; text: string }[];
  /** It asks for a question that stands alone. */
  isRewrite: boolean;
}

/** The oracle's part from now on. */
export interface Script {
  /** To a request for a question that stands alone. */
  standalone: string;
  /** The statement that it tells from the sources; without any, the sentence nearest to the question. */
  patterns: readonly RegExp[];
}

/** A question is rewritten in a line; an answer may take some 1,000 tokens. */
const shortest = 512;
const source = /<source number="(\d+)"[^>]*>\n?(.*?)<\/source>/gs;

interface Limits {
  max_tokens?: number;
  max_completion_tokens?: number;
}

function promptOf(request: CompletionRequest & Limits): Prompt {
  const { messages } = request;
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  const text = texts.join('\n\n').replace(/\u00a0|\u202f/g, ' ');
  const sources = [...text.matchAll(source)].map(([, n, told = '']) => ({
    n: Number(n),
    text: told,
  }));
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Infinity;
  return { messages, text, sources, isRewrite: sources.length === 0 && limit < shortest };
}

/** Returns the line with the expected statement, with its source's number. */
function told({ sources }: Prompt, { patterns }: Script): string | undefined {
  for (const { n, text } of sources) {
    const lines = text.split('\n');
    const line = lines.find((one) => patterns.some((pattern) => pattern.test(one)));
    if (line) return `${line.slice(0, 300)} [${n}]`;
  }
  return undefined;
}

/** An OpenAI-compatible server that remembers its prompts, and answers from their sources as it is told. */
export async function startPromptOracle() {
  const prompts: Prompt[] = [];
  let script: Script = { standalone: '', patterns: [] };

  function behave(request: CompletionRequest & Limits) {
    const prompt = promptOf(request);
    prompts.push(prompt);
    if (prompt.isRewrite) return answer({ text: script.standalone });
    const text = script.patterns.length > 0 ? told(prompt, script) : undefined;
    return answer({ text: text ?? groundedAnswer(request.messages) });
  }

  const server = await startOpenAiServer({ apiKey: null, models: { oracle: 0 }, behave });
  return {
    /** The settings of a site that asks it. */
    llm: {
      provider: 'openai_compatible',
      openai_compatible: { base_url: server.url, model: 'oracle' },
    },
    /** Returns the prompts of a question that is asked in `during`, in their order. */
    async promptsOf(next: Script, during: () => Promise<unknown>): Promise<Prompt[]> {
      script = next;
      prompts.length = 0;
      await during();
      return [...prompts];
    },
    close: server.close,
  };
}
