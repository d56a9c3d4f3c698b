import type { Blueprint } from "@blueprint/contract/blueprints";
import { getTeamPlan } from "@blueprint/contract/plans";
import type { Page } from "@playwright/test";
import { AiService, quoteAloud } from "../../apps/server/src/features/conversations/testing/ai-service.ts";
import { LiveServer } from "../../apps/web/src/lib/live-ai/testing/live-server.ts";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { embedSettings } from "../harness/embed-settings.ts";
import { publishFullHouse } from "../harness/full-house.ts";
import { wearHeadset } from "../harness/headset.ts";
import { expect, test } from "../harness/people.ts";
import { canSpeak, type SpokenWords, speakSentence } from "../harness/spoken-words.ts";
import { keepPicture } from "../harness/test.ts";

const aiPort = 18_733;
const livePort = 18_734;
const liveOrigin = `ws://127.0.0.1:${livePort}`;
const sentence = "which room is quiet downstairs please";
const canRun = canSpeak();
// The browser needs the file when it starts. It plays it from the beginning for each microphone, once.
const speech: SpokenWords | null = canRun ? speakSentence(sentence, { leadMs: 3_000, tailMs: 60_000 }) : null;

test.use({
  serverSettings: {
    AI_KEY: "right-key",
    AI_URL: `ws://127.0.0.1:${aiPort}/live`,
    CONNECT_ORIGINS: liveOrigin,
  },
  permissions: ["microphone"],
  // A headless shell has no microphone.
  launchOptions: async ({ wholeBrowser }, use) => {
    const args = [
      ...(wholeBrowser.args ?? []),
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${speech?.path}%noloop`,
    ];
    await use({ ...wholeBrowser, args });
  },
});
test.skip(!canRun, "needs Debian's espeak-ng");

let house: Blueprint;
let ai: AiService;

test.beforeAll(async ({ server, operator }) => {
  ai = await AiService.start("current", aiPort);
  if (speech !== null) ai.hear = speech.hear;
  ai.model = quoteAloud;
  ai.speak = toTone;
  house = await publishFullHouse(server, operator);
});
test.afterAll(async () => {
  await ai[Symbol.asyncDispose]();
  speech?.remove();
});

/** Eight seconds of 440 Hz, 24 kHz 16-bit PCM: long enough to be seen on a busy machine, and to be stopped. */
function toTone(): Buffer {
  return Buffer.from(
    Int16Array.from({ length: 192_000 }, (_, at) => 8_000 * Math.sin((at * 440 * 2 * Math.PI) / 24_000)).buffer,
  );
}

async function openVoice(page: Page, mode: "Hands-free" | "Hold", search = "") {
  await page.goto(`/webxr?b=${house.slug}${search}`);
  await page.getByRole("button", { name: "Ask this place" }).click();
  const guide = page.getByRole("region", { name: "Ask this place" });
  await guide.getByRole("button", { name: "Turn on answers" }).click();
  const voice = guide.getByRole("region", { name: "Speak with the guide" });
  await voice.getByRole("radio", { name: mode, exact: true }).click();
  const answers = guide.getByRole("list", { name: "Your questions and the answers" });
  return { guide, voice, answers, newest: answers.getByRole("listitem").first() };
}

test("hands-free, a spoken question is understood word by word on a line that is cut, and its answer heard", async ({
  page,
  operator,
  axe,
  expectConsoleError,
}) => {
  expectConsoleError(/live AI connection/);
  const { voice, newest } = await openVoice(page, "Hands-free");
  await test.step("it says what is sent where before anything is", async () => {
    await expect(voice).toContainText("Your voice is sent to 127.0.0.1 while you hold the button");
    await axe(page);
    await keepPicture(page, "guide-voice-offer");
    expect(ai.received).toEqual([]);
  });
  await voice.getByRole("button", { name: "Turn on the microphone" }).click();
  await expect(voice.getByRole("status")).toHaveText("The microphone is on");
  await expect(voice.getByRole("status")).toHaveText("Listening to you");
  const cutting = setInterval(() => ai.cut(), 1_300);
  await expect(newest).toContainText("which room");
  setTimeout(() => clearInterval(cutting), 3_000);
  await expect(newest.getByRole("heading", { name: sentence })).toBeVisible();
  await expect(newest.getByRole("list", { name: "Where this comes from" })).toBeVisible();
  await expect(voice.getByRole("status")).toHaveText("The guide is speaking");
  await voice.getByRole("button", { name: "Stop the answer" }).click();
  await expect(voice.getByRole("status")).toHaveText("The microphone is on");
  expect(ai.setups.length, "connections").toBeGreaterThan(2);
  await axe(page);
  await keepPicture(page, "guide-voice-answered");
  await test.step("its seconds are the team's", async () => {
    const params = { teamId: house.teamId };
    const { meters } = await operator.api(getTeamPlan, { params });
    const { items, used } = meters.find(({ limit }) => limit === "guideMinutes")!;
    expect(items).toEqual([{ label: house.name, amount: used, blueprintId: house.id }]);
    expect(used).toBeGreaterThan(4 / 60);
  });
  await voice.getByRole("button", { name: "Turn off the microphone" }).click();
  await expect(voice.getByRole("button", { name: "Turn on the microphone" })).toBeVisible();
});

test("while the space bar is held; a server that dies meanwhile costs no word", async ({
  page,
  server,
  axe,
  expectConsoleError,
}) => {
  expectConsoleError(/live AI connection|WebSocket connection|Failed to load resource|ERR_CONNECTION/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const { voice, newest } = await openVoice(page, "Hold", "&text=1");
  await voice.getByRole("button", { name: "Turn on the microphone" }).click();
  await expect(voice.getByRole("status")).toHaveText("The microphone is on");
  await page.getByRole("heading", { level: 1 }).first().click();
  await page.keyboard.down("Space");
  await expect(voice.getByRole("button", { name: "Hold to speak" })).toHaveAttribute("aria-pressed", "true");
  await axe(page);
  await keepPicture(page, "guide-voice-held");
  await page.waitForTimeout(4_000);
  await server.kill9();
  await server.restart();
  // The whole sentence has been said by now.
  await page.waitForTimeout(1_500);
  await page.keyboard.up("Space");
  await expect(newest.getByRole("heading", { name: sentence })).toBeVisible();
  await expect(newest.getByRole("list", { name: "Where this comes from" })).toBeVisible();
});

test("in a headset, while the trigger is held; question and answer stand in the air", async ({ page }) => {
  await wearHeadset(page);
  const { voice } = await openVoice(page, "Hold");
  await expectScanShown(page);
  await voice.getByRole("button", { name: "Turn on the microphone" }).click();
  await expect(voice.getByRole("status")).toHaveText("The microphone is on");
  await page.getByRole("button", { name: "Enter VR" }).click();
  const scene = sceneOf(page);
  await expect(scene).toHaveAttribute("data-caption", "Hold the trigger while you speak.");
  const room = await scene.getAttribute("data-room");
  const pull = (value: number) =>
    page.evaluate((pulled) => window.xrDevice.controllers.right.updateButtonValue("trigger", pulled), value);
  await pull(1);
  await expect(scene).toHaveAttribute("data-caption", "Listening to you");
  // The whole sentence has been said by then.
  await page.waitForTimeout(6_000);
  await keepPicture(page, "guide-voice-headset");
  await pull(0);
  await expect(scene).toHaveAttribute("data-caption", "Room 1");
  await expect(scene, "a trigger that is held goes nowhere").toHaveAttribute("data-room", room!);
  await keepPicture(page, "guide-voice-headset-answer");
});

test("with a key in the build, the studio sends speech as the specification says, and plays what comes back", async ({
  operator,
  openWindowOf,
}) => {
  await using live = await LiveServer.start(livePort);
  const page = await (await openWindowOf(operator, { permissions: ["microphone"] })).newPage();
  await embedSettings(page, { VITE_AI_KEY: "right-key", VITE_AI_ENDPOINT: `${liveOrigin}/ws/live` });
  await page.goto(`/blueprints/${house.id}/ai-studio`);
  await page.getByRole("button", { name: "Turn on the microphone" }).click();
  const hold = page.getByRole("button", { name: "Hold to speak" });
  await hold.hover();
  await page.mouse.down();
  await expect(hold).toHaveAttribute("aria-pressed", "true");
  await page.waitForTimeout(5_000);
  await page.mouse.up();
  const kindOf = (message: unknown) => Object.keys(message as object)[0];
  await expect.poll(() => kindOf(live.received.at(-1))).toBe("clientContent");
  const [setup, lead, ...spoken] = live.received;
  const end = spoken.pop();
  expect(kindOf(setup)).toBe("setup");
  expect(lead).toMatchObject({ clientContent: { turns: [{ role: "user" }], turnComplete: false } });
  expect(JSON.stringify(lead)).toContain("Welcome and opening hours");
  expect(spoken.length).toBeGreaterThan(50);
  for (const message of spoken) {
    const chunk = { mimeType: "audio/pcm;rate=16000", data: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) };
    expect(message).toEqual({ realtimeInput: { mediaChunks: [chunk] } });
  }
  expect(end).toEqual({ clientContent: { turns: [], turnComplete: true } });
  const inlineData = { mimeType: "audio/pcm;rate=24000", data: toTone().toString("base64") };
  live.send({ serverContent: { modelTurn: { parts: [{ text: "Room 1 is quiet [1]." }, { inlineData }] } } });
  live.send({ serverContent: { turnComplete: true } });
  const conversation = page.getByRole("list", { name: "Conversation" });
  await expect(conversation).toContainText("Spoken question");
  await expect(conversation).toContainText("Room 1 is quiet [1].");
  await page.getByRole("button", { name: "Stop the answer" }).click();
  await expect(page.getByRole("button", { name: "Stop the answer" })).toBeHidden();
  await keepPicture(page, "guide-voice-studio");
});

test("a microphone that isn’t allowed leaves the keyboard, in German as well", async ({ openWindow }) => {
  const page = await (await openWindow({ permissions: [], viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`/webxr?b=${house.slug}&lang=de`);
  await page.getByRole("button", { name: "Fragen zu diesem Ort" }).click();
  const guide = page.getByRole("region", { name: "Fragen zu diesem Ort" });
  await guide.getByRole("button", { name: "Antworten einschalten" }).click();
  const voice = guide.getByRole("region", { name: "Mit der Auskunft sprechen" });
  await voice.getByRole("button", { name: "Mikrofon einschalten" }).click();
  await expect(voice).toContainText("Das Mikrofon ist hier nicht erlaubt.");
  await keepPicture(page, "guide-voice-denied");
  ai.model = ({ notes }) => `${notes[0]!.text.split(".")[0]} [${notes[0]!.number}].`;
  await guide.getByRole("searchbox", { name: "Ihre Frage" }).fill("Öffnungszeiten");
  await guide.getByRole("button", { name: "Fragen", exact: true }).click();
  await expect(guide.getByRole("list", { name: "Ihre Fragen und die Antworten" })).toContainText("Woher das stammt");
});
