import { randomUUID } from 'node:crypto';
import type { Log } from '../runtime/log.ts';
import { localDate, startOfDay } from '../runtime/local-date.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { OwnerFigures } from './conversations/figures.ts';

const monday = 1;
/** Milliseconds of the site's day after which the mail is sent. */
const morning = 8 * 3_600_000;
/** Days of a week, whose conversations are counted. */
const days = 7;
/** Milliseconds between attempts, of all sidecars, at a mail that could not be sent. */
const pause = 3_600_000;
/** Milliseconds from one mail on in which there is no other; less than a week, as the hour differs. */
const quiet = 6 * 86_400_000;

interface Dependencies {
  settings: Pick<SettingsStore, 'get' | 'site'>;
  figures: Pick<OwnerFigures, 'read'>;
  state: Pick<State, 'lease'>;
  bridge: Pick<Bridge, 'tellWeek'>;
  clock: () => number;
  log: Log;
}

/** Has WordPress mail the owner on Mondays how many conversations there were, and what is unanswered. */
export class WeeklyMail {
  readonly #options: Dependencies;

  constructor(options: Dependencies) {
    this.#options = options;
  }

  /** Called every ten minutes. */
  async check(): Promise<void> {
    const { settings, figures, state, bridge, clock, log } = this.#options;
    if (!(await settings.get()).general.weekly_mail) return;
    const now = clock();
    const timeZone = settings.site()?.time_zone ?? 'UTC';
    const today = localDate(now, timeZone);
    if (today.getUTCDay() !== monday || now < startOfDay(today, timeZone) + morning) return;
    const [lease, owner] = ['told:week', randomUUID()];
    if (!(await state.lease(lease, owner, now, now + pause))) return;
    const { period, attention } = await figures.read(days);
    const [conversations, unanswered] = [period.sessions, attention.open_gaps];
    if (conversations + unanswered > 0) {
      const { sent } = await bridge.tellWeek({ conversations, unanswered });
      if (!sent) return log.warn('the site cannot mail its owner the figures of the week');
    }
    await state.lease(lease, owner, now, now + quiet);
  }
}
