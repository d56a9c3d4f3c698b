import { readFile } from "node:fs/promises";
import { createApiClient } from "@blueprint/contract/api-client";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { addSigns, listSignPrints, startSignPrint } from "@blueprint/contract/signs";
import { beginVisit, reportVisit } from "@blueprint/contract/visits";
import type { Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import type { LaunchedServer } from "../harness/launch-server.ts";
import { expect, type Person, test } from "../harness/people.ts";
import { readSheet } from "../harness/read-sheet.ts";

// Visits of robots aren't counted, and a browser without a window calls itself one.
const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36";
test.use({ userAgent: browserName });

declare global {
  interface Window {
    heldBeacons: Blob[];
  }
}

/** Keeps what the page's beacons hold: the test's own view of the network lacks it. */
async function listenToBeacons(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heldBeacons = [];
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, data) => {
      window.heldBeacons.push(data as Blob);
      return send(url, data);
    };
  });
}

const opening = "Welcome and opening hours";

/** A sign that opens the first card of a place. @returns what a phone reads from its printed sheet */
async function printSign(
  server: Pick<LaunchedServer, "url">,
  owner: Person,
  { id: blueprintId }: Pick<Blueprint, "id">,
  spot: string,
): Promise<string> {
  const params = { blueprintId };
  const target = { kind: "anchor", value: "welcome" } as const;
  await owner.api(addSigns, { params, body: { signs: [{ spot, target, title: opening }] } });
  const sheet = { format: "a6", paper: "trimmed", style: "dark", readingDistanceMm: 500 } as const;
  await owner.api(startSignPrint, { params, body: { signIds: null, sheet, fileKind: "pdf" } });
  let url = "";
  await expect(async () => {
    const [print] = (await owner.api(listSignPrints, { params })).prints;
    url = print?.files[0]?.url ?? "";
    expect(url).not.toBe("");
  }).toPass();
  const pdf = await fetch(new URL(url, server.url));
  const [read] = await readSheet(new Uint8Array(await pdf.arrayBuffer()), sheet.format, sheet.paper);
  return read ?? "";
}

