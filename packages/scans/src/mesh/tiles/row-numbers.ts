/**
 * Numbers rows of 32-bit integers: equal rows get the same number, counted from 0 in order of first appearance.
 * Welding, looking up shared corners and finding neighbours all use such a table.
 */
export class RowNumbers {
  readonly width: number;
  size = 0;
  #rows: Int32Array;
  #slots: Int32Array;

  constructor(width: number, expectedRows = 1024) {
    this.width = width;
    this.#rows = new Int32Array(Math.max(16, expectedRows) * width);
    this.#slots = new Int32Array(toSlotCount(expectedRows)).fill(-1);
  }

  /** All rows so far, one after another; valid until the next `add`. */
  get rows(): Int32Array {
    return this.#rows.subarray(0, this.size * this.width);
  }

  /** The number of the row at `values[at]`; adds a new one. */
  add(values: Int32Array, at: number): number {
    const slot = this.#findSlot(values, at);
    const known = this.#slots[slot]!;
    if (known >= 0) return known;
    const number = this.size++;
    if (this.size * this.width > this.#rows.length) {
      const larger = new Int32Array(this.#rows.length * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    for (let word = 0; word < this.width; word++) this.#rows[number * this.width + word] = values[at + word]!;
    this.#slots[slot] = number;
    if (this.size * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /** The number of a row, −1 for one that was never added. */
  find(values: Int32Array, at: number): number {
    return this.#slots[this.#findSlot(values, at)]!;
  }

  #findSlot(values: Int32Array, at: number): number {
    const mask = this.#slots.length - 1;
    const { width } = this;
    for (let slot = hashRow(values, at, width) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!;
      if (number < 0) return slot;
      let word = 0;
      for (let from = number * width; word < width && this.#rows[from + word] === values[at + word]; ) word++;
      if (word === width) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hashRow(this.#rows, number * this.width, this.width) & mask;
      while (this.#slots[slot]! >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function hashRow(values: Int32Array, at: number, width: number): number {
  let hash = 0x9747b28c;
  for (let word = 0; word < width; word++) {
    hash = Math.imul(hash ^ values[at + word]!, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b);
  return hash ^ (hash >>> 16);
}

function toSlotCount(rows: number): number {
  let slots = 64;
  while (slots < rows * 2) slots *= 2;
  return slots;
}
