import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { changeSharing } from "@blueprint/contract/sharing";
import type { Page } from "@playwright/test";
import { expectScanShown, openEditor, sceneOf } from "../harness/editor.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import { expect, signIn, test } from "../harness/people.ts";
import { keepPicture } from "../harness/test.ts";

let house: Blueprint;
let slug = "";

test.beforeAll(async ({ server, operator }) => {
  house = await publishFullHouse(server, operator);
  ({ slug } = house);
});

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Opens an address and returns every position at which the camera came to rest. */
async function openWatched(page: Page, search: string): Promise<() => Promise<string[]>> {
  await page.goto("about:blank");
  await page.goto(`/webxr?b=${slug}&${search}`);
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-camera", /,/);
  return () => page.evaluate(() => [...(window as unknown as { rests: Set<string> }).rests]);
}

test.beforeEach(async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    // A device without sharing of its own.
    Object.defineProperty(navigator, "share", { value: undefined });
    const rests = new Set<string>();
    Object.assign(window, { rests });
    new MutationObserver((changes) => {
      for (const { target } of changes) rests.add((target as HTMLElement).dataset.camera ?? "");
    }).observe(document, { attributes: true, attributeFilter: ["data-camera"], subtree: true });
  });
});

for (const [device, size] of [
  ["desktop", desktop],
  ["phone", phone],
] as const) {
  test(`a link opens an anchor, a view, a tour or a storey from the first picture on, on a ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const card = page.getByRole("region", { name: "Place", exact: true });
    await test.step("an anchor, whose link is shared from its card", async () => {
      const rests = await openWatched(page, "anchor=welcome");
      await expect(card).toContainText("Tuesday to Sunday");
      expect(await rests(), "no flight").toHaveLength(1);
      await card.getByRole("button", { name: "Share this place" }).click();
      await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      expect(Object.fromEntries(link.searchParams)).toEqual({ b: slug, anchor: "welcome" });
    });
    await test.step("a view", async () => {
      const rests = await openWatched(page, "view=corner");
      await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "fly");
      expect(await rests()).toEqual(["5.600,1.900,6.800"]);
      if (size === phone) await page.getByRole("button", { name: "More", exact: true }).click();
      else await page.getByRole("button", { name: "Share", exact: true }).click();
      const choice = { name: "Share the view “Across room 1”" };
      await page.getByRole(size === phone ? "button" : "menuitem", choice).click();
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      expect(link.searchParams.get("view")).toBe("corner");
    });
    await test.step("a tour, at its first stop", async () => {
      const rests = await openWatched(page, "tour=round");
      await expect(page.getByRole("region", { name: "Tour Round trip through all rooms" })).toBeVisible();
      await expect(card).toContainText("Tuesday to Sunday");
      expect(await rests()).toHaveLength(1);
    });
    await test.step("a storey, opened like a dollhouse", async () => {
      await openWatched(page, "storey=0");
      if (size === phone) await page.getByRole("button", { name: "More", exact: true }).click();
      else await page.getByRole("button", { name: "Share", exact: true }).click();
      await expect(page.getByRole(size === phone ? "button" : "menuitem", { name: /^Share Storey 1/ })).toBeVisible();
    });
  });
}

test("a link to what isn't there opens the place and says so in one sentence", async ({ page }) => {
  await openWatched(page, "anchor=gone");
  await expect(page.getByText("The link leads to a place that isn’t shown here any more.").first()).toBeVisible();
  await page.goto(`/webxr?b=${slug}&anchor=gone&text=1&lang=de`);
  await expect(page.getByRole("status").filter({ hasText: "Der Link führt zu einem Punkt" })).toBeVisible();
});

test("the text version opens at the linked anchor", async ({ page, axe }) => {
  await page.goto(`/webxr?b=${slug}&text=1&anchor=welcome`);
  const heading = page.getByRole("heading", { name: "Welcome and opening hours" }).first();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await axe(page);
  await page.getByRole("link", { name: "Open in 3D" }).click();
  await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText("Tuesday to Sunday");
});

test("a short link is made in the editor, opens its anchor on a phone, is counted, retargeted and retired", async ({
  page: editor,
  context,
  server,
  operator,
  openWindow,
  axe,
  expectConsoleError,
}) => {
  // The page of a link that is retired has the status 410.
  expectConsoleError(/status of 410/);
  // A browser that says it is run by a program is not counted.
  const userAgent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36";
  const visitor = await (await openWindow({ viewport: phone, userAgent })).newPage();
  await signIn(context, server, operator);
  const dialog = editor.getByRole("dialog", { name: "Short links" });
  const choose = async (text: string, name: string) => {
    await dialog.getByRole("combobox", { name: "Opens" }).fill(text);
    await dialog.getByRole("option", { name }).click();
  };
  const url = await test.step("made for an anchor", async () => {
    await openEditor(editor, house);
    await editor.getByRole("button", { name: "Share", exact: true }).click();
    await editor.getByRole("button", { name: "Manage short links" }).click();
    await expect(dialog.getByText("This blueprint has no short links yet.")).toBeVisible();
    await choose("welcome", "1. Welcome");
    await dialog.getByRole("textbox", { name: /^Label/ }).fill("Sign at the entrance");
    await dialog.getByRole("button", { name: "Create short link" }).click();
    await expect(dialog.getByText("Works", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("img", { name: /^QR code of/ })).toBeVisible();
    await axe(editor);
    await keepPicture(editor, "short link");
    for (const kind of ["SVG", "PNG"]) {
      const download = editor.waitForEvent("download");
      await dialog.getByRole("button", { name: kind, exact: true }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^${slug}-[0-9A-Z]{8}\\.${kind.toLowerCase()}$`));
    }
    return await dialog.getByRole("textbox", { name: /^Link / }).inputValue();
  });
  expect(url).toMatch(/\/go\?c=[2-9C-X]{8}$/);
  await test.step("opened on a phone, and counted", async () => {
    await visitor.goto(url);
    await expect(visitor).toHaveURL(`/webxr?b=${slug}&anchor=welcome`);
    await expect(visitor.getByRole("region", { name: "Place", exact: true })).toContainText("Tuesday to Sunday");
    await expect(dialog.getByText("1 time", { exact: true }), "without opening the dialog again").toBeVisible();
  });
  await test.step("retargeted", async () => {
    await choose("round", "Tour: Round trip through all rooms");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(editor.getByText("Short link saved", { exact: true })).toBeVisible();
    await visitor.goto(url);
    await expect(visitor).toHaveURL(`/webxr?b=${slug}&tour=round`);
  });
  await test.step("retired with a message", async () => {
    await dialog.getByRole("textbox", { name: /^Message/ }).fill("The entrance has moved to Mill Lane.");
    await dialog.getByRole("button", { name: "Retire link" }).click();
    await expect(dialog.getByText("Retired", { exact: true })).toBeVisible();
    await visitor.goto(url);
    await expect(visitor.getByRole("heading", { name: "This link is no longer in use" })).toBeVisible();
    await expect(visitor.getByText("The entrance has moved to Mill Lane.")).toBeVisible();
    await axe(visitor);
    await keepPicture(visitor, "retired short link");
  });
  await dialog.getByRole("button", { name: "All short links" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("Retired");
  await axe(editor);
  await keepPicture(editor, "short links");
});

