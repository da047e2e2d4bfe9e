import type { BridgeAi, BridgeAiReply } from '../../contract/bridge.ts';
import { type Provider, providers } from '../../contract/providers.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellSent } from '../../net/send-request.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import type { LanguageModel, ModelRequest, StreamOptions } from '../language-model.ts';
import { type AnswerReader, lastEvents, streamAnswers } from '../shared/stream-answer.ts';
import { VendorError, vendorNotConfigured, vendorRefused } from '../shared/vendor-error.ts';
import { Patience, type VendorTimeouts } from '../shared/vendor-retry.ts';

/** The vendor's name at the beginning of a sentence. */
const label = 'The AI of this WordPress';
/** Tokens for thinking: WordPress does not tell whether its model thinks, and gives what was cut off to nobody. */
const reserve = 4096;

/** Fast and cheap models: left alone, WordPress takes the first of a list, which may be the slowest and dearest. */
const prefer = Object.values<Provider>(providers).flatMap(({ recommended }) => recommended ?? []);

type Refusal = Extract<BridgeAiReply, { error: unknown }>['error'];
type Answer = Exclude<BridgeAiReply, { error: unknown }>;

export interface WordPressAi {
  /** Asks the site. @throws AppError */
  ask: (prompt: BridgeAi) => Promise<BridgeAiReply>;
  /** Takes one of the site's PHP workers, and returns how to leave it. @throws AppError `overloaded` */
  enter: () => () => void;
  timeouts: VendorTimeouts;
}

function toPrompt({ messages, maxTokens }: ModelRequest, ms: number): BridgeAi {
  const said = messages.flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  );
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    system: system.join('\n\n'),
    messages: said,
    max_tokens: maxTokens + reserve,
    prefer,
    seconds: Math.ceil(ms / 1000),
  };
}

function refusal({ code, status, message }: Refusal): AppError {
  if (code === 'unsupported') {
    return vendorNotConfigured(label, 'there is none', 'It comes with WordPress 7.0.');
  }
  if (code === 'unconnected') {
    // Core does not tell a vendor that is away from none.
    const words = `${label}: none that can write is connected, or it does not answer. Look in WordPress under Settings › Connectors.`;
    return new AppError('provider_error', { cause: new VendorError(words, { failure: 'setup' }) });
  }
  return vendorRefused(label, { code, status, message }, []);
}

/** Reads the one line of an answer. */
function reader({ named }: StreamOptions): AnswerReader {
  let answer: Answer | undefined;
  return {
    read({ data }) {
      answer = JSON.parse(data) as Answer;
      named?.(answer.model);
      return answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
    },
    get complete() {
      return answer !== undefined;
    },
    end() {
      const { finish = 'stop', usage } = answer ?? {};
      return lastEvents({ calls: [], carried: { model: '', value: undefined }, usage, finish });
    },
  };
}

/**
 * The AI that is connected to the site. WordPress asks it, so that an answer comes in one piece, from a model that
 * WordPress chooses, without tools:
 * https://make.wordpress.org/core/2026/03/24/introducing-the-ai-client-in-wordpress-7-0/
 */
export function wordpressAi({ ask, enter, timeouts }: WordPressAi): LanguageModel {
  // As of a server of the owner's own: nobody knows its model, and its whole answer is waited for.
  const patience = new Patience(true, timeouts);

  async function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const leave = enter();
    tellSent();
    // PHP works on for whoever has left, so that its worker is left only when it has ended.
    const asked = ask(toPrompt(request, patience.answerMs())).finally(leave);
    const reply = await unlessAborted(asked, signal).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      const words = `${label} cannot be asked: ${error.message}`;
      throw new AppError('provider_error', { cause: new VendorError(words, { failure: 'down' }) });
    });
    if ('error' in reply) throw refusal(reply.error);
    return Response.json(reply);
  }

  return streamAnswers({
    model: '',
    api: { provider: 'wordpress', label, timeouts, patience, requireConfigured: () => undefined },
    framing: 'json_lines',
    open,
    createReader: (_request, options) => reader(options),
  });
}
