/** Characters of the columns that hold it. */
const maxLength = 191;

/** A path on the server: llama.cpp and others list the file of a model by it. */
const path = /^[~.]{0,2}[\\/]|^[a-z]:[\\/]|\.(gguf|ggml|bin|safetensors|onnx)$/i;

/**
 * Returns the name of a model as it is stored and shown to visitors: of a file its name alone, for its folders are
 * nobody's business.
 *
 * @param id `provider:model`
 */
export function shownModel(id: string): string {
  const at = id.indexOf(':') + 1;
  const model = id.slice(at);
  const shown = path.test(model)
    ? (model.split(/[\\/]/).findLast((part) => part !== '') ?? '')
    : model;
  return (id.slice(0, at) + shown).slice(0, maxLength);
}
