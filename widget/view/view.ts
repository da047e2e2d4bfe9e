import type { Options } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import type { Shell } from '../launcher/shell.ts';
import type { SafeStorage } from '../storage.ts';

/** View of a chat element: a launcher with its panel, or the panel alone. */
export interface View {
  open(): void;
  close(): void;
  destroy(): void;
}

/** `local` outlives the tab, `tab` lives as long as it. The view grows in the shell that is on the page. */
export type CreateView = (
  options: Options,
  conversation: Conversation,
  local: SafeStorage,
  tab: SafeStorage,
  shell: Shell,
) => View;

/** Builds the chat in a shell; the panel's script leaves this function on the page. */
export type CreateChat = (shell: Shell) => View;

declare global {
  interface Window {
    itihChatPanel?: CreateChat;
  }
}
