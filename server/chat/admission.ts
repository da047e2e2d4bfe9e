import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import { network } from './rate-limit.ts';
import { busy } from './sentences.ts';

type Limits = Settings['limits'];

/** Milliseconds after an answer in which the next question is likely. */
const followUpTime = 2000;

/** Seconds: most answers are complete by then. */
const retryAfter = 5;

/** PHP workers that may wait for answers if PHP does not tell how many it has. */
const defaultRelayed = 2;

/** One of the counters that an answer is part of. */
interface Counter {
  name: string;
  /** 0: any number. */
  max: number;
  /** The sentence for a visitor if the counter is full. */
  full: string;
}

export interface Slot {
  /** Counts the answer for a session that it has opened. */
  join: (sessionSecret: string) => void;
  /** May be called more than once. */
  leave: () => void;
}

// Only the secret: databases compare session ids without regard to case.
const sessionName = (secret: string) => `session ${secret}`;

/** Counts the answers in progress in this process, and refuses those that are too many. */
export class Admission {
  readonly #clock: () => number;
  readonly #counts = new Map<string, number>();
  #endedAt = -Infinity;
  /** As PHP told last; 0: not known. */
  #workers = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** True while an answer is written, and for a short time after. */
  any(): boolean {
    return this.#counts.size > 0 || this.#clock() - this.#endedAt < followUpTime;
  }

  /**
   * @param sessionSecret Empty for a new session.
   * @throws AppError `overloaded`
   */
  answer({ ip }: Identity, sessionSecret: string, limits: Limits): Slot {
    const { answers_per_session, answers_per_ip, answers_total } = limits;
    const session = sessionName(sessionSecret);
    return this.#admit([
      ...(sessionSecret ? [{ name: session, max: answers_per_session, full: busy.session }] : []),
      { name: `address ${network(ip)}`, max: answers_per_ip, full: busy.address },
      { name: 'all', max: answers_total, full: busy.all },
    ]);
  }

  /** Admits a request that waits for an answer, in a PHP worker if it came through PHP. @throws AppError `overloaded` */
  reader({ workers }: Identity, limits: Limits): Slot {
    this.#workers = workers ?? this.#workers;
    return this.#admit(workers === undefined ? [] : [this.#relayed('relayed', limits)]);
  }

  /** Admits a request on its way to PHP. @throws AppError `overloaded` */
  passedOn(ip: string, limits: Limits): Slot {
    const name = `passed on of ${network(ip)}`;
    return this.#admit([
      { name, max: limits.answers_per_ip, full: busy.address },
      this.#relayed('passed on', limits),
    ]);
  }

  /**
   * Counts answers that PHP workers wait for.
   *
   * @param name Requests on their way to PHP and those that come back from it are counted apart.
   */
  #relayed(name: string, { answers_relayed }: Limits): Counter {
    const half = this.#workers > 0 ? Math.max(1, Math.floor(this.#workers / 2)) : defaultRelayed;
    return { name, max: answers_relayed || half, full: busy.all };
  }

  #admit(counters: readonly Counter[]): Slot {
    for (const { name, max, full } of counters) {
      if (max > 0 && (this.#counts.get(name) ?? 0) >= max) {
        throw new AppError('overloaded', { message: full, retryAfter });
      }
    }
    const names: string[] = [];
    const enter = (name: string) => {
      names.push(name);
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    };
    for (const { name } of counters) enter(name);
    return {
      join: (sessionSecret) => enter(sessionName(sessionSecret)),
      leave: () => {
        for (const name of names.splice(0)) {
          const left = (this.#counts.get(name) ?? 0) - 1;
          if (left > 0) this.#counts.set(name, left);
          else this.#counts.delete(name);
          this.#endedAt = this.#clock();
        }
      },
    };
  }
}
