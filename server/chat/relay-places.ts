import { overloaded } from './overloaded.ts';

/** Milliseconds after which somebody who waits takes the place of a longer answer, which is read on later. */
const longWait = 10_000;
/** Milliseconds for which one address alone may take all places, after another was here. */
const mixedTime = 600_000;
/** Seconds until a client shall ask again. */
const retryAfter = { min: 1, max: 8 };
/** Milliseconds that a place is usually held, as long as nothing is known, and at most in the estimate. */
const usualTime = { first: 5000, max: 10_000 };
/** Networks whose turn is kept. */
const maxTurns = 1000;

interface Place {
  network: string;
  since: number;
  end: () => void;
}

/** The turn of a network that was refused. */
interface Turn {
  since: number;
  /** When the network is no longer expected. */
  until: number;
  /** It has asked again: only then is a place kept for it. */
  hasReturned: boolean;
}

/**
 * The places of PHP workers that wait for answers. A request that had to wait here would hold a worker, so it is refused
 * and told when to come back, and the first to be refused is the first to get a place when it does. Nobody keeps others
 * out: not one network with many requests, nor several with long ones.
 */
export class RelayPlaces {
  readonly #clock: () => number;
  readonly #places: Place[] = [];
  /** The first to be refused first. */
  readonly #turns = new Map<string, Turn>();
  #usual = usualTime.first;
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
    for (const [name, { until }] of this.#turns) if (until < now) this.#turns.delete(name);
    if (this.#last !== network && this.#last !== '') this.#mixedAt = now;
    this.#last = network;
    const ahead = this.#ahead(network);
    const isFree = max - this.#places.length > ahead + this.#reserved(network, max, now);
    const given = isFree ? undefined : this.#toGiveUp(network, ahead, now);
    if (!isFree && !given) throw this.#refuse(network, max, now);
    given?.end();
    this.#turns.delete(network);
    return this.#take(network, end);
  }

  #take(network: string, end: () => void): () => void {
    const leave = () => {
      const at = this.#places.indexOf(place);
      if (at < 0) return;
      this.#places.splice(at, 1);
      const held = Math.min(this.#clock() - place.since, usualTime.max);
      this.#usual += (held - this.#usual) / 8;
    };
    const place: Place = {
      network,
      since: this.#clock(),
      end() {
        leave();
        end();
      },
    };
    this.#places.push(place);
    return leave;
  }

  #held = (network: string): number =>
    this.#places.filter((place) => place.network === network).length;

  /** Returns how many networks come first: those that wait for longer, or have no place if this one has. */
  #ahead(network: string): number {
    const hasPlace = this.#held(network) > 0;
    const before = this.#before(network);
    return [...this.#turns].filter(([name, { hasReturned }], n) => {
      const isNewcomer = this.#held(name) === 0;
      const isFirst = isNewcomer === hasPlace ? isNewcomer : n < before;
      return name !== network && hasReturned && isFirst;
    }).length;
  }

  /** Returns how many networks were refused before this one. */
  #before(network: string): number {
    const at = [...this.#turns.keys()].indexOf(network);
    return at < 0 ? this.#turns.size : at;
  }

  /** The last place is for somebody who has none, unless there is nobody else. */
  #reserved(network: string, max: number, now: number): number {
    return max > 1 && this.#held(network) > 0 && now - this.#mixedAt < mixedTime ? 1 : 0;
  }

  /**
   * Returns the oldest place of the network that holds most, unless it would then have fewer than this one; for one
   * that has none and has waited long the oldest of all, if it was held as long.
   */
  #toGiveUp(network: string, ahead: number, now: number): Place | undefined {
    const byNetwork = [...Map.groupBy(this.#places, (place) => place.network).values()];
    const most = byNetwork.reduce((a, b) => (b.length > a.length ? b : a), []);
    const mine = this.#held(network);
    if (most.length > mine + 1) return most[0];
    const [oldest] = this.#places;
    const since = this.#turns.get(network)?.since ?? now;
    const isDue = mine === 0 && ahead === 0 && now - since >= longWait;
    return isDue && oldest && now - oldest.since >= longWait ? oldest : undefined;
  }

  #refuse(network: string, max: number, now: number): Error {
    const expected = Math.floor((this.#before(network) * this.#usual) / max / 1000);
    const seconds = Math.min(Math.max(expected, retryAfter.min), retryAfter.max);
    const known = this.#turns.get(network);
    if (known || this.#turns.size < maxTurns) {
      // Clients wait for up to half as long again, and PHP has to start.
      const until = now + seconds * 1500 + 2000;
      this.#turns.set(network, { since: known?.since ?? now, until, hasReturned: !!known });
    }
    return overloaded('relayed', seconds);
  }
}
