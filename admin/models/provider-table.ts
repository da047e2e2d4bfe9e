/** Generated from server/contract/ by `npm run contract`. */
export const providerTable = {
  "builtin": {
    "label": "Built-in",
    "answers": true,
    "embeddings": true,
    "key": "none",
    "address": "",
    "account": false
  },
  "local": {
    "label": "Local model",
    "answers": false,
    "embeddings": true,
    "key": "none",
    "address": "",
    "account": false
  },
  "openai": {
    "label": "OpenAI",
    "answers": true,
    "embeddings": true,
    "key": "required",
    "address": "https://api.openai.com/v1",
    "account": false
  },
  "azure": {
    "label": "Azure OpenAI",
    "answers": true,
    "embeddings": true,
    "key": "required",
    "address": "",
    "account": false
  },
  "anthropic": {
    "label": "Anthropic",
    "answers": true,
    "embeddings": false,
    "key": "required",
    "address": "https://api.anthropic.com",
    "account": false
  },
  "gemini": {
    "label": "Google Gemini",
    "answers": true,
    "embeddings": true,
    "key": "required",
    "address": "https://generativelanguage.googleapis.com",
    "account": false
  },
  "groq": {
    "label": "Groq",
    "answers": true,
    "embeddings": false,
    "key": "required",
    "address": "https://api.groq.com/openai/v1",
    "account": false
  },
  "workers_ai": {
    "label": "Workers AI",
    "answers": true,
    "embeddings": true,
    "key": "required",
    "address": "https://api.cloudflare.com/client/v4",
    "account": true
  },
  "ollama": {
    "label": "Ollama",
    "answers": true,
    "embeddings": true,
    "key": "optional",
    "address": "http://127.0.0.1:11434",
    "account": false
  },
  "openai_compatible": {
    "label": "OpenAI-compatible",
    "answers": true,
    "embeddings": true,
    "key": "optional",
    "address": "",
    "account": false
  },
  "voyage": {
    "label": "Voyage AI",
    "answers": false,
    "embeddings": true,
    "reranks": true,
    "key": "required",
    "address": "https://api.voyageai.com/v1",
    "account": false
  },
  "cohere": {
    "label": "Cohere",
    "answers": false,
    "embeddings": true,
    "reranks": true,
    "key": "required",
    "address": "https://api.cohere.com",
    "account": false
  },
  "jina": {
    "label": "Jina AI",
    "answers": false,
    "embeddings": true,
    "reranks": true,
    "key": "required",
    "address": "https://api.jina.ai/v1",
    "account": false
  },
  "mistral": {
    "label": "Mistral AI",
    "answers": false,
    "embeddings": true,
    "key": "required",
    "address": "https://api.mistral.ai/v1",
    "account": false
  },
  "compatible": {
    "label": "Compatible server",
    "answers": false,
    "embeddings": false,
    "reranks": true,
    "key": "optional",
    "address": "",
    "account": false
  }
};
export const presetTable = {
  "openrouter": {
    "label": "OpenRouter",
    "address": "https://openrouter.ai/api/v1",
    "page": "https://openrouter.ai/settings/keys",
    "key": "required",
    "embeddings": true
  },
  "mistral": {
    "label": "Mistral AI",
    "address": "https://api.mistral.ai/v1",
    "page": "https://console.mistral.ai/api-keys",
    "key": "required",
    "embeddings": false
  },
  "deepseek": {
    "label": "DeepSeek",
    "address": "https://api.deepseek.com",
    "page": "https://platform.deepseek.com/api_keys",
    "key": "required",
    "embeddings": false
  },
  "xai": {
    "label": "xAI",
    "address": "https://api.x.ai/v1",
    "page": "https://console.x.ai",
    "key": "required",
    "embeddings": false
  },
  "together": {
    "label": "Together AI",
    "address": "https://api.together.ai/v1",
    "page": "https://api.together.ai/settings/api-keys",
    "key": "required",
    "embeddings": true
  },
  "lm_studio": {
    "label": "LM Studio",
    "address": "http://127.0.0.1:1234/v1",
    "page": "https://lmstudio.ai/docs/developer/core/server",
    "key": "optional",
    "embeddings": true
  },
  "llama_cpp": {
    "label": "llama.cpp",
    "address": "http://127.0.0.1:8080/v1",
    "page": "https://github.com/ggml-org/llama.cpp/tree/master/tools/server",
    "key": "optional",
    "embeddings": true
  },
  "vllm": {
    "label": "vLLM",
    "address": "http://127.0.0.1:8000/v1",
    "page": "https://docs.vllm.ai/en/stable/serving/openai_compatible_server/",
    "key": "optional",
    "embeddings": true
  }
};
