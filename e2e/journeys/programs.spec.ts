import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { listBlueprints } from "@blueprint/contract/blueprints";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../harness/people.ts";

/** Set it to keep a picture of every screen, to be judged by eye. */
const picturesDir = process.env.SCREENSHOTS_DIR;

const test = base.extend<{ judge: (page: Page, name: string) => Promise<void> }>({
  judge: async ({ screens }, use) => {
    if (picturesDir !== undefined) mkdirSync(picturesDir, { recursive: true });
    await use((page, name) =>
      screens(page, async (screen) => {
        if (picturesDir === undefined) return;
        await page.screenshot({
          path: join(picturesDir, `${name} ${screen.name}.png`.replaceAll(" ", "-")),
          fullPage: true,
        });
      }),
    );
  },
});

test("an owner makes a key, a program uses it, and revoking ends that", async ({
  person,
  server,
  openWindowOf,
  judge,
}) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/settings?section=api-keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Nightly export");
  await page.getByRole("checkbox", { name: /^Publish/ }).check();
  await judge(page, "api key new");
  await page.getByRole("button", { name: "Make the key" }).click();
  const token = await page.getByLabel("API key", { exact: true }).inputValue();
  await judge(page, "api key shown");
  await page.getByRole("button", { name: "I have copied it" }).click();

  const api = createApiClient({ baseUrl: server.url, headers: { authorization: `Bearer ${token}` } });
  await api(listBlueprints, { query: { teamId: owner.teamId } });
  await page.reload();
  await expect(page.getByText(/Last used .* from /)).toBeVisible();
  await judge(page, "api keys");
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await expect(api(listBlueprints, { query: { teamId: owner.teamId } })).rejects.toMatchObject({
    code: "api-key-invalid",
  });
});