test("a site that may embed the place shows it at a link, without storage of its own; another site can't", async ({
  page,
  server,
  operator,
  expectConsoleError,
}) => {
  // What browsers print of the frame that the other site may not show.
  expectConsoleError(/frame-ancestors|Framing/);
  // On another host than the server: a site of its own, whose frames get no cookies and storage apart.
  const embedAt = async () => {
    const pages = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><title>Museum</title><script>heard=[];addEventListener("message",({data})=>heard.push(data))</script><iframe title="Museum" width="100%" height="600" allow="fullscreen; xr-spatial-tracking; accelerometer; gyroscope" src="${server.url}/webxr?b=${slug}&amp;anchor=welcome"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    return { pages, origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}` };
  };
  const findTour = async () => {
    const { scene } = await (await fetch(`${server.url}/api/published/${slug}`)).json();
    return (scene as { tours: { id: string }[] }).tours[0]!;
  };
  const [own, foreign] = [await embedAt(), await embedAt()];
  try {
    await operator.api(changeSharing, { params: { blueprintId: house.id }, body: { embedOrigins: [own.origin] } });
    await page.goto(own.origin);
    const place = page.frameLocator("iframe");
    await expect(place.getByRole("region", { name: "Place", exact: true })).toContainText("Tuesday to Sunday");
    await test.step("the page around it hears what the visitor opens, and opens things itself", async () => {
      const listHeard = () =>
        page.evaluate(() => (window as unknown as { heard: { event: string; id?: string }[] }).heard);
      const command = (command: object) =>
        page.locator("iframe").evaluate((frame, sent) => {
          (frame as HTMLIFrameElement).contentWindow?.postMessage({ blueprint: 1, ...sent }, "*");
        }, command);
      await expect
        .poll(async () => (await listHeard()).map(({ event, id }) => `${event} ${id ?? ""}`.trim()))
        .toEqual(["ready", "anchor-opened welcome"]);
      await command({ command: "close-anchor" });
      await expect(place.getByRole("region", { name: "Place", exact: true })).toHaveCount(0);
      await command({ command: "open-anchor", id: "no-such-anchor" });
      await command({ command: "start-tour", id: (await findTour()).id });
      await expect(place.getByRole("region", { name: /^Tour/ })).toBeVisible();
      await command({ command: "end-tour" });
      await expect
        .poll(async () => (await listHeard()).map(({ event }) => event))
        .toEqual(expect.arrayContaining(["anchor-closed", "tour-started", "tour-ended"]));
    });
    await page.goto(foreign.origin);
    await expect(page.locator("iframe")).toBeVisible();
    await expect(place.getByRole("region", { name: "Place", exact: true })).toHaveCount(0);
    await expect.poll(() => page.frames()[1]?.url() ?? "").toMatch(/^chrome-error:/);
  } finally {
    for (const { pages } of [own, foreign]) pages.close();
  }
});
