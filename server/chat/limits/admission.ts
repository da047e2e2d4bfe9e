import type { Identity } from '../../contract/bridge.ts';
import type { Settings } from '../../contract/settings.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import type { TurnedAway } from '../../contract/trouble.ts';
import { AppError } from '../../errors/app-error.ts';
import type { GuestAccess } from '../../ingestion/guest-access.ts';
import { network } from './rate-limit.ts';

type Limits = Settings['limits'];

/** @param retryAfter Seconds; by default the time in which most answers are complete. */
export function overloaded(turnedAway: TurnedAway, retryAfter = 5): AppError {
  return new AppError('overloaded', { retryAfter, turnedAway });
}

/** Returns a number within limits. */
export const clamp = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(value, min), max);

/** Milliseconds after which somebody who waits takes the place of a longer answer, which is read on later. */
const longWait = 10_000;
/** Milliseconds for which one address alone may take all places, after another was here. */
const mixedTime = 600_000;
/** Seconds until a client shall ask again, and those that a place is usually own. */
const retryAfter = { min: 1, max: 8 };
const usualTime = 5;
/** Networks whose turn is kept. */
const maxTurns = 1000;

interface Place {
  network: string;
  since: number;
  end: () => void;
}

/** The turn of a network that was refused. */
interface Turn {
  network: string;
  since: number;
  /** When the network is no longer expected. */
  until: number;
  /** It has come back: only then is a place kept for it. */
  hasReturned: boolean;
}

/**
 * The places of PHP workers that wait for answers. A request that had to wait here would hold a worker, so it is refused
 * and told when to come back, and the first to be refused is the first to get a place when it does. Nobody keeps others
 * out: not one network with many requests, nor several with long ones.
 */
export class RelayPlaces {
  readonly #clock: () => number;
  /** The oldest first. */
  readonly #places: Place[] = [];
  /** The first to be refused first. */
  #turns: Turn[] = [];
  #last = '';
  #mixedAt = -Infinity;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * @param end Called where the place is needed for somebody else, whose it is from then on.
   * @returns Leaves the place. May be called more than once.
   * @throws AppError `overloaded`
   */
  enter(network: string, max: number, end: () => void): () => void {
    const now = this.#clock();
    this.#turns = this.#turns.filter(({ until }) => until >= now);
    if (this.#last !== network && this.#last !== '') this.#mixedAt = now;
    this.#last = network;
    const own = this.#turns.find((turn) => turn.network === network);
    const before = own ? this.#turns.indexOf(own) : this.#turns.length;
    const places = this.#placesOf(network);
    // Networks that have no place come before those that have one.
    const ahead = this.#turns.filter((turn, at) => {
      const isNew = this.#placesOf(turn.network) === 0;
      return turn !== own && turn.hasReturned && (isNew === places > 0 ? isNew : at < before);
    }).length;
    // The last place is for somebody who has none, unless there is nobody else.
    const isMixed = max > 1 && places > 0 && now - this.#mixedAt < mixedTime;
    const isFree = max - this.#places.length > ahead + (isMixed ? 1 : 0);
    const mayTakeOldest = places + ahead === 0 && now - (own?.since ?? now) >= longWait;
    const given = isFree ? undefined : this.#toGiveUp(places, mayTakeOldest, now);
    if (!isFree && !given) {
      const seconds = clamp(Math.floor((before * usualTime) / max), retryAfter);
      // Clients wait for up to half as long again, and PHP has to start.
      const until = now + seconds * 1500 + 2000;
      if (own) Object.assign(own, { until, hasReturned: true });
      else if (before < maxTurns)
        this.#turns.push({ network, since: now, until, hasReturned: false });
      throw overloaded('relayed', seconds);
    }
    if (given) this.#leave(given);
    given?.end();
    this.#turns = this.#turns.filter((turn) => turn !== own);
    const place: Place = { network, since: now, end };
    this.#places.push(place);
    return () => this.#leave(place);
  }

  #leave(place: Place): void {
    const at = this.#places.indexOf(place);
    if (at >= 0) this.#places.splice(at, 1);
  }

  #placesOf = (network: string): number =>
    this.#places.filter((place) => place.network === network).length;

  /**
   * Returns the oldest place of the network that has most, unless it would then have fewer than one that has `places`;
   * else, for one that may, the oldest of all if it was taken long ago.
   */
  #toGiveUp(places: number, mayTakeOldest: boolean, now: number): Place | undefined {
    const byNetwork = [...Map.groupBy(this.#places, (place) => place.network).values()];
    const most = byNetwork.reduce((a, b) => (b.length > a.length ? b : a), []);
    if (most.length > places + 1) return most[0];
    const [oldest] = this.#places;
    return mayTakeOldest && oldest && now - oldest.since >= longWait ? oldest : undefined;
  }
}

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
  full: TurnedAway;
}

/** The counters of answers in progress, and of calls by which the AI of WordPress writes. */
const all = 'all';
const ofSite = 'of the site';
// Only the secret: databases compare session ids without regard to case.
const sessionName = (secret: string) => `session ${secret}`;

