import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import { overloaded, type Crowded } from './overloaded.ts';
import { network } from './rate-limit.ts';
import { RelayPlaces } from './relay-places.ts';

type Limits = Settings['limits'];

/** Milliseconds after an answer in which the next question is likely. */
const followUpTime = 2000;

/** PHP workers that may wait for answers if PHP does not tell how many it has. */
const defaultRelayed = 2;

/** An answer may be read by the page that asked, and by others of the visitor. */
export const maxReaders = 3;

/** One of the counters that an answer is part of. */
interface Counter {
  name: string;
  /** 0: any number. */
  max: number;
  /** Why a visitor is turned away if the counter is full. */
  full: Crowded;
}

/** The counter of answers in progress. */
const all = 'all';

export interface Slot {
  /** Counts the answer for a session that it has opened. */
  join: (sessionSecret: string) => void;
  /** Counts the answer as one in progress; false: there are as many as there may be. */
  begin: () => boolean;
  /** May be called more than once. */
  leave: () => void;
}

// Only the secret: databases compare session ids without regard to case.
const sessionName = (secret: string) => `session ${secret}`;

/** Counts the answers in progress in this process, and refuses those that are too many. */
export class Admission {
  readonly #clock: () => number;
  readonly #counts = new Map<string, number>();
  /** Requests that hold a PHP worker. */
  readonly #relays: RelayPlaces;
  #endedAt = -Infinity;
  /** As PHP told last; 0: not known. */
  #workers = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#relays = new RelayPlaces(clock);
  }

  /** True while an answer is written, and for a short time after. */
  any(): boolean {
    return this.#counts.size > 0 || this.#clock() - this.#endedAt < followUpTime;
  }

  /**
   * Admits a question. It counts for its session and its address while it waits, too, and in all when it begins.
   *
   * @param sessionSecret Empty for a new session.
   * @throws AppError `overloaded`
   */
  answer({ ip }: Identity, sessionSecret: string, limits: Limits): Slot {
    const { answers_per_session: max, answers_per_ip, answers_total } = limits;
    const ofSession: Counter = { name: sessionName(sessionSecret), max, full: 'session' };
    const ofAddress: Counter = {
      name: `address ${network(ip)}`,
      max: answers_per_ip,
      full: 'address',
    };
    return this.#admit(sessionSecret ? [ofSession, ofAddress] : [ofAddress], answers_total);
  }

  /**
   * Admits a request that waits for an answer, in a PHP worker if it came through PHP.
   *
   * @param end Called where its place is needed for somebody else.
   * @throws AppError `overloaded`
   */
  reader({ workers, ip }: Identity, limits: Limits, end: () => void): Slot {
    this.#workers = workers ?? this.#workers;
    const max = maxReaders * limits.answers_per_ip;
    const counters: Counter[] = [{ name: `readers of ${network(ip)}`, max, full: 'address' }];
    if (workers === undefined) return this.#admit(counters);
    return this.#relayed(ip, limits, counters, end);
  }

  /** @param end Ends the request. */
  #relayed(ip: string, limits: Limits, counters: readonly Counter[], end: () => void): Slot {
    const slot = this.#admit(counters);
    try {
      const leave = this.#relays.enter(network(ip), this.#maxRelayed(limits), () => {
        slot.leave();
        end();
      });
      return {
        ...slot,
        leave() {
          leave();
          slot.leave();
        },
      };
    } catch (error) {
      slot.leave();
      throw error;
    }
  }

  /** Returns how many PHP workers may wait for answers. */
  #maxRelayed({ answers_relayed }: Limits): number {
    const half = this.#workers > 0 ? Math.max(1, Math.floor(this.#workers / 2)) : defaultRelayed;
    return answers_relayed || half;
  }

  /** @param total Answers in progress at most; 0: any number. */
  #admit(counters: readonly Counter[], total = 0): Slot {
    const count = (name: string) => this.#counts.get(name) ?? 0;
    for (const { name, max, full } of counters) {
      if (max > 0 && count(name) >= max) throw overloaded(full);
    }
    const names: string[] = [];
    const enter = (name: string) => {
      names.push(name);
      this.#counts.set(name, count(name) + 1);
    };
    for (const { name } of counters) enter(name);
    return {
      join: (sessionSecret) => enter(sessionName(sessionSecret)),
      begin() {
        if (total > 0 && count(all) >= total) return false;
        enter(all);
        return true;
      },
      leave: () => {
        for (const name of names.splice(0)) {
          const left = count(name) - 1;
          if (left > 0) this.#counts.set(name, left);
          else this.#counts.delete(name);
          this.#endedAt = this.#clock();
        }
      },
    };
  }
}
