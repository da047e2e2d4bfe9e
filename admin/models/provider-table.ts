/** Generated from server/contract/providers.ts by `npm run contract`. */
export const providerTable = {
  "builtin": {
    "label": "Built-in",
    "embeddings": true,
    "key": "none",
    "address": "",
    "account": false
  },
  "openai": {
    "label": "OpenAI",
    "embeddings": true,
    "key": "required",
    "address": "https://api.openai.com/v1",
    "account": false
  },
  "anthropic": {
    "label": "Anthropic",
    "embeddings": false,
    "key": "required",
    "address": "https://api.anthropic.com",
    "account": false
  },
  "groq": {
    "label": "Groq",
    "embeddings": false,
    "key": "required",
    "address": "https://api.groq.com/openai/v1",
    "account": false
  },
  "workers_ai": {
    "label": "Workers AI",
    "embeddings": true,
    "key": "required",
    "address": "https://api.cloudflare.com/client/v4",
    "account": true
  },
  "ollama": {
    "label": "Ollama",
    "embeddings": true,
    "key": "optional",
    "address": "http://127.0.0.1:11434",
    "account": false
  },
  "openai_compatible": {
    "label": "OpenAI-compatible",
    "embeddings": true,
    "key": "optional",
    "address": "",
    "account": false
  }
}