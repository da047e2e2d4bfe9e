import type { PresetId } from '../../server/contract/presets.ts';
import type { ProviderId } from '../../server/contract/providers.ts';

/** The provider's special features, a sentence or two for each. */
export const notes: Record<ProviderId, string> = {
  builtin:
    'Calls nobody. Answers with the section of a page; searches by words, without an embedder.',
  local:
    'Runs on the site’s server. all-MiniLM-L6-v2 is included; it gives a text in another language than English no vector, so that words find it. multilingual-e5-small is for other languages.',
  openai:
    'Responses API with `store: false`; reasoning goes back encrypted. GPT-5 takes `minimal` at least, the o series, GPT-6 Astra, GPT-6.1 Sol and GPT-6.2 `low`. Refused efforts, summaries, encrypted reasoning and tools are left out for a day.',
  azure:
    'The resource’s or a deployment’s address. A deployment may have any name: that its model reasons is learnt. Without the Responses API, chat completions are used, for a day.',
  anthropic:
    'Opus 5.5, Fable and Mythos cannot stop thinking and are told a low effort; how another model is kept from thinking is learnt from its refusal. Has no embeddings.',
  gemini:
    'Gemini 2.5 Flash can stop thinking; 2.5 Pro and the later models are told the least level. Gemini 4 has room for 32,768 tokens of thoughts. Signatures of thoughts go back with the calls. A refused level, thinking, a tool or all tools are left out for a day.',
  groq: 'gpt-oss reasons at least with effort `low`; Qwen 3 can stop. A miscalled tool is asked again without tools. Less room is reserved, as accounts are admitted by the tokens they may use. Has no embeddings here.',
  workers_ai:
    'Only GLM, Kimi K2, Qwen 3 and Gemma 4 can stop reasoning; gpt-oss is told `low`. Kimi K3 always reasons. That a model has no stream or no tools is learnt; answers in the form of the Responses API are understood.',
  ollama:
    'That a model has no tools, no thinking or no embeddings is learnt from its refusal; gpt-oss thinks in levels, `low` at least. Tells no cached tokens.',
  openai_compatible:
    'Presets are below. Elsewhere no effort is sent unless reasoning is on; that a model reasons unasked is learnt, and thoughts without an opening tag too. An answer may come as a whole. The price is that of the preset, if the plugin knows it. Fields that a server refuses are left out for a day.',
  voyage: 'Embeddings for questions and documents apart, and reranking.',
  cohere: 'Embeddings for questions and documents apart, and reranking.',
  jina: 'Embeddings for questions and passages apart, and reranking.',
  mistral: 'Embeddings only; its language models are a preset of the OpenAI-compatible provider.',
  compatible:
    'Reranking by the wire of Jina, as llama.cpp and vLLM speak it; that of Text Embeddings Inference is learnt.',
};

/** The special features of the presets of `openai_compatible`. */
export const presetNotes: Record<PresetId, string> = {
  openrouter:
    '`reasoning: { effort }`, `none` where nobody is shown it; a model that must reason is learnt and told `minimal`. Its list tells prices and which models always reason; embeddings have a list of their own.',
  mistral:
    '`reasoning_effort` is `high` or `none`, and is sent only where reasoning is on or was seen; Large 4, which thinks unasked, takes `low`, `medium` and `high`. Usage is not asked for, as Mistral tells it and refuses the field.',
  deepseek: '`thinking: { type }`, with `reasoning_effort` where reasoning is on.',
  xai: '`reasoning_effort`, `none` where nobody is shown it; that a model cannot stop, or takes no effort, is learnt.',
  together: '`reasoning: { enabled }`; gpt-oss takes `reasoning_effort`. Its list is a bare array.',
  lm_studio: 'As a server that nothing is known of; a key only if the owner has asked for one.',
  llama_cpp:
    '`chat_template_kwargs: { enable_thinking }`; gpt-oss takes `reasoning_effort`. A question needs about 1,800 tokens: start it with `-c 8192`, and for embeddings with `--embedding` and `-ub 512` or more.',
  vllm: '`chat_template_kwargs: { enable_thinking }`; gpt-oss takes `reasoning_effort`.',
};
