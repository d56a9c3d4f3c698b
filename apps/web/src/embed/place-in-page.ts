import { embedAllowed } from "@blueprint/contract/embed-markup";
import type { EmbedCommand } from "@blueprint/contract/embed-messages";
import type { EmbedTexts } from "../lib/visitor-texts/embed-texts.ts";
import { type AskedPlace, askPlace } from "./ask-place.ts";
import { toElementEvent } from "./element-events.ts";
import { buildClosed, buildFacade, type Facade } from "./facade.ts";

/** A command without the version of the agreement. */
export type PlainCommand = EmbedCommand extends infer One
  ? One extends EmbedCommand
    ? Omit<One, "blueprint">
    : never
  : never;

export interface WantedPlace {
  readonly address: URL;
  /** As the page around it calls the place; empty leaves it to the place. */
  readonly name: string;
  readonly texts: EmbedTexts;
  readonly toFrameUrl: (place: URL) => URL;
  /** Called with events for the element. */
  readonly onEvent: (event: Event) => void;
}

/** How far outside the window a place's name and picture are fetched. */
const nearby = "50%";

/** One place within the element: its facade, then its frame. */
export class PlaceInPage {
  readonly #box: HTMLElement;
  readonly #wanted: WantedPlace;
  readonly #front: Facade;
  readonly #ended = new AbortController();
  readonly #waiting: PlainCommand[] = [];
  #asked: Promise<AskedPlace> | null = null;
  #frame: HTMLIFrameElement | null = null;
  #origin = "";
  #isReady = false;
  #isWanted = false;

  constructor(box: HTMLElement, wanted: WantedPlace) {
    this.#box = box;
    this.#wanted = wanted;
    this.#front = buildFacade(wanted.texts, wanted.name);
    const { button, element } = this.#front;
    const { signal } = this.#ended;
    button.addEventListener("click", () => this.walkIn({ takesFocus: true }), { signal });
    const preconnectOnce = once(() => preconnect(wanted.address.origin));
    for (const sign of ["pointerenter", "focusin"] as const) element.addEventListener(sign, preconnectOnce, { signal });
    window.addEventListener("message", (message) => this.#hear(message), { signal });
    box.replaceChildren(element);
    this.#askOnceNear();
  }

  /** Whether a visitor, or the page, wanted to go in. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  end(): void {
    this.#ended.abort();
  }

  walkIn({ takesFocus }: { readonly takesFocus: boolean }): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#front.wait();
    void this.#ask().then((asked) => {
      if (this.#ended.signal.aborted || asked.state !== "open") return;
      const frame = this.#showFrame(asked);
      if (takesFocus) frame.focus();
    });
  }

  /** Sends a command once the place is shown; goes in for it. */
  send(command: PlainCommand): void {
    if (this.#isReady) this.#frame?.contentWindow?.postMessage({ blueprint: 1, ...command }, this.#origin);
    else {
      this.#waiting.push(command);
      this.walkIn({ takesFocus: false });
    }
  }

  #askOnceNear(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#ask();
      },
      { rootMargin: nearby },
    );
    observer.observe(this.#box);
    this.#ended.signal.addEventListener("abort", () => observer.disconnect());
  }

  #ask(): Promise<AskedPlace> {
    this.#asked ??= askPlace(this.#wanted.address, this.#ended.signal).then((asked) => {
      if (!this.#ended.signal.aborted) this.#show(asked);
      return asked;
    });
    return this.#asked;
  }

  #show(asked: AskedPlace): void {
    const { texts, name, address } = this.#wanted;
    if (asked.state === "open") {
      this.#front.show(name === "" ? asked.name : null, asked.pictureUrl);
      return;
    }
    const link = { text: texts.openElsewhere, url: address };
    this.#box.replaceChildren(buildClosed(texts[asked.state], name || (asked.name ?? ""), link));
  }

  #showFrame({ url, name }: Extract<AskedPlace, { state: "open" }>): HTMLIFrameElement {
    const frame = document.createElement("iframe");
    frame.title = this.#wanted.name || (name ?? this.#wanted.texts.place);
    frame.allow = embedAllowed;
    frame.src = this.#wanted.toFrameUrl(url).href;
    const facade = this.#front.element;
    facade.inert = true;
    // Until the place has drawn something, the picture shows through.
    frame.addEventListener("load", () => facade.remove(), { once: true });
    this.#frame = frame;
    this.#origin = url.origin;
    this.#box.append(frame);
    return frame;
  }

  #hear({ source, origin, data }: MessageEvent): void {
    if (this.#frame === null || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const event = toElementEvent(data);
    if (event === null) return;
    if (event.type === "blueprint-ready") {
      this.#isReady = true;
      for (const command of this.#waiting.splice(0)) this.send(command);
    }
    this.#wanted.onEvent(event);
  }
}

function once(run: () => void): () => void {
  let hasRun = false;
  return () => {
    if (!hasRun) run();
    hasRun = true;
  };
}

/** Connects to the place's server before a visitor has pressed the button. */
function preconnect(origin: string): void {
  const link = document.createElement("link");
  link.rel = "preconnect";
  link.href = origin;
  document.head.append(link);
}
