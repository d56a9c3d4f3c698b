import type { PublishedView } from "@blueprint/contract/published-content";
import type { ViewerScan } from "../scene/scene.ts";

/** Pictures of a place's views, drawn when a list first shows them. */
export class ViewPictures {
  #urls: ReadonlyMap<string, string> = new Map();
  readonly #listeners = new Set<() => void>();
  #drawing: AbortController | null = null;
  /** Open entries that show a picture. */
  #shown = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Addresses of the pictures drawn so far, by the view's id. */
  readonly read = (): ReadonlyMap<string, string> => this.#urls;

  /** Draws the missing ones while a list shows them. If that fails, the list shows no pictures. */
  want(scans: readonly ViewerScan[], views: readonly PublishedView[], background: HTMLElement): () => void {
    this.#shown += 1;
    if (this.#drawing === null) {
      const drawing = new AbortController();
      this.#drawing = drawing;
      const keep = (viewId: string, picture: Blob) => {
        if (drawing.signal.aborted) return;
        this.#urls = new Map(this.#urls).set(viewId, URL.createObjectURL(picture));
        for (const listener of this.#listeners) listener();
      };
      const missing = views.filter(({ id }) => !this.#urls.has(id));
      import("./draw-views.ts")
        .then(({ drawViews }) => drawViews(scans, missing, background, keep, drawing.signal))
        .catch(() => undefined);
    }
    return () => {
      this.#shown -= 1;
      if (this.#shown > 0) return;
      this.#drawing?.abort();
      this.#drawing = null;
    };
  }

  /** Forgets the pictures. */
  clear(): void {
    for (const url of this.#urls.values()) URL.revokeObjectURL(url);
    this.#urls = new Map();
  }
}
