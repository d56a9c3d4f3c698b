import { embedEventSchema } from "@blueprint/contract/embed-messages";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BlueprintEmbed } from "./blueprint-embed.ts";
import { toldFields } from "./element-events.ts";

const server = "https://blueprint.example";
const src = `${server}/webxr?b=hall&anchor=desk`;
const asked: { url: URL; init: RequestInit | undefined }[] = [];
let seeFrom: (isNear: boolean) => void = () => {};
/** Answers of the place's server, by path. */
let answers: Record<string, { status?: number; body: object }>;

if (customElements.get("blueprint-embed") === undefined) customElements.define("blueprint-embed", BlueprintEmbed);

/** The place's page itself. */
const servePage = {
  beforeAsyncRequest: async () =>
    new window.Response("<!doctype html><title>Place</title>", { headers: { "content-type": "text/html" } }),
};

const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM;

beforeEach(() => {
  settings.enableIframePageLoading = true;
  Object.assign(settings.fetch as object, { interceptor: servePage });
  asked.length = 0;
  answers = {
    "/api/oembed": {
      body: { type: "rich", title: "Museum of small measures", thumbnail_url: `${server}/files/p.webp` },
    },
  };
  vi.stubGlobal("fetch", async (url: URL, init?: RequestInit) => {
    asked.push({ url, init });
    const answer = answers[url.pathname];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  // A DOM without layout sees nothing by itself.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        seeFrom = (isIntersecting) => onChange([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
  settings.enableIframePageLoading = false;
  Object.assign(settings.fetch as object, { interceptor: null });
});

async function place(attributes: Record<string, string> = {}) {
  const element = document.createElement("blueprint-embed");
  for (const [name, value] of Object.entries({ src, lang: "en", ...attributes })) element.setAttribute(name, value);
  document.body.append(element);
  const inside = element.shadowRoot!;
  const find = <Found extends Element>(selector: string) => inside.querySelector<Found>(selector);
  const near = async () => {
    seeFrom(true);
    await settle();
  };
  const walkIn = async () => {
    find<HTMLButtonElement>("button")!.click();
    await settle();
    return find<HTMLIFrameElement>("iframe")!;
  };
  return { element, find, near, walkIn, text: () => inside.textContent };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Sends a message as the frame would, unless told otherwise. */
function tell(frame: HTMLIFrameElement, data: object, from: { origin?: string; source?: Window | null } = {}) {
  const message = new Event("message");
  Object.assign(message, { data, origin: server, source: frame.contentWindow, ...from });
  window.dispatchEvent(message);
}
const ready = { blueprint: 1, event: "ready", place: "hall", title: "Museum of small measures" };

it("shows name, picture and a button, and asks the place's server without cookies once it is near the window", async () => {
  const { find, near, text } = await place();
  expect(find("button span")?.textContent).toBe("Walk in");
  expect(asked).toEqual([]);
  seeFrom(false);
  expect(asked).toEqual([]);
  await near();
  await near();
  expect(asked.map(({ url }) => url.href)).toEqual([`${server}/api/oembed?url=${encodeURIComponent(src)}`]);
  expect(asked[0]?.init?.credentials).toBe("omit");
  expect(text()).toContain("Museum of small measures");
  expect(find<HTMLImageElement>("img")).toMatchObject({ src: `${server}/files/p.webp`, alt: "" });
  const names = find("button")?.getAttribute("aria-labelledby")?.split(" ") ?? [];
  expect(names).toEqual([find("button")?.id, find(".name")?.id]);
  expect(find("iframe")).toBeNull();
});

it("opens the place in a frame that gets the focus, with what the attributes ask for", async () => {
  const { element, find, walkIn } = await place({
    theme: "dark",
    hide: "share, guide",
    lang: "de-AT",
    title: "Our hall",
  });
  expect(find("button span")?.textContent).toBe("Eintreten");
  const frame = await walkIn();
  const address = new URL(frame.src);
  expect(address.origin + address.pathname).toBe(`${server}/webxr`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ b: "hall", anchor: "desk", lang: "de-AT", theme: "dark", hide: "share, guide" },
  });
  expect(frame).toMatchObject({ title: "Our hall", allow: expect.stringContaining("xr-spatial-tracking") });
  expect(element.shadowRoot?.activeElement).toBe(frame);
  expect(find<HTMLElement>(".facade")?.inert).toBe(true);
  frame.dispatchEvent(new Event("load"));
  expect(find(".facade")).toBeNull();
});

it("opens at once if asked to, and leaves the focus where it is", async () => {
  const { element, find } = await place({ eager: "" });
  await settle();
  expect(find("iframe")).not.toBeNull();
  expect(element.shadowRoot?.activeElement).toBeNull();
});

it("connects to the server as soon as the button is pointed at", async () => {
  const { find } = await place();
  for (const sign of ["pointerenter", "pointerenter", "focusin"]) find(".facade")?.dispatchEvent(new Event(sign));
  const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=preconnect]")];
  expect(links.map(({ href }) => new URL(href).origin)).toEqual([server]);
});

it("hands on what its frame reports, and nothing from elsewhere", async () => {
  const { element, walkIn } = await place();
  const heard: [string, object][] = [];
  for (const name of Object.keys(toldFields))
    document.body.addEventListener(`blueprint-${name}`, (event) => {
      heard.push([event.type, (event as CustomEvent<object>).detail]);
    });
  const frame = await walkIn();
  const opened = { blueprint: 1, event: "anchor-opened", id: "desk", title: "Ticket desk" };
  tell(frame, ready);
  tell(frame, opened);
  tell(frame, opened, { origin: "https://elsewhere.example" });
  tell(frame, opened, { source: window });
  for (const wrong of [{ ...opened, blueprint: 2 }, { ...opened, id: 5 }, { ...opened, event: "constructor" }, {}])
    tell(frame, wrong);
  const told: [string, object][] = [
    ["blueprint-ready", { place: "hall", title: "Museum of small measures" }],
    ["blueprint-anchor-opened", { id: "desk", title: "Ticket desk" }],
  ];
  expect(heard).toEqual(told);
  element.remove();
  tell(frame, opened);
  expect(heard).toEqual(told);
});

