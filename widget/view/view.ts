import type { SafeStorage } from '../storage.ts';
import type { PanelOptions } from './panel.ts';

/** What stands in the page for a chat element: a launcher with its panel, or the panel alone. */
export interface View {
  root: HTMLElement;
  open(): void;
  close(): void;
  destroy(): void;
}

export type ViewOptions = Omit<PanelOptions, 'onClose'> & {
  /** Lives as long as the tab: whether the panel is open. */
  tab: SafeStorage;
};
