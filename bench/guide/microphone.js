// From the microphone to the AI service: what we add to speech, in a real browser through the real relay.
//
// Chromium's simulated microphone plays short bursts of sound. A second audio worklet in the same graph notes when the
// browser delivers each of them; the local service notes when the chunk that holds it arrives. In between lie our worklet,
// its resampling, chunks of 40 ms, the socket, and the relay. Both clocks are this machine's, in whole milliseconds.
//
// Target: 60 ms (p95). Quality is printed with the time: bursts that arrived, and the loudness they arrived with.
//
// Usage: node bench/guide/microphone.js
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { AiService } from "../../apps/server/src/features/conversations/testing/ai-service.ts";
import { toWav } from "../../e2e/harness/wav.ts";
import { findChromium } from "../../tools/chromium.ts";
import { startProduct } from "../load/product.js";
import { toShares } from "./conversations.js";
import { makeVenue } from "./passages.js";
import { publishVenue } from "./venue.js";

const addedMsMax = 60;
const holds = 5;
const holdMs = 6_000;
const burstEveryMs = 700;
const burstMs = 60;
const loudFrom = 0.03;
/** After as much silence, sound is a new burst. */
const quietMs = 250;
const { passages } = makeVenue(50, 5);

const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-microphone-"));
const soundFile = writeBursts(join(dir, "bursts.wav"));
const ai = await AiService.start();
const product = await startProduct({ AI_KEY: ai.settings.key, AI_URL: ai.settings.url });
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: [
    ...["--no-sandbox", "--enable-unsafe-swiftshader", "--use-fake-ui-for-media-stream"],
    ...["--use-fake-device-for-media-stream", `--use-file-for-fake-audio-capture=${soundFile}`],
  ],
});
try {
  const slug = await publishVenue(product, passages);
  const arrived = [];
  let loudAtMs = Number.NEGATIVE_INFINITY;
  let peak = 0;
  ai.onSpeech = (data) => {
    const nowMs = Date.now();
    const bytes = Buffer.from(data, "base64");
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_768;
    peak = Math.max(peak, loudest);
    if (loudest < loudFrom) return;
    if (nowMs - loudAtMs > quietMs) arrived.push(nowMs);
    loudAtMs = nowMs;
  };
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  const delivered = [];
  await page.exposeFunction("noteBurst", (atMs) => delivered.push(atMs));
  await page.addInitScript(probeMicrophones, { loudFrom, quietMs });
  await page.goto(`${product.url}/webxr?b=${slug}&text=1`);
  await page.getByRole("button", { name: "Ask this place" }).click();
  await page.getByRole("button", { name: "Turn on answers" }).click();
  await page.getByRole("radio", { name: "Hold", exact: true }).click();
  await page.getByRole("button", { name: "Turn on the microphone" }).click();
  const button = page.getByRole("button", { name: "Hold to speak" });
  await button.waitFor();
  const spans = [];
  for (let hold = 0; hold < holds; hold += 1) {
    await button.hover();
    await page.mouse.down();
    // The first words of a question also wait for a connection to the service; that is measured in voice.js.
    await wait(500);
    const from = Date.now();
    await wait(holdMs);
    spans.push([from, Date.now() - 200]);
    await page.mouse.up();
    await wait(1_500);
  }
  const heard = delivered.filter((atMs) => spans.some(([from, to]) => atMs >= from && atMs <= to));
  const times = heard.flatMap((atMs) => {
    const at = arrived.find((one) => one >= atMs && one - atMs < burstEveryMs / 2);
    return at === undefined ? [] : [at - atMs];
  });
  const { p50, p95 } = toShares(times);
  console.log(`from the microphone    p50 ${p50} ms, p95 ${p95} ms for ${times.length} bursts of sound`);
  console.log(
    `quality  ${times.length} of ${heard.length} bursts arrived, the loudest at ${Math.round(100 * peak)} % of full scale`,
  );
  const isMet = p95 <= addedMsMax && heard.length >= 20 && times.length === heard.length;
  console.log(
    `${isMet ? "met   " : "MISSED"} ${p95} ms (p95) added from the microphone to the service (at most ${addedMsMax} ms)`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  await browser.close();
  await product.dispose();
  await ai[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
}

/** A minute of 48 kHz 16-bit mono: bursts of a voice-like sound in silence. */
function writeBursts(path) {
  const hz = 48_000;
  const samples = new Int16Array(60 * hz);
  for (let index = 0; index < samples.length; index += 1) {
    const atMs = (index * 1_000) / hz;
    if (atMs % burstEveryMs >= burstMs) continue;
    const turn = (2 * Math.PI * index) / hz;
    samples[index] = 9_000 * (Math.sin(200 * turn) + Math.sin(620 * turn) + Math.sin(1_450 * turn));
  }
  writeFileSync(path, toWav([samples], hz));
  return path;
}

/**
 * Runs in the page: notes each burst when the browser delivers it to the audio context that sends it. Another context
 * would have buffers of its own, and the time between the two would be measured too.
 */
function probeMicrophones({ loudFrom: threshold, quietMs: quiet }) {
  const source = `registerProcessor("probe", class extends AudioWorkletProcessor {
    loudAtMs = -Infinity;
    process([[samples]]) {
      const nowMs = Date.now();
      if (samples?.some((sample) => Math.abs(sample) >= ${threshold})) {
        if (nowMs - this.loudAtMs > ${quiet}) this.port.postMessage(nowMs);
        this.loudAtMs = nowMs;
      }
      return true;
    }
  });`;
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (...given) {
    await addModule.call(this, URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    return addModule.apply(this, given);
  };
  const { createMediaStreamSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    const microphone = createMediaStreamSource.call(this, stream);
    const probe = new AudioWorkletNode(this, "probe");
    probe.port.onmessage = ({ data }) => void window.noteBurst(data);
    microphone.connect(probe).connect(this.destination);
    return microphone;
  };
}
