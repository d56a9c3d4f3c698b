/** Items by priority, lowest first. Equal priorities leave in an order that is the same in every run. */
export class PriorityQueue<Item> {
  readonly #items: Item[] = [];
  readonly #priorities: number[] = [];

  push(item: Item, priority: number): void {
    let at = this.#items.length;
    // The hole rises to where the new priority belongs; what it passes moves down.
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#priorities[above]! <= priority) break;
      this.#move(above, at);
      at = above;
    }
    this.#items[at] = item;
    this.#priorities[at] = priority;
  }

  /** Takes out the item of the lowest priority; undefined if there is none. */
  pop(): Item | undefined {
    const first = this.#items[0];
    const item = this.#items.pop();
    const priority = this.#priorities.pop();
    if (item === undefined || priority === undefined || this.#items.length === 0) return first;
    const { length } = this.#items;
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      if (below + 1 < length && this.#priorities[below + 1]! < this.#priorities[below]!) below++;
      if (this.#priorities[below]! >= priority) break;
      this.#move(below, at);
      at = below;
    }
    this.#items[at] = item;
    this.#priorities[at] = priority;
    return first;
  }

  #move(from: number, to: number): void {
    this.#items[to] = this.#items[from]!;
    this.#priorities[to] = this.#priorities[from]!;
  }
}
