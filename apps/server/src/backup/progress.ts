const sayEveryMs = 5_000;

/** Tells the operator how far a step is, a line at a time. */
export class Progress {
  readonly #say: (line: string) => void;
  #what = "";
  #total = 0;
  #done = 0;
  #saidAt = 0;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  begin(what: string, total: number): void {
    [this.#what, this.#total, this.#done, this.#saidAt] = [what, total, 0, performance.now()];
    this.#say(`${what}: ${total.toLocaleString("en")} …`);
  }

  step(): void {
    this.#done += 1;
    if (performance.now() - this.#saidAt < sayEveryMs) return;
    this.#saidAt = performance.now();
    this.#say(`${this.#what}: ${this.#done.toLocaleString("en")} of ${this.#total.toLocaleString("en")}`);
  }
}
