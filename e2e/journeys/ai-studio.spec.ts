import type { Page } from "@playwright/test";
import { LiveServer } from "../../apps/web/src/lib/live-ai/testing/live-server.ts";
import { describeAnchor, expectSaved, openEditor, placeAnchor } from "../harness/editor.ts";
import { embedSettings } from "../harness/embed-settings.ts";
import { expect, test } from "../harness/people.ts";
import { makeBlueprint, makeReadyBlueprint } from "../harness/scans.ts";

const livePort = 18_731;
const liveOrigin = `ws://127.0.0.1:${livePort}`;

// As npm start sets it where a live AI is configured.
test.use({ serverSettings: { CONNECT_ORIGINS: liveOrigin } });

const configureLiveAi = (page: Page) =>
  embedSettings(page, { VITE_AI_KEY: "right-key", VITE_AI_ENDPOINT: `${liveOrigin}/ws/live` });

test("without a key the studio searches the blueprint's anchors", async ({
  person,
  openWindowOf,
  server,
  screens,
  expectConsoleError,
}) => {
  // From the blueprint that does not exist.
  expectConsoleError(/status of 404/);
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  const empty = await makeBlueprint(owner, "Cellar");
  await page.goto(`/blueprints/${empty.id}/ai-studio`);
  await expect(page.getByRole("heading", { level: 1, name: "AI studio" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No anchors yet" })).toBeVisible();
  await expect(page.getByText("No AI service connected")).toBeVisible();

  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  await openEditor(page, blueprint);
  await placeAnchor(page);
  await describeAnchor(page, "Ticket desk", "Cash only. Closed on Mondays.");
  await expectSaved(page);
  await page.goto(`/blueprints/${blueprint.id}/ai-studio`);
  const anchors = page.getByRole("list", { name: "Anchors" }).getByRole("listitem");
  await expect(anchors).toHaveText([/Ticket desk.*Closed on Mondays/s]);
  await page.getByLabel("Search anchors").fill("When are tickets sold on monday?");
  await expect(anchors).toHaveCount(1);
  await expect(page.getByText("1 of 1 anchor")).toBeVisible();
  await page.getByLabel("Search anchors").fill("helicopter");
  await expect(page.getByText("No anchors mention “helicopter”.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ask the guide" })).toHaveCount(0);
  await screens(page);

  await page.goto("/blueprints/00000000-0000-4000-8000-000000000000/ai-studio");
  await expect(page.getByRole("heading", { name: "Blueprint not found" })).toBeVisible();
});

test("with a key the guide answers in writing; questions survive a lost connection", async ({
  person,
  openWindowOf,
  server,
  screens,
  expectConsoleError,
}) => {
  expectConsoleError(/The live AI connection failed|WebSocket connection to/);
  await using live = await LiveServer.start(livePort);
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  await openEditor(page, blueprint);
  await placeAnchor(page);
  await describeAnchor(page, "Ticket desk", "Cash only. Closed on Mondays.");
  await expectSaved(page);
  await configureLiveAi(page);
  await page.goto(`/blueprints/${blueprint.id}/ai-studio`);
  const connection = page.getByRole("status", { name: "Connection" });
  await expect(connection).toHaveText("Closed");
  expect(live.requests).toEqual([]);

  await page.getByLabel("Question").fill("When is the ticket desk closed?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(connection).toHaveText("Open");
  await expect.poll(() => live.received.length).toBe(2);
  expect(JSON.stringify(live.received[1])).toContain("Closed on Mondays.");
  live.send({ serverContent: { modelTurn: { parts: [{ text: "On Mon" }] } } });
  const conversation = page.getByRole("list", { name: "Conversation" });
  await expect(conversation).toContainText("On Mon");
  live.send({ serverContent: { modelTurn: { parts: [{ text: "days [1]." }] }, turnComplete: true } });
  await expect(conversation).toContainText("On Mondays [1].");
  await expect(page.getByRole("list", { name: "Anchors cited in this answer" })).toContainText("Ticket desk");
  await screens(page);

  live.holdSetup();
  live.cutConnections();
  await expect(page.getByText("WebSocket connection failed")).toBeVisible();
  await expect(connection).toHaveText("Closed");
  await page.getByLabel("Question").fill("May I pay by card?");
  await page.keyboard.press("Enter");
  await expect(connection).toHaveText("Connecting");
  await expect(conversation.getByRole("listitem").last()).toContainText("Not sent yet");
  await expect.poll(() => live.received.length).toBe(3);
  live.send({ setupResponse: {} });
  await expect.poll(() => JSON.stringify(live.received[3] ?? null)).toContain("May I pay by card?");
  await expect(conversation).not.toContainText("Not sent yet");
});
