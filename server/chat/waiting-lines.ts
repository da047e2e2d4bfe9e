/**
 * Lines of those who wait, one for each network. The lines take turns, so that many of one network do not hold up one of
 * another.
 */
export class WaitingLines<Item> {
  /** The line whose turn is next is the first. None is empty. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(network: string, item: Item): void {
    const line = this.#lines.get(network);
    if (line) line.push(item);
    else this.#lines.set(network, [item]);
    this.#size++;
  }

  first(): Item | undefined {
    const [next] = this.#lines.values();
    return next?.[0];
  }

  /** Takes the first one, and sends its line to the end. */
  shift(): void {
    const [next] = this.#lines;
    if (!next) return;
    const [network, line] = next;
    line.shift();
    this.#size--;
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
  }

  remove(network: string, item: Item): void {
    const line = this.#lines.get(network);
    const at = line?.indexOf(item) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    this.#size--;
    if (line.length === 0) this.#lines.delete(network);
  }

  /** Returns how many are taken before one more of this network. */
  ahead(network: string): number {
    const own = this.#lines.get(network)?.length ?? 0;
    let ahead = own;
    for (const [name, line] of this.#lines) {
      if (name !== network) ahead += Math.min(line.length, own + 1);
    }
    return ahead;
  }

  /** Returns the last of the longest line, if that stays longer than the network's own without it. */
  surplus(network: string): Item | undefined {
    const lines = [...this.#lines.values()];
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a), []);
    const own = this.#lines.get(network)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}
