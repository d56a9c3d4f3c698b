import type { Blueprint } from "@blueprint/contract/blueprints";
import { changeSharing } from "@blueprint/contract/sharing";
import type { Page } from "@playwright/test";
import { openEditor } from "../harness/editor.ts";
import { openForeignSite } from "../harness/foreign-site.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, signIn, test } from "../harness/people.ts";
import { keepPicture } from "../harness/test.ts";

let house: Blueprint;

test.beforeAll(async ({ server, operator }) => {
  house = await publishFullHouse(server, operator);
});

const fallback = `<a href="https://example.org">The museum in 3D</a>`;

/** A page of a museum with an element, and a policy that allows the server by its name and nothing inline. */
function buildPage(serverUrl: string, attributes: string) {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Museum</title>`;
  const page = `${head}<link rel="stylesheet" href="/page.css"><script src="/page.js"></script><script type="module" src="${serverUrl}/embed.js"></script><main><h1>Visit us</h1><blueprint-embed ${attributes}>${fallback}</blueprint-embed><p>Open from Tuesday to Sunday.</p></main>`;
  const style = `body { margin: 0; font-family: sans-serif; color-scheme: light dark } main { max-width: 60rem; margin: auto; padding: 16px } blueprint-embed { display: block; width: 100%; aspect-ratio: 16 / 10; min-height: 420px; margin: 16px 0 } button { background: red; font-size: 40px }`;
  const script = `
    window.heard = []; window.violations = []; window.shifts = 0;
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + " " + blockedURI));
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value; }).observe({ type: "layout-shift", buffered: true });
    for (const name of ["ready", "anchor-opened", "anchor-closed", "tour-started"])
      addEventListener("blueprint-" + name, ({ detail }) => heard.push([name, detail.id ?? detail.place ?? ""]));`;
  return {
    files: {
      "/": { type: "text/html", body: page },
      "/page.css": { type: "text/css", body: style },
      "/page.js": { type: "text/javascript", body: script },
    },
    policy: `default-src 'none'; script-src 'self' ${serverUrl}; style-src 'self'; connect-src ${serverUrl}; img-src ${serverUrl}; frame-src ${serverUrl}; base-uri 'none'; require-trusted-types-for 'script'`,
  };
}

interface Watched {
  readonly heard: [string, string][];
  readonly violations: string[];
  readonly shifts: number;
}
const read = <Key extends keyof Watched>(page: Page, key: Key) =>
  page.evaluate((name) => (window as unknown as Watched)[name], key) as Promise<Watched[Key]>;

/** As in browsers that block cookies and storage of other sites' frames: any use of them throws. */
async function blockStorageInFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.parent === window) return;
    const refuse = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse });
  });
}

test("a page with a strict policy shows a place's picture, and the place itself once a visitor walks in by keyboard", async ({
  page,
  server,
  operator,
  judge,
}) => {
  const src = `${server.url}/webxr?b=${house.slug}&anchor=welcome`;
  const { files, policy } = buildPage(server.url, `src="${src}" lang="en" hide="title list guide measure"`);
  await using site = await openForeignSite(files, policy);
  await operator.api(changeSharing, { params: { blueprintId: house.id }, body: { embedOrigins: [site.origin] } });
  await blockStorageInFrames(page);
  await page.goto(site.origin);
  const button = page.getByRole("button", { name: `Walk in ${house.name}` });
  await test.step("the facade", async () => {
    await expect(button).toBeVisible();
    await expect(page.getByText("The museum in 3D")).toBeHidden();
    const picture = page.locator("blueprint-embed img");
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(640);
    expect(page.frames()).toHaveLength(1);
    expect(await read(page, "shifts")).toBe(0);
    await judge(page, "embed facade");
    // What changing the window's size moves, which is reported a frame later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      Object.assign(window, { shifts: 0 });
    });
    await page.locator("blueprint-embed").evaluate((element) => element.setAttribute("theme", "dark"));
  });
  const place = page.frameLocator("blueprint-embed iframe");
  const card = place.getByRole("region", { name: "Place", exact: true });
  await test.step("walking in by keyboard", async () => {
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(card).toContainText("Tuesday to Sunday");
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)).toBe("IFRAME");
    await expect(page.locator("blueprint-embed button")).toHaveCount(0);
    const isStorageRefused = () => {
      try {
        return localStorage === null;
      } catch {
        return true;
      }
    };
    expect(await place.locator("html").evaluate(isStorageRefused)).toBe(true);
  });
  await test.step("its theme, and what it leaves out", async () => {
    await expect(place.locator("html")).toHaveAttribute("data-theme", "dark");
    for (const name of ["Show the list of places", "Hide the list of places", "Ask this place", "Measure"])
      await expect(place.getByRole("button", { name, exact: true, includeHidden: true })).toHaveCount(0);
    await expect(place.getByRole("heading", { name: house.name })).toHaveCount(0);
    await expect(place.getByRole("link", { name: "Text version", exact: true })).toBeVisible();
    await expect(place.getByRole("button", { name: "Share", exact: true })).toBeVisible();
    await keepPicture(page, "embed place");
  });
  await test.step("events and commands", async () => {
    await expect
      .poll(() => read(page, "heard"))
      .toEqual([
        ["ready", house.slug],
        ["anchor-opened", "welcome"],
      ]);
    const embed = page.locator("blueprint-embed");
    await embed.evaluate((element) => (element as unknown as { closeAnchor(): void }).closeAnchor());
    await expect(card).toHaveCount(0);
    await embed.evaluate((element) => (element as unknown as { startTour(id: string): void }).startTour("round"));
    await expect(place.getByRole("region", { name: "Tour Round trip through all rooms" })).toBeVisible();
    await expect.poll(() => read(page, "heard")).toContainEqual(["tour-started", "round"]);
  });
  await test.step("as small as on a phone", async () => {
    expect(await read(page, "shifts")).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await place.getByRole("button", { name: "More", exact: true }).click();
    await expect(place.getByRole("link", { name: "Text version", exact: true })).toBeVisible();
    await expect(place.getByRole("button", { name: "Measure", exact: true, includeHidden: true })).toHaveCount(0);
    await keepPicture(page, "embed place phone");
  });
  expect(await read(page, "violations")).toEqual([]);
});

test("a site that may not embed a place says so and links to it, in the visitor's language, on a phone", async ({
  page,
  server,
  operator,
  axe,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const src = `${server.url}/webxr?b=${house.slug}`;
  const { files, policy } = buildPage(server.url, `src="${src}" lang="de" ratio="1/1"`);
  await using site = await openForeignSite(files, policy);
  await operator.api(changeSharing, {
    params: { blueprintId: house.id },
    body: { embedOrigins: ["https://museum.example"] },
  });
  await page.goto(site.origin);
  const status = page.locator("blueprint-embed").getByRole("status");
  await expect(status).toContainText("Dieser Ort kann auf dieser Website nicht gezeigt werden.");
  await expect(status).toContainText(house.name);
  await expect(status.getByRole("link", { name: "In neuem Tab öffnen" })).toHaveAttribute("href", src);
  await axe(page);
  await keepPicture(page, "embed refused");
  expect(page.frames()).toHaveLength(1);
  expect(await read(page, "violations")).toEqual([]);
  expect(await read(page, "shifts")).toBe(0);
});

test("the editor composes the embed code and previews it", async ({
  page: editor,
  context,
  server,
  operator,
  judge,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(context, server, operator);
  await operator.api(changeSharing, {
    params: { blueprintId: house.id },
    body: { embedOrigins: ["https://museum.example"] },
  });
  await openEditor(editor, house);
  await editor.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = editor.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Link, QR code and embedding" }).click();
  const code = dialog.getByRole("textbox", { name: "Embed code" });
  const read = () => code.inputValue();
  await expect(code).toHaveValue(/^<script type="module" src="[^"]+\/embed\.js"><\/script>\n<blueprint-embed /);
  await judge(editor, "embed code");
  await test.step("start, theme, language and parts", async () => {
    await dialog.getByRole("combobox", { name: "Opens" }).fill("welcome");
    await dialog.getByRole("option", { name: "1. Welcome" }).click();
    await dialog.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
    await dialog.getByRole("combobox", { name: "Language" }).selectOption("German");
    await dialog.getByRole("checkbox", { name: "Title" }).uncheck();
    await dialog.getByRole("checkbox", { name: "List of places" }).uncheck();
    expect(await read()).toMatch(/anchor=welcome" title="[^"]+" theme="dark" lang="de" hide="title list" style=/);
  });
  await test.step("the preview is the place itself", async () => {
    const preview = dialog.locator("blueprint-embed");
    await preview.getByRole("button", { name: /^Eintreten/ }).click();
    const place = editor.frameLocator("blueprint-embed iframe");
    await expect(place.getByRole("region", { name: "Punkt", exact: true })).toContainText("Dienstag bis Sonntag");
    await keepPicture(editor, "embed code preview");
  });
  await test.step("what is seen now, and a plain frame", async () => {
    await dialog.getByRole("button", { name: "Use what I see now" }).click();
    expect(await read()).toContain("camera=orbit%2C");
    await dialog.getByRole("radio", { name: "Plain frame" }).click();
    expect(await read()).toMatch(/^<iframe src="[^"]+theme=dark&#38;lang=de&#38;hide=title\+list"/);
    await dialog.getByRole("button", { name: "Copy code" }).click();
    expect(await editor.evaluate(() => navigator.clipboard.readText())).toBe(await read());
  });
});
