import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';

type Visitor = Pick<Identity, 'user_id'>;

/** Whether the chat is switched on and for this visitor. Administrators try it by `POST /ask` before. */
export function isOpenTo({ user_id }: Visitor, { general }: Pick<Settings, 'general'>): boolean {
  const { widget_enabled, audience } = general;
  return widget_enabled && (audience === 'everyone' || (audience === 'logged_in') === user_id > 0);
}

/** @throws AppError `chat_disabled` */
export function requireOpenTo(visitor: Visitor, settings: Pick<Settings, 'general'>): void {
  if (!isOpenTo(visitor, settings)) throw new AppError('chat_disabled');
}
