import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const pageBytes = 1024 * 1024;
/** Largest value that may be read at once: pages overlap by this much, so that none is split. */
const valueBytesMax = 256;

/**
 * Random access to a file that may be larger than memory, with an LRU cache of pages. Reading is synchronous, because
 * it happens for every corner of every triangle and nearly always hits a cached page.
 */
export class PagedFile implements Disposable {
  readonly sizeBytes: number;
  /** Contains the target of the last `seek`. */
  view: DataView;
  readonly #descriptor: number;
  readonly #slotOfPage: Int32Array;
  readonly #pageOfSlot: Int32Array;
  readonly #views: DataView[] = [];
  readonly #slotsMax: number;
  #nextVictim = 0;
  #page = -1;

  constructor(path: string, cacheBytes = 192 * 1024 * 1024) {
    this.#descriptor = openSync(path, "r");
    this.sizeBytes = fstatSync(this.#descriptor).size;
    this.#slotOfPage = new Int32Array(Math.ceil(this.sizeBytes / pageBytes) + 1).fill(-1);
    this.#slotsMax = Math.max(4, Math.floor(cacheBytes / pageBytes));
    this.#pageOfSlot = new Int32Array(this.#slotsMax).fill(-1);
    this.view = new DataView(new ArrayBuffer(0));
  }

  /**
   * Makes `view` contain the bytes at `offset` and the 256 after it.
   * @returns the position of the offset in `view`
   */
  seek(offset: number): number {
    const page = Math.floor(offset / pageBytes);
    if (page !== this.#page) {
      let slot = this.#slotOfPage[page]!;
      if (slot < 0) slot = this.#load(page);
      this.view = this.#views[slot]!;
      this.#page = page;
    }
    return offset - page * pageBytes;
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  #load(page: number): number {
    let slot = this.#views.length;
    if (slot < this.#slotsMax) this.#views.push(new DataView(new ArrayBuffer(pageBytes + valueBytesMax)));
    else {
      slot = this.#nextVictim;
      this.#nextVictim = (slot + 1) % this.#slotsMax;
      this.#slotOfPage[this.#pageOfSlot[slot]!] = -1;
    }
    const view = this.#views[slot]!;
    const wanted = Math.min(view.byteLength, this.sizeBytes - page * pageBytes);
    for (let filled = 0; filled < wanted; ) {
      const got = readSync(this.#descriptor, view, filled, wanted - filled, page * pageBytes + filled);
      if (got === 0) break;
      filled += got;
    }
    this.#slotOfPage[page] = slot;
    this.#pageOfSlot[slot] = page;
    return slot;
  }
}
