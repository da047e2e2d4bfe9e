import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import type { TurnedAway } from '../contract/turned-away.ts';
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

/** An answer may be read by the page that asked, and by others of the visitor. */
export const maxReaders = 3;

/** One of the counters that an answer is part of. */
interface Counter {
  name: string;
  /** 0: any number. */
  max: number;
  /** Why a visitor is turned away if the counter is full. */
  full: keyof typeof busy;
}

/** A PHP worker that waits. */
interface Place {
  network: string;
  end: () => void;
}

export const overloaded = (turnedAway: keyof typeof busy & TurnedAway) =>
  new AppError('overloaded', { message: busy[turnedAway], retryAfter, turnedAway });

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
  /** By kind; the oldest first. */
  readonly #places = new Map<string, Place[]>();
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
      ...(sessionSecret
        ? [{ name: session, max: answers_per_session, full: 'session' as const }]
        : []),
      { name: `address ${network(ip)}`, max: answers_per_ip, full: 'address' },
      { name: 'all', max: answers_total, full: 'total' },
    ]);
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
    const counters = [{ name: `readers of ${network(ip)}`, max, full: 'address' as const }];
    if (workers === undefined) return this.#admit(counters);
    return this.#relayed('relayed', ip, this.#maxRelayed(limits), counters, end);
  }

  /** Admits a request on its way to PHP, as `reader`. @throws AppError `overloaded` */
  passedOn(ip: string, limits: Limits, end: () => void): Slot {
    const max = limits.answers_per_ip;
    const counters = [{ name: `passed on of ${network(ip)}`, max, full: 'address' as const }];
    return this.#relayed('passed on', ip, this.#maxRelayed(limits), counters, end);
  }

  /**
   * Admits to the places of PHP workers. Where all are taken, the network that holds most ends its oldest, unless it
   * would then have fewer than the newcomer: nobody keeps others out alone.
   *
   * @param name Requests on their way to PHP and those that come back from it are counted apart.
   * @param end Ends the request.
   */
  #relayed(name: string, ip: string, max: number, counters: readonly Counter[], end: () => void) {
    const places = this.#places.get(name) ?? [];
    this.#places.set(name, places);
    const byNetwork = Map.groupBy(places, (place) => place.network);
    const own = network(ip);
    const most = [...byNetwork.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    const isFull = places.length >= max;
    const mine = byNetwork.get(own)?.length ?? 0;
    if (isFull && most.length <= mine + 1) throw overloaded('relayed');
    const slot = this.#admit(counters);
    if (isFull) most[0]!.end();
    const leave = () => {
      const at = places.indexOf(place);
      if (at >= 0) places.splice(at, 1);
      slot.leave();
    };
    const place: Place = {
      network: own,
      end: () => {
        leave();
        end();
      },
    };
    places.push(place);
    return { ...slot, leave };
  }

  /** Returns how many PHP workers may wait for answers. */
  #maxRelayed({ answers_relayed }: Limits): number {
    const half = this.#workers > 0 ? Math.max(1, Math.floor(this.#workers / 2)) : defaultRelayed;
    return answers_relayed || half;
  }

  #admit(counters: readonly Counter[]): Slot {
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
