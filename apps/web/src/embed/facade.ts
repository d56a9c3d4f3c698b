import type { EmbedTexts } from "../lib/visitor-texts/embed-texts.ts";

/** What stands in a place's stead until a visitor wants to go in. */
export interface Facade {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  /** @param name null keeps what is there */
  readonly show: (name: string | null, pictureUrl: string | null) => void;
  readonly wait: () => void;
}

export function buildFacade(texts: EmbedTexts, name: string): Facade {
  const element = build("div", "facade");
  const block = build("div", "block");
  const title = build("p", "name", name);
  const button = build("button");
  // Both words at once, so that its width stays.
  button.append(build("span", "", texts.walkIn), build("span", "", texts.opening));
  button.type = "button";
  button.id = "walk-in";
  title.id = "name";
  // In this order, so that its name begins with what it says.
  button.setAttribute("aria-labelledby", "walk-in name");
  block.append(title, button);
  element.append(block);
  return {
    element,
    button,
    show: (shownName, pictureUrl) => {
      if (shownName !== null) title.textContent = shownName;
      if (pictureUrl === null) return;
      const picture = build("img");
      picture.alt = "";
      picture.decoding = "async";
      picture.onerror = () => picture.remove();
      picture.src = pictureUrl;
      element.prepend(picture);
    },
    wait: () => {
      // It keeps the focus until the frame takes it.
      button.setAttribute("aria-disabled", "true");
    },
  };
}

/** Says why a place isn't shown here, with a way to it. */
export function buildClosed(text: string, name: string, link: { readonly text: string; readonly url: URL } | null) {
  const element = build("div", "facade closed");
  element.setAttribute("role", "status");
  if (name !== "") element.append(build("p", "name", name));
  element.append(build("p", "", text));
  if (link !== null) {
    const anchor = build("a", "", link.text);
    anchor.href = link.url.href;
    anchor.target = "_blank";
    anchor.rel = "noopener";
    element.append(anchor);
  }
  return element;
}

function build<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "", text = "") {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  if (text !== "") element.textContent = text;
  return element;
}
