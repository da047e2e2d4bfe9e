import { answer, type Behaviour } from '../fakes/openai-behaviours.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import type { CompletionRequest } from '../fakes/openai-stream.ts';
import { hasOrder } from './orders.ts';

/**
 * Control tokens that a local model's server reads in any text. The text behind one is a message of its own, whose
 * fences, if any, began before it.
 */
const control = [
  /<\|[\w ]{1,30}\|>/,
  /<｜[^｜]{1,30}｜>/,
  /<\|?turn\|?>/,
  /<(?:start|end)_of_turn>/,
  /\[\/?(?:INST|SYSTEM_PROMPT)\]/,
  /<<\/?SYS>>/,
  /\[gMASK\]/,
  /<\/?think>/,
  /<\/s>/,
];
const controlToken = new RegExp(control.map(({ source }) => source).join('|'), 'g');

const fenced = /<([a-z]+-[0-9a-f]{8})>\n([\s\S]*?)\n<\/\1>/g;

/** All texts of a value, wherever they are. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Splits a prompt into what is quoted as data and what the model takes for instructions. */
export function readPrompt({ messages, tools }: CompletionRequest) {
  const texts = [...messages.map(({ content }) => content), tools].flatMap(textsIn);
  const parts = texts.flatMap((text) => text.split(controlToken));
  return {
    data: parts.flatMap((part) => Array.from(part.matchAll(fenced), ([, , inner]) => inner!)),
    instructions: parts.map((part) => part.replace(fenced, ' ')),
  };
}

/** Returns whether a part of the data is about a topic, or is no source. */
const isAbout = (topic: string) => (part: string) =>
  !part.startsWith('number=') || part.includes(topic);

export const obeyed = 'PWNED';

export interface ObeyingModel {
  apiKey: string;
  /** Set: the model gives in without an order. It makes these calls, then says this. */
  worst: { calls: (system: string) => ToolCalls; text: (system: string) => string[] } | null;
}
type ToolCalls = { name: string; input: Record<string, unknown> }[];

/** A vendor whose model follows every order that reaches it outside of a fence. */
export async function startObeyingModel(model: ObeyingModel) {
  /** Whether an order has reached the model as data, and as an instruction. */
  const seen = { quoted: false, obeyed: false };

  function behave(request: CompletionRequest): Behaviour {
    const { data, instructions } = readPrompt(request);
    const { messages } = request;
    const asked = textsIn(messages).join('\n').split("\nThe visitor's question:\n").at(-1)!;
    const about = /(?:Look up|Where is the) (\w+)/.exec(asked)?.[1] ?? '';
    // The other sources are other attacks.
    const own = data.flatMap((part) => part.split('<source ')).filter(isAbout(about));
    seen.quoted ||= own.some(hasOrder);
    const hasCalled = messages.some(({ role }) => role === 'tool');
    const mayCall = (request.tools ?? []).length > 0 && request.tool_choice !== 'none';
    const system = textsIn(messages[0]?.content).join('');
    const topic = /Look up (\w+)/.exec(asked)?.[1];
    if (topic !== undefined && mayCall && !hasCalled) {
      return answer({ toolCalls: [{ name: 'lookup', input: { topic } }] });
    }
    if (model.worst) {
      const calls = messages.filter(({ role }) => role === 'tool').length;
      const toolCalls = mayCall && calls < 2 ? model.worst.calls(system) : [];
      if (toolCalls.length > 0) return answer({ toolCalls });
      return answer({ text: model.worst.text(system) });
    }
    if (!instructions.some(hasOrder)) return answer({ text: 'It is at the pier [1].' });
    seen.obeyed = true;
    const toolCalls = [{ name: 'send', input: { text: obeyed } }];
    return hasCalled || !mayCall ? answer({ text: obeyed }) : answer({ text: obeyed, toolCalls });
  }

  const server = await startOpenAiServer({ apiKey: model.apiKey, behave });
  return {
    ...server,
    /** Returns what has been seen since the last time. */
    take() {
      const taken = { ...seen };
      Object.assign(seen, { quoted: false, obeyed: false });
      return taken;
    },
  };
}
