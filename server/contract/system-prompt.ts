/** Opens the system prompt where the owner has written none. The rules for sources and language follow either. */
export const defaultSystemPrompt =
  'You answer questions of visitors of a website, briefly and helpfully. You may use Markdown.';
