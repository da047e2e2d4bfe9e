import type { ModelChoice, ModelScope } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { geminiApi, modelName } from './connection.ts';

/** The fields that are read. https://ai.google.dev/api/models */
interface Model {
  name?: unknown;
  displayName?: unknown;
  inputTokenLimit?: unknown;
  supportedGenerationMethods?: unknown;
}

interface Page {
  models?: unknown;
  nextPageToken?: unknown;
}

/** A page has at most 1,000 models. */
const maxPages = 10;

/** Those that answer in pictures or speech, or work a screen. */
const isSpecial =
  /(^|-)(image|tts|audio|live|robotics|computer-use|omni|deep-research)(-|$)|^(imagen|veo|lyria|aqa)/;

/** Lists the models that serve the purpose, in the vendor's order. @throws AppError */
export async function listGeminiModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = geminiApi(connection);
  api.requireConfigured();
  const choices: ModelChoice[] = [];
  let token = '';
  for (let page = 0; page < maxPages; page++) {
    const path = `/models?pageSize=1000${token && `&pageToken=${encodeURIComponent(token)}`}`;
    const read = async (within: AbortSignal) => api.json(await api.get(path, within));
    const body = (await api.promptly(signal, read)) as Page | null;
    if (!Array.isArray(body?.models)) {
      throw vendorGarbled(api.label, 'returned an invalid list of models');
    }
    choices.push(...(body.models as (Model | null)[]).flatMap((model) => toChoice(model, scope)));
    token = typeof body.nextPageToken === 'string' ? body.nextPageToken : '';
    if (!token) break;
  }
  return choices;
}

function toChoice(model: Model | null, scope: ModelScope): ModelChoice[] {
  const { name, displayName, inputTokenLimit: context } = model ?? {};
  const methods = model?.supportedGenerationMethods;
  if (typeof name !== 'string' || !Array.isArray(methods)) return [];
  const id = modelName(name);
  const label = typeof displayName === 'string' && displayName ? displayName : id;
  if (scope === 'embedding') {
    if (!methods.includes('embedContent')) return [];
    // https://ai.google.dev/gemini-api/docs/embeddings#controlling-embedding-size
    return [{ id, label, ...(id.startsWith('gemini-embedding') && { dimensions: 3072 }) }];
  }
  if (!methods.includes('generateContent') || isSpecial.test(id)) return [];
  return [{ id, label, ...(Number.isInteger(context) && { context: Number(context) }) }];
}
