import { embedTexts } from "../lib/visitor-texts/embed-texts.ts";
import { chooseVisitorLanguage } from "../lib/visitor-texts/visitor-language.ts";
import type { ElementEvents } from "./element-events.ts";
import { embedStyles } from "./embed-styles.ts";
import { buildClosed } from "./facade.ts";
import { isTheme, readAddress, toFrameUrl } from "./frame-address.ts";
import { PlaceInPage, type PlainCommand } from "./place-in-page.ts";

declare global {
  interface HTMLElementTagNameMap {
    "blueprint-embed": BlueprintEmbed;
  }
  interface HTMLElementEventMap extends ElementEvents {}
}

/** A place in another site's page: its picture and name first, and the place itself once a visitor wants to go in. */
export class BlueprintEmbed extends HTMLElement {
  static readonly observedAttributes = ["src", "theme", "lang", "hide", "title", "ratio", "eager"];

  // Not by markup: pages with a strict policy forbid inline styles.
  readonly #shape = new CSSStyleSheet();
  readonly #box = document.createElement("div");
  #place: PlaceInPage | null = null;
  #isDrawn = false;

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(embedStyles);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style, this.#shape];
    this.#box.className = "place";
    root.append(this.#box);
  }

  connectedCallback(): void {
    this.#draw(false);
  }

  disconnectedCallback(): void {
    this.#place?.end();
    this.#place = null;
    this.#isDrawn = false;
  }

  attributeChangedCallback(): void {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    // Once for all attributes that change together. A visitor who is inside stays there.
    queueMicrotask(() => {
      if (this.isConnected && !this.#isDrawn) this.#draw(this.#place?.isWanted === true);
    });
  }

  /** Shows the place itself, as its button does. */
  walkIn(): void {
    this.#place?.walkIn({ takesFocus: true });
  }

  openAnchor(id: string): void {
    this.#send({ command: "open-anchor", id });
  }

  closeAnchor(): void {
    this.#send({ command: "close-anchor" });
  }

  startTour(id: string): void {
    this.#send({ command: "start-tour", id });
  }

  endTour(): void {
    this.#send({ command: "end-tour" });
  }

  showView(id: string): void {
    this.#send({ command: "show-view", id });
  }

  #send(command: PlainCommand): void {
    this.#place?.send(command);
  }

  #draw(isInside: boolean): void {
    this.#place?.end();
    this.#place = null;
    this.#isDrawn = true;
    const lang = this.getAttribute("lang");
    const language = chooseVisitorLanguage([...(lang === null ? [] : [lang]), ...navigator.languages]);
    const texts = embedTexts[language];
    const theme = this.getAttribute("theme");
    this.#shape.replaceSync(toShape(this.getAttribute("ratio")));
    this.#box.lang = language;
    this.#box.dataset.theme = isTheme(theme) ? (theme ?? "") : "auto";
    const name = this.title;
    const address = readAddress(this.getAttribute("src"), document.baseURI);
    if (address === null) {
      this.#box.replaceChildren(buildClosed(texts.missing, name, null));
      return;
    }
    this.#place = new PlaceInPage(this.#box, {
      address,
      name,
      texts,
      toFrameUrl: (place) => toFrameUrl(place, (attribute) => this.getAttribute(attribute)),
      onEvent: (event) => this.dispatchEvent(event),
    });
    if (isInside || this.hasAttribute("eager")) this.#place.walkIn({ takesFocus: false });
  }
}

/** A rule that the page's own styles outrank. @param ratio as in CSS, or with a colon */
function toShape(ratio: string | null): string {
  const [, width, height = "1"] = /^\s*(\d+(?:\.\d+)?)\s*(?:[/:]\s*(\d+(?:\.\d+)?)\s*)?$/.exec(ratio ?? "") ?? [];
  return width === undefined ? "" : `:host { aspect-ratio: ${width} / ${height}; }`;
}
