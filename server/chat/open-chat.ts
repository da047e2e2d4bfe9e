import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import type { GuestAccess } from '../ingestion/guests.ts';

type Visitor = Pick<Identity, 'user_id'>;
type Site = Pick<GuestAccess, 'isClosed'>;

/**
 * Whether the chat is switched on and for this visitor; a site without a page for guests has no chat for them.
 * Administrators try it by `POST /ask` before.
 */
export function isOpenTo(
  { user_id }: Visitor,
  { general }: Pick<Settings, 'general'>,
  site: Site,
): boolean {
  const { widget_enabled, audience } = general;
  const isMeant = audience === 'everyone' || (audience === 'logged_in') === user_id > 0;
  return widget_enabled && isMeant && (user_id > 0 || !site.isClosed());
}

/** @throws AppError `chat_disabled` */
export function requireOpenTo(
  visitor: Visitor,
  settings: Pick<Settings, 'general'>,
  site: Site,
): void {
  if (!isOpenTo(visitor, settings, site)) throw new AppError('chat_disabled');
}
