/** A growable typed array for an unknown number of values, without boxing. */
export class GrowableArray<T extends Float64Array | Float32Array | Uint32Array> {
  length = 0;
  #values: T;
  readonly #create: (length: number) => T;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.#values = create(1024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#create(Math.ceil(this.length * 1.6));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number | undefined {
    return index < this.length ? this.#values[index] : undefined;
  }

  /** A copy of exactly the collected length. */
  toArray(): T {
    return this.#values.slice(0, this.length) as T;
  }
}
