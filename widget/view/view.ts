import type { Options } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import type { SafeStorage } from '../storage.ts';

/** View of a chat element: a launcher with its panel, or the panel alone. */
export interface View {
  root: HTMLElement;
  open(): void;
  close(): void;
  destroy(): void;
}

/** `local` outlives the tab, `tab` lives as long as it. */
export type CreateView = (
  options: Options,
  conversation: Conversation,
  local: SafeStorage,
  tab: SafeStorage,
) => View;
