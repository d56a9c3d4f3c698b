import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApiClient } from "@blueprint/contract/api-client";
import { listBlueprints } from "@blueprint/contract/blueprints";
import { expect, test } from "../harness/people.ts";
import { openDatabase } from "../harness/sign-in.ts";

test.use({ serverSettings: { WEBHOOKS_TO_PRIVATE_ADDRESSES: "true" } });

test("an owner creates a key, a program uses it, and revoking it stops that", async ({
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
  await page.getByRole("button", { name: "Create key" }).click();
  const token = await page.getByLabel("API key", { exact: true }).inputValue();
  await judge(page, "api key shown");
  await page.getByRole("button", { name: "I've copied it" }).click();

  const api = createApiClient({ baseUrl: server.url, headers: { authorization: `Bearer ${token}` } });
  await api(listBlueprints, { query: { teamId: owner.teamId } });
  await page.reload();
  await expect(page.getByText(/Last used .* from /)).toBeVisible();
  await judge(page, "api keys");
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await expect(api(listBlueprints, { query: { teamId: owner.teamId } })).rejects.toMatchObject({
    code: "api-key-invalid",
  });
});

test("a session left open must be confirmed before it creates a key", async ({
  person,
  server,
  openWindowOf,
  judge,
  expectConsoleError,
}) => {
  // The server's refusals before authentication, and the wrong password.
  expectConsoleError(/status of 40[13]/);
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/settings?section=api-keys");
  const database = openDatabase(server);
  await database`update auth_sessions set created_at = now() - interval '1 hour'`;
  await database.end();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Nightly export");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await judge(page, "confirm identity");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Confirm it's you to continue. Nothing was changed.")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Your password").fill("not the one");
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(dialog.getByText("Invalid password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^bp_/);
});

test("an owner adds a webhook, tests it with a ping, sees the response and sends it again", async ({
  person,
  openWindowOf,
  judge,
}) => {
  const bodies: string[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString("utf8");
    });
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 503 : 200).end("Noted, thank you.");
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  try {
    const owner = await person();
    const page = await (await openWindowOf(owner)).newPage();
    await page.goto("/settings?section=webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByLabel("Address").fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await judge(page, "webhook new");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
    await page.getByRole("button", { name: "I've copied it" }).click();

    await page.getByRole("button", { name: /^Show log/ }).click();
    await page.getByRole("button", { name: "Send ping" }).click();
    const log = page.locator("details");
    await expect(log.getByText("Failed")).toBeVisible();
    await log.getByText("ping", { exact: true }).click();
    await expect(log.getByText(/answered 503/)).toBeVisible();
    await log.getByRole("button", { name: "Send again" }).click();
    await expect(log.getByText("Delivered")).toBeVisible();
    await expect(log.getByText(/answered 200/)).toBeVisible();
    await judge(page, "webhook log");
    expect(bodies[1], "the same once more").toBe(bodies[0]);

    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Stop" }).click();
    await expect(page.getByText("Stopped. Nothing is sent.")).toBeVisible();
    await judge(page, "webhook stopped");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("On", { exact: true })).toBeVisible();
  } finally {
    await new Promise((done) => receiver.close(done));
  }
});
