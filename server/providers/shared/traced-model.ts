import { SpanKind, type Span } from '@opentelemetry/api';
import { beginSpan, failSpan } from '../../runtime/spans.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../language-model.ts';

/** Names that differ from the settings'. https://opentelemetry.io/docs/specs/semconv/registry/attributes/gen-ai/ */
const providerNames: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
};

function beginCall(id: string, { maxTokens, temperature }: ModelRequest): Span {
  const [provider = '', ...rest] = id.split(':');
  const model = rest.join(':');
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerNames[provider] ?? provider,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': maxTokens,
    'gen_ai.request.temperature': temperature,
  };
  const kind = provider === 'builtin' ? SpanKind.INTERNAL : SpanKind.CLIENT;
  return beginSpan(`chat ${model}`, attributes, kind);
}

async function* observed(
  events: AsyncIterable<ModelEvent>,
  span: Span,
): AsyncGenerator<ModelEvent> {
  let isEmpty = true;
  try {
    for await (const event of events) {
      if (event.type === 'usage') {
        span.setAttribute('gen_ai.usage.input_tokens', event.usage.prompt_tokens);
        span.setAttribute('gen_ai.usage.output_tokens', event.usage.completion_tokens);
      }
      if (event.type === 'finish') {
        span.setAttribute('gen_ai.response.finish_reasons', [event.reason]);
      }
      if (event.type === 'text' && isEmpty) {
        isEmpty = false;
        span.addEvent('first token');
      }
      yield event;
    }
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Returns the model with a span for each call, by the conventions for generative AI, without content:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export const tracedModel = (model: LanguageModel): LanguageModel => ({
  id: model.id,
  stream(request, options) {
    const span = beginCall(model.id, request);
    const events = model.stream(request, options);
    // Another step for each token is only taken where somebody looks.
    return span.isRecording() ? observed(events, span) : events;
  },
});