test("visits are counted without cookies, and the team reads from five visitors on what was looked at", async ({
  page,
  person,
  server,
  openWindowOf,
  judge,
}) => {
  const owner = await person({ name: "Nora Numbers" });
  const house = await publishFullHouse(server, owner);
  const teamPage = await (await openWindowOf(owner)).newPage();
  const sent: string[] = [];
  const spots: object[] = [];
  page.on("request", (request) => {
    if (/visits$|visit-events$/.test(request.url())) sent.push(request.postData() ?? "");
  });

  const code = await printSign(server, owner, house, "Entrance");
  await test.step("a visitor scans the sign on the wall, reads its card and leaves; nothing is sent before they move", async () => {
    await listenToBeacons(page);
    await page.goto(code);
    await expectScanShown(page);
    await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText(opening);
    expect(sent).toEqual([]);
    const begun = page.waitForResponse(/\/visits$/);
    await page.keyboard.press("v");
    expect(await (await begun).json()).toEqual({ visit: expect.any(String) });
    expect(sent).toHaveLength(1);
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "walk");
    // What happened is reported as the page is left.
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await expect.poll(() => sent.length).toBe(2);
    const { events } = JSON.parse(await page.evaluate(async () => window.heldBeacons[0]?.text() ?? "")) as {
      events: { what: { kind: string } }[];
    };
    expect(events.map(({ what }) => what.kind)).toEqual(expect.arrayContaining(["anchor", "spot"]));
    spots.push(...events.map(({ what }) => what).filter(({ kind }) => kind === "spot"));
    await page.goto("/help");
    expect(await page.context().cookies()).toEqual([]);
  });
  await test.step("four more, as their browsers report it", async () => {
    const params = { slug: house.slug };
    const { anchors } = (await (await fetch(`${server.url}/api/published/${house.slug}`)).json()).scene as {
      anchors: { id: string; title: string }[];
    };
    const id = anchors.find(({ title }) => title === opening)?.id ?? "";
    for (const number of [1, 2, 3, 4]) {
      const visitor = createApiClient({
        baseUrl: server.url,
        headers: { "user-agent": `${browserName} Edg/${number}` },
      });
      const body = { form: "scene", device: "phone", site: "example.org" } as const;
      const { visit } = await visitor(beginVisit, { params, body });
      const events = [
        { at: 10, what: { kind: "anchor", id } as const },
        { at: 11, what: { kind: "seen", seconds: 90 } as const },
        // They stand where the first one stood.
        ...spots.map((what, index) => ({
          at: 12 + index,
          what: what as { kind: "spot"; x: number; z: number; floorDm: number },
        })),
      ];
      await visitor(reportVisit, { body: { visit: visit ?? "", events } });
    }
  });
  await test.step("the team sees them with their definitions", async () => {
    await teamPage.goto("/dashboard");
    await teamPage.getByRole("button", { name: `More actions for ${house.name}` }).click();
    await teamPage.getByRole("menuitem", { name: "Visitor numbers" }).click();
    await expect(teamPage.getByRole("heading", { name: "Visitor numbers", level: 1 })).toBeVisible();
    const cards = teamPage.getByRole("table", { name: "Cards" });
    await expect(async () => {
      await teamPage.reload();
      await expect(cards.getByRole("row", { name: `${opening} 5 5` })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(teamPage.getByRole("definition").filter({ hasText: /^5$/ }).first()).toBeVisible();
    await expect(
      teamPage.getByRole("table", { name: "Devices" }).getByRole("row", { name: "Phone fewer than 5" }),
    ).toBeVisible();
    await expect(
      teamPage
        .getByRole("table", { name: "Short links and signs" })
        .getByRole("row", { name: "Entrance fewer than 5" }),
    ).toBeVisible();
    const plan = teamPage.getByRole("region", { name: "Where visitors were" });
    await expect(
      plan.getByRole("img", { name: `${spots.length} spot${spots.length === 1 ? "" : "s"} ` }),
    ).toBeVisible();
    await judge(teamPage, "visitor-numbers");
    await teamPage.getByRole("link", { name: "Visitors", exact: true }).click();
    await expect(teamPage.getByText("a visitor who comes back on another day counts again")).toBeInViewport();
    await teamPage.getByText("Show as a table").click();
    await expect(teamPage.getByRole("table", { name: "Visits of each day" }).getByRole("row").last()).toContainText(
      "5",
    );
  });
  await test.step("the dashboard lists the place with its visitors", async () => {
    await teamPage.getByRole("link", { name: "Blueprints", exact: true }).first().click();
    const overview = teamPage.getByRole("table", { name: "Visitors, last 30 days" });
    await expect(overview.getByRole("row", { name: `${house.name} 5 5` })).toBeVisible();
    await judge(teamPage, "visitor-overview");
    await overview.getByRole("link", { name: house.name }).click();
  });
  await test.step("by the hour, and as a file", async () => {
    await teamPage.getByRole("radio", { name: "Today" }).click();
    await expect(teamPage.getByRole("heading", { name: "Visits of each hour" })).toBeVisible();
    const download = teamPage.waitForEvent("download");
    await teamPage.getByRole("button", { name: "CSV" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain(`${opening},5,,5`);
  });
});

test("a browser that asks not to be tracked sends nothing", async ({ page, operator, server }) => {
  const house = await publishFullHouse(server, operator);
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/visits$|visit-events$|visit-collector/.test(request.url())) sent.push(request.url());
  });
  await page.goto(`/webxr?b=${house.slug}&text=1`);
  await expect(page.getByRole("heading", { name: opening }).first()).toBeVisible();
  await page.mouse.move(200, 200);
  await page.keyboard.press("Tab");
  await page.goto("/help");
  expect(sent).toEqual([]);
});