/** Counts the answers in progress in this process, and refuses those that are too many. */
export class Admission {
  readonly #clock: () => number;
  readonly #counts = new Map<string, number>();
  /** Requests that hold a PHP worker. */
  readonly #relays: RelayPlaces;
  readonly #settings: () => Settings | null;
  #endedAt = -Infinity;
  /** As PHP told last; 0: not known. */
  #workers = 0;

  constructor(clock: () => number, settings: () => Settings | null = () => null) {
    this.#clock = clock;
    this.#settings = settings;
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
  answer({ ip }: Identity, sessionSecret: string, limits: Limits) {
    const { answers_per_session, answers_per_ip, answers_total } = limits;
    const session = sessionName(sessionSecret);
    const ofSession: Counter = { name: session, max: answers_per_session, full: 'session' };
    const address = `address ${network(ip)}`;
    const ofAddress: Counter = { name: address, max: answers_per_ip, full: 'address' };
    const names = this.#enter(sessionSecret ? [ofSession, ofAddress] : [ofAddress]);
    return {
      /** Counts the answer for a session that it has opened. */
      join: (secret: string) => this.#count(sessionName(secret), names),
      /** Counts the answer as one in progress; false: there are as many as there may be. */
      begin: (): boolean => {
        const most = this.#asksSite() ? this.#answersOfSite(limits) : Infinity;
        if ((this.#counts.get(all) ?? 0) >= Math.min(answers_total || Infinity, most)) return false;
        this.#count(all, names);
        return true;
      },
      /** May be called more than once. */
      leave: () => this.#leave(names),
    };
  }

  /**
   * Admits a request that waits for an answer, in a PHP worker if it came through PHP. Returns how to leave, which may be
   * called more than once.
   *
   * @param end Called where its place is needed for somebody else.
   * @throws AppError `overloaded`
   */
  reader({ workers, ip }: Identity, limits: Limits, end: () => void): () => void {
    this.#workers = workers ?? this.#workers;
    const max = maxReaders * limits.answers_per_ip;
    const names = this.#enter([{ name: `readers of ${network(ip)}`, max, full: 'address' }]);
    const leave = () => this.#leave(names);
    if (workers === undefined) return leave;
    const most = this.#asksSite() ? this.#answersOfSite(limits) : this.#waitingWorkers(limits);
    try {
      const leavePlace = this.#relays.enter(network(ip), most, () => {
        leave();
        end();
      });
      return () => {
        leavePlace();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /**
   * Admits a call that has a PHP worker wait for the AI of WordPress. Returns how to leave.
   *
   * @throws AppError `overloaded`
   */
  askSite(): () => void {
    const { limits } = this.#settings() ?? settingsDefaults;
    const max = this.#answersOfSite(limits);
    const names = this.#enter([{ name: ofSite, max, full: 'relayed' }]);
    return () => this.#leave(names);
  }

  #asksSite(): boolean {
    const { llm } = this.#settings() ?? settingsDefaults;
    return [llm.provider, llm.fallback].includes('wordpress');
  }

  /** PHP workers that may wait for answers. */
  #waitingWorkers({ answers_relayed }: Limits): number {
    const half = this.#workers > 0 ? Math.max(1, Math.floor(this.#workers / 2)) : defaultRelayed;
    return answers_relayed || half;
  }

  /** Answers of the AI of WordPress at one time. Each may hold two workers: the visitor's, and the one that asks. */
  #answersOfSite = (limits: Limits): number =>
    Math.max(1, Math.floor(this.#waitingWorkers(limits) / 2));

  /** Counts in all of these, or in none. Returns their names. */
  #enter(counters: readonly Counter[]): string[] {
    for (const { name, max, full } of counters) {
      if (max > 0 && (this.#counts.get(name) ?? 0) >= max) throw overloaded(full);
    }
    const names: string[] = [];
    for (const { name } of counters) this.#count(name, names);
    return names;
  }

  #count(name: string, names: string[]): void {
    names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #leave(names: string[]): void {
    for (const name of names.splice(0)) {
      const left = this.#counts.get(name)! - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
      this.#endedAt = this.#clock();
    }
  }
}

/**
 * Requires that the chat is switched on, and for this visitor; a site without a page for guests has no chat for them.
 * Administrators try it by `POST /ask` before.
 *
 * @throws AppError `chat_disabled`
 */
export function requireOpenTo(
  { user_id }: Pick<Identity, 'user_id'>,
  { general }: Pick<Settings, 'general'>,
  site: Pick<GuestAccess, 'isClosed'>,
): void {
  const { widget_enabled, audience } = general;
  const isMeant = audience === 'everyone' || (audience === 'logged_in') === user_id > 0;
  const isOpen = widget_enabled && isMeant && (user_id > 0 || !site.isClosed());
  if (!isOpen) throw new AppError('chat_disabled');
}