it("knows every event of a place, with its fields", () => {
  const agreed = embedEventSchema.options.map(({ shape }) => {
    const { blueprint: _, event, ...fields } = shape;
    return [event.value, Object.keys(fields).sort()];
  });
  expect(Object.entries(toldFields).map(([name, fields]) => [name, [...fields].sort()])).toEqual(agreed);
});

it("sends commands to its server only, once the place is shown", async () => {
  const { element, find } = await place();
  element.openAnchor("desk");
  element.startTour("round");
  await settle();
  const frame = find<HTMLIFrameElement>("iframe")!;
  const send = vi.spyOn(frame.contentWindow!, "postMessage").mockImplementation(() => {});
  expect(element.shadowRoot?.activeElement).toBeNull();
  tell(frame, ready);
  element.showView("corner");
  element.endTour();
  element.closeAnchor();
  expect(send.mock.calls).toEqual(
    [
      { command: "open-anchor", id: "desk" },
      { command: "start-tour", id: "round" },
      { command: "show-view", id: "corner" },
      { command: "end-tour" },
      { command: "close-anchor" },
    ].map((command) => [{ blueprint: 1, ...command }, server]),
  );
});

it("says why a place isn't shown, with a link to it", async () => {
  answers["/api/oembed"] = { body: { type: "link", title: "Museum of small measures" } };
  const refused = await place();
  await refused.near();
  expect(refused.text()).toContain("Museum of small measures");
  expect(refused.text()).toContain("This place can’t be shown on this site.");
  expect(refused.find<HTMLAnchorElement>("a")).toMatchObject({ href: src, target: "_blank", rel: "noopener" });
  expect(refused.find("button")).toBeNull();
  answers["/api/oembed"] = { status: 404, body: { code: "blueprint-not-published" } };
  const missing = await place({ lang: "de" });
  missing.element.walkIn();
  await settle();
  expect(missing.text()).toContain("Dieser Ort ist derzeit nicht für Besucher geöffnet.");
  expect(missing.find("iframe")).toBeNull();
});

it.each([
  ["a place with a password", { status: 401, body: { code: "blueprint-password-needed" } }],
  ["a server that fails", { status: 503, body: { code: "unavailable" } }],
  ["a page whose policy lets it ask nothing", undefined],
])("lets the frame speak for itself: %s", async (_, answer) => {
  if (answer === undefined) answers = {};
  else answers["/api/oembed"] = answer;
  const { near, walkIn, find } = await place();
  await near();
  expect(find("img")).toBeNull();
  expect((await walkIn()).title).toBe("Place");
});

it("follows a short link, for which the visit counts", async () => {
  answers["/api/short-links/23456789"] = { body: { state: "open", path: "/webxr?b=hall&tour=round" } };
  const { walkIn, element } = await place({ src: `${server}/go?c=23456789` });
  expect((await walkIn()).src).toBe(`${server}/webxr?b=hall&tour=round&c=23456789&lang=en`);
  answers["/api/short-links/23456789"] = { body: { state: "retired", message: "Moved." } };
  element.setAttribute("theme", "dark");
  await settle();
  expect(element.shadowRoot?.textContent).toContain("This place isn’t open to visitors right now.");
});

it.each(["", "javascript:alert(1)", "data:text/html,x", "https://"])(
  "frames nothing for the address %j",
  async (bad) => {
    const { find, text, element } = await place({ src: bad });
    element.walkIn();
    element.openAnchor("desk");
    await settle();
    expect(text()).toContain("This place isn’t open to visitors right now.");
    expect([find("iframe"), find("a"), find("button")]).toEqual([null, null, null]);
    expect(asked).toEqual([]);
  },
);

it("begins anew when an attribute changes, and stays inside", async () => {
  const { element, find, walkIn } = await place();
  await walkIn();
  element.setAttribute("theme", "light");
  element.setAttribute("src", `${server}/webxr?b=attic`);
  await settle();
  const frame = find<HTMLIFrameElement>("iframe")!;
  expect(frame.src).toBe(`${server}/webxr?b=attic&lang=en&theme=light`);
  expect(element.shadowRoot?.querySelectorAll("iframe")).toHaveLength(1);
  element.setAttribute("theme", "purple");
  await settle();
  expect(find<HTMLIFrameElement>("iframe")?.src).toBe(`${server}/webxr?b=attic&lang=en`);
});

it("has a shape of its own, by a style sheet and no inline style", async () => {
  const listRules = ({ shadowRoot }: HTMLElement) =>
    shadowRoot!.adoptedStyleSheets
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .filter((rule) => rule.startsWith(":host {"))
      .join("\n");
  for (const [ratio, rule] of [
    ["4:3", "4 / 3"],
    ["2.35 / 1", "2.35 / 1"],
    ["1.5", "1.5 / 1"],
  ] as const)
    expect(listRules((await place({ ratio })).element)).toContain(`aspect-ratio: ${rule}`);
  const { element } = await place({ ratio: "1/1; } * { color: red" });
  expect(listRules(element)).not.toContain("1 / 1");
  expect(listRules(element)).toContain("aspect-ratio: 16 / 10");
  expect(element.shadowRoot?.querySelectorAll("style, [style]")).toHaveLength(0);
});
