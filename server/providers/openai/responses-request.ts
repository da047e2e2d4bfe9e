import type {
  FunctionTool,
  ResponseCreateParamsStreaming,
} from 'openai/resources/responses/responses';
import type { ModelRequest } from '../language-model.ts';
import type { Effort } from '../model-traits.ts';
import { cannotReason, effortFor, leastEffort, reserveFor } from './efforts.ts';
import { responseInput } from './responses-input.ts';
import type { ResponseLesson } from './responses-refusal.ts';
import { functionOf } from './tool-schema.ts';

/** The API refuses a lower limit. https://developers.openai.com/api/reference/resources/responses/methods/create */
const minOutput = 16;

/**
 * @param id The model's id, for the reasoning that it is sent again.
 * @param learnt What earlier requests have taught.
 */
export function responseParams(
  id: string,
  model: string,
  request: ModelRequest,
  learnt: ReadonlySet<ResponseLesson>,
): ResponseCreateParamsStreaming {
  const asked = request.reasoningEffort;
  const effort = reasoningEffort(model, asked, learnt);
  const reasons = effort !== undefined;
  const offered = request.tools.filter(({ name }) => !learnt.has(`tool ${name}`));
  const called = request.messages.some(({ role }) => role === 'tool');
  // An answer without calls needs the tools only if there are earlier calls.
  const isUseless = learnt.has('tools') || (request.toolChoice === 'none' && !called);
  const tools = isUseless ? [] : offered;
  return {
    model,
    input: responseInput(request.messages, {
      id,
      inProse: tools.length === 0,
      carries: !learnt.has('carried'),
    }),
    stream: true,
    // Nothing of a visitor's conversation is kept at the vendor, so that reasoning has to be sent again.
    store: false,
    ...(reasons && !learnt.has('include') && { include: ['reasoning.encrypted_content' as const] }),
    max_output_tokens: Math.max(
      minOutput,
      request.maxTokens + reserveFor('openai', effort ?? 'none'),
    ),
    ...(reasons && {
      reasoning: {
        effort,
        // A summary is all that is told of the reasoning; an organisation may have to be verified for it.
        ...(asked !== null && !learnt.has('summary') && { summary: 'auto' as const }),
      },
    }),
    ...(!reasons && !learnt.has('temperature') && { temperature: request.temperature }),
    ...(tools.length > 0 && {
      // By default the schema is made strict, which changes or refuses a foreign one.
      tools: tools.map((tool): FunctionTool => ({
        type: 'function',
        ...functionOf(tool),
        strict: false,
      })),
      ...(request.toolChoice === 'none' && { tool_choice: 'none' as const }),
    }),
  };
}

/** A name such as that of Azure's deployments may say nothing: then it is tried, or the first answer shows it. */
function reasoningEffort(
  model: string,
  asked: ModelRequest['reasoningEffort'],
  learnt: ReadonlySet<ResponseLesson>,
): Effort | undefined {
  const least = leastEffort(model);
  const isUnknown = least === undefined && !cannotReason(model);
  const mayReason = isUnknown && (asked !== null || learnt.has('reasons'));
  return least !== undefined || mayReason ? effortFor(asked, least ?? 'none', learnt) : undefined;
}
