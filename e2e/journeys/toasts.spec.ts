import type { BrowserContext, Locator, Page } from "@playwright/test";
import { openEditor } from "../harness/editor.ts";
import { expect, type Person, test } from "../harness/people.ts";
import { makeBlueprint, makeReadyBlueprint } from "../harness/scans.ts";

// spec §9.
const autoDismissMs = 5_000;
/** On a busy machine, a toast's timer may start this late. */
const lateMsMax = 1_900;

interface TimedToast {
  readonly openMs: number;
  /** On the page's clock. */
  readonly closedAtMs: number;
}

async function openDashboard(
  person: () => Promise<Person>,
  openWindowOf: (person: Person) => Promise<BrowserContext>,
  names: readonly string[],
): Promise<Page> {
  const owner = await person();
  for (const name of names) await makeBlueprint(owner, name);
  const page = await (await openWindowOf(owner)).newPage();
  // The page's own clock, which runs by itself and can be advanced: the test waits for no real seconds.
  await page.clock.install();
  // Measured in the page: how long a toast was open does not depend on the speed of this test.
  await page.addInitScript(() => {
    const openSince = new Map<Element, number>();
    const timed: TimedToast[] = [];
    Object.assign(window, { timedToasts: timed, toastsOpenSince: openSince });
    const look = () => {
      for (const toast of document.querySelectorAll('li[data-state="open"]'))
        if (!openSince.has(toast)) openSince.set(toast, performance.now());
      for (const [toast, since] of openSince) {
        if (toast.isConnected && toast.getAttribute("data-state") === "open") continue;
        openSince.delete(toast);
        const closedAtMs = performance.now();
        timed.push({ openMs: closedAtMs - since, closedAtMs });
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto("/dashboard");
  return page;
}

const timedToastsIn = (page: Page): Promise<TimedToast[]> =>
  page.evaluate(() => (window as unknown as { timedToasts: TimedToast[] }).timedToasts);

/** Advances the page's clock and lets the page render the result. */
async function letPass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  for (let frames = 0; frames < 2; frames++) await page.evaluate(() => new Promise(requestAnimationFrame));
}

const toastsOf = (page: Page): Locator => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** Raises a toast as users do: by archiving a blueprint. Afterwards the mouse is far from it. */
async function archive(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `More actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  // A menu returns the focus to its button one task after it has closed.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const toast = toastsOf(page).filter({ hasText: name });
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 700);
  return toast;
}

/** Where the mouse can grab a toast: its middle contains no button. */
async function middleOf(toast: Locator): Promise<{ x: number; y: number }> {
  // It moves up while it opens.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  const box = await toast.boundingBox();
  if (box === null) throw new Error("The toast is not on the page.");
  return { x: box.x + box.width / 2, y: box.y + 14 };
}

async function swipe(page: Page, toast: Locator, px: number): Promise<void> {
  const { x, y } = await middleOf(toast);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + Math.sign(px) * 10, y, { steps: 2 });
  await page.mouse.move(x + px, y, { steps: 4 });
  await page.mouse.up();
}

test("only one is visible: the newest", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall", "Cellar"]);
  await archive(page, "Hall");
  await archive(page, "Cellar");
  await expect(toastsOf(page)).toHaveCount(1);
  await expect(toastsOf(page)).toContainText("Cellar");
});

test("it is updated when its task is done, and stays for five more seconds", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall", "Cellar"]);
  const answers: (() => void)[] = [];
  await page.route("**/api/blueprints/*/life", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.getByRole("radio", { name: "Table" }).click();
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const toast = toastsOf(page);
  await expect(toast).toHaveText(/Archiving 2 blueprints…/);
  await page.mouse.move(5, 700);
  await letPass(page, autoDismissMs - 2_500);
  for (const turn of [0, 1]) {
    await expect.poll(() => answers.length).toBe(turn + 1);
    answers[turn]?.();
  }
  await expect(toast).toHaveText(/2 blueprints archived/);
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  await letPass(page, autoDismissMs - 1_500);
  await expect(toast).toHaveAttribute("data-state", "open");
  expect(await timedToastsIn(page)).toEqual([]);
  await letPass(page, 1_500 + lateMsMax);
  await expect(toast).toHaveCount(0);
});

test("it closes by itself after five seconds", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  const toast = await archive(page, "Hall");
  // From here on, time only passes when advanced.
  await page.clock.pauseAt(Date.now() + 2_000);
  const openMs = await page.evaluate(() => {
    const { toastsOpenSince } = window as unknown as { toastsOpenSince: Map<Element, number> };
    return performance.now() - Math.min(...toastsOpenSince.values());
  });
  await page.clock.runFor(autoDismissMs - openMs - 20);
  await expect(toast).toHaveAttribute("data-state", "open");
  await page.clock.runFor(20 + lateMsMax);
  await expect(toast).toHaveCount(0);
});

test("it stays while the mouse is over it, and closes after its remaining time", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  const toast = await archive(page, "Hall");
  await letPass(page, 2_000);
  const { x, y } = await middleOf(toast);
  await page.mouse.move(x, y);
  await letPass(page, autoDismissMs + 1_000);
  await expect(toast).toBeVisible();
  const leftAtMs = await page.evaluate(() => performance.now());
  await page.mouse.move(5, 700);
  await expect(toast).toHaveCount(0);
  const [timed] = await timedToastsIn(page);
  // Two seconds had passed before: a restarted timer would need five.
  expect(timed?.closedAtMs).toBeLessThan(leftAtMs + autoDismissMs - 500);
  expect(timed?.openMs).toBeGreaterThan(2 * autoDismissMs);
});

test("F8 moves the focus to it; it stays while focused, and closes afterwards", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  const toast = await archive(page, "Hall");
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: /^Notifications/ }).getByRole("list")).toBeFocused();
  await letPass(page, autoDismissMs + 1_000);
  await expect(toast).toBeVisible();
  // From the viewport into the toast: still focused.
  await page.keyboard.press("Tab");
  await expect(toast).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.getByRole("searchbox").first().focus();
  await letPass(page, autoDismissMs - 2_000);
  await expect(toast).toHaveCount(0);
  expect((await timedToastsIn(page))[0]?.openMs).toBeGreaterThan(autoDismissMs + 1_000);
});

test("F8 holds it from the moment it appears", async ({ person, openWindowOf }) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('li[data-state="open"]') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { code: "F8", key: "F8", bubbles: true }));
    }).observe(document.body, { subtree: true, childList: true });
  });
  const toast = await archive(page, "Hall");
  await expect(page.getByRole("region", { name: /^Notifications/ }).getByRole("list")).toBeFocused();
  await letPass(page, autoDismissMs + 1_000);
  await expect(toast).toBeVisible();
});

test("after one was closed by mouse or keyboard the focus returns, and the next closes by itself", async ({
  person,
  openWindowOf,
}) => {
  const page = await openDashboard(person, openWindowOf, ["Hall", "Cellar", "Attic"]);
  const list = page.getByRole("region", { name: /^Notifications/ }).getByRole("list");
  await (await archive(page, "Hall")).getByRole("button", { name: "Close notification" }).click();
  await expect(toastsOf(page)).toHaveCount(0);
  await expect(list).not.toBeFocused();
  await archive(page, "Cellar");
  await letPass(page, autoDismissMs - 2_000);
  await expect(toastsOf(page)).toHaveCount(0);

  const search = page.getByRole("searchbox").first();
  const toast = await archive(page, "Attic");
  await search.focus();
  await page.keyboard.press("F8");
  await expect(list).toBeFocused();
  await toast.getByRole("button", { name: "Close notification" }).press("Enter");
  await expect(toastsOf(page)).toHaveCount(0);
  await expect(search).toBeFocused();
});

test("swiping right past 50 px dismisses it; 49 px, and any distance to the left, does not", async ({
  person,
  openWindowOf,
}) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  const toast = await archive(page, "Hall");
  for (const px of [49, 50, -120]) {
    await swipe(page, toast, px);
    await expect(toast, `after ${px} px`).toHaveAttribute("data-state", "open");
  }
  await swipe(page, toast, 51);
  await expect(toast).toHaveCount(0);
  expect(await timedToastsIn(page)).toHaveLength(1);
});

test("its close button dismisses it, its action undoes, and F8 reaches it on a public screen", async ({
  person,
  openWindowOf,
  page: publicPage,
}) => {
  const page = await openDashboard(person, openWindowOf, ["Hall"]);
  const toast = await archive(page, "Hall");
  await toast.getByRole("button", { name: "Close notification" }).click();
  await expect(toast).toHaveCount(0);
  await page.goto("/dashboard?state=archived");
  await page.getByRole("button", { name: "More actions for Hall" }).click();
  await page.getByRole("menuitem", { name: "Move to bin" }).click();
  await toastsOf(page).getByRole("button", { name: "Undo" }).click();
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "Hall" })).toBeVisible();

  for (const path of ["/", "/pricing", "/login", "/webxr"]) {
    await publicPage.goto(path);
    await expect(publicPage.getByRole("heading", { level: 1 })).toBeVisible();
    await publicPage.keyboard.press("F8");
    await expect(publicPage.getByRole("region", { name: /^Notifications/ }).getByRole("list")).toBeFocused();
  }
});

test("Escape closes the dialog or menu with the focus, and the toast only from within it", async ({
  person,
  openWindowOf,
  server,
}) => {
  const owner = await person();
  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  const page = await (await openWindowOf(owner)).newPage();
  await openEditor(page, blueprint);
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  // A dialog hides its surroundings from assistive technology, so the toast is not found by its role.
  const toast = page.locator("li[data-state='open']", { hasText: "Version 1 is published" });
  await expect(toast).toBeVisible();
  // While hovered, it stays for as long as this takes.
  const { x, y } = await middleOf(toast);
  await page.mouse.move(x, y);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(toast).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(toastsOf(page)).toHaveCount(0);
});
