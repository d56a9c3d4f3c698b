import { createServer, type IncomingHttpHeaders } from "node:http";
import type { BrowserContext, Page } from "@playwright/test";
import { embedSettings } from "../harness/embed-settings.ts";
import { expect, test } from "../harness/people.ts";

const collectorPort = 18_733;
const collector = `http://127.0.0.1:${collectorPort}`;

// As npm start sets it where measurement is configured.
test.use({ serverSettings: { CONNECT_ORIGINS: collector } });

interface Collected {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { client_id: string; events: { name: string; params: Record<string, unknown> }[] };
}

/** Stands in for the provider: records what it receives. */
async function startCollector() {
  const collected: Collected[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Collected["body"];
      collected.push({ url: request.url ?? "", headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(collectorPort, "127.0.0.1", resolve));
  return {
    collected,
    pages: () => collected.map(({ body }) => body.events[0]?.params.page_location),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const measure = (window: BrowserContext) =>
  embedSettings(window, {
    VITE_BACKEND_MEASUREMENT_ID: "G-TEST1234",
    VITE_API_KEY: "a secret",
    VITE_MEASUREMENT_ENDPOINT: `${collector}/mp/collect`,
  });

const noteOf = (page: Page) => page.getByRole("region", { name: "Can we count your visit?" });

test("nothing is sent before a visitor agrees, and one page view for each public page afterwards", async ({
  openWindow,
  server,
  screens,
}) => {
  await using google = await startCollector();
  const window = await openWindow();
  await measure(window);
  const page = await window.newPage();
  await page.goto("/?utm_source=mail");
  await expect(noteOf(page)).toBeVisible();
  await screens(page);
  await page.goto("/faq#a");
  await expect(noteOf(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(google.collected).toEqual([]);

  await noteOf(page).getByRole("button", { name: "Agree" }).click();
  await expect(noteOf(page)).toHaveCount(0);
  await expect.poll(google.pages).toEqual([`${server.url}/faq`]);
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect(page).toHaveURL("/pricing");
  await expect.poll(google.pages).toHaveLength(2);
  // A private screen redirects to the sign-in page; an alias is not a page; a missing page is not counted.
  for (const path of ["/accept-invite?token=of-somebody#x", "/dashboard?state=archived", "/sign-in?next=/profile"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(noteOf(page)).toHaveCount(0);
  }
  await page.goto("/help/");
  await expect
    .poll(google.pages)
    .toEqual(["/faq", "/pricing", "/accept-invite", "/login", "/login", "/help"].map((path) => server.url + path));

  for (const { url, headers, body } of google.collected) {
    expect(url).toBe("/mp/collect?measurement_id=G-TEST1234&api_secret=a+secret");
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(body).toEqual({
      client_id: google.collected[0]?.body.client_id,
      consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
      events: [
        {
          name: "page_view",
          params: {
            page_location: expect.any(String),
            session_id: expect.stringMatching(/^\d+$/),
            engagement_time_msec: expect.any(Number),
          },
        },
      ],
    });
    expect(body.client_id).toMatch(/^\d+\.\d+$/);
  }
});

test("nothing is sent after a visitor refuses, and the choice can be changed on the privacy page", async ({
  openWindow,
  server,
}) => {
  await using google = await startCollector();
  const window = await openWindow();
  await measure(window);
  const page = await window.newPage();
  await page.goto("/");
  await noteOf(page).getByRole("button", { name: "Decline", exact: true }).click();
  await expect(noteOf(page)).toHaveCount(0);
  for (const path of ["/pricing", "/", "/privacy"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(noteOf(page)).toHaveCount(0);
  }
  await expect(page.getByText("You declined in this browser, so nothing is counted.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(google.collected).toEqual([]);
  await page.getByRole("button", { name: "Count my visits" }).click();
  await expect.poll(google.pages).toEqual([`${server.url}/privacy`]);
  await page.getByRole("button", { name: "Stop counting" }).click();
  await page.goto("/terms");
  await page.waitForLoadState("networkidle");
  expect(google.pages()).toEqual([`${server.url}/privacy`]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("clientId");
});

test("a browser that opts out of tracking is neither asked nor counted, whatever was agreed before", async ({
  openWindow,
  server,
}) => {
  await using google = await startCollector();
  for (const signal of ["globalPrivacyControl", "doNotTrack"]) {
    // Consent from an earlier visit.
    const localStorage = [
      { name: "blueprint.measurement", value: JSON.stringify({ choice: "agreed", clientId: "1.1" }) },
    ];
    const window = await openWindow({ storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] } });
    await measure(window);
    await window.addInitScript(
      (name) => Object.defineProperty(navigator, name, { value: name === "doNotTrack" ? "1" : true }),
      signal,
    );
    const page = await window.newPage();
    await page.goto("/privacy");
    await expect(page.getByText("Your browser asks sites not to track you")).toBeVisible();
    await expect(noteOf(page)).toHaveCount(0);
    await page.waitForLoadState("networkidle");
  }
  expect(google.collected).toEqual([]);
});

test("without a provider id nobody is asked", async ({ page }) => {
  await page.goto("/privacy");
  await expect(page.getByText("Browsers with Global Privacy Control or Do Not Track are not counted.")).toBeVisible();
  await expect(noteOf(page)).toHaveCount(0);
  await expect(page.getByText("Google Analytics")).toHaveCount(0);
});
