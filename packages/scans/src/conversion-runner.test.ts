import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ConversionProgress } from "@blueprint/contract/scan-report";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConversionJob } from "./conversion.ts";
import { type ConversionOptions, runConversion } from "./conversion-runner.ts";
import { makeTexturedRoom } from "./testing/make-textured-room.ts";

const texturedRoom = makeTexturedRoom();
const misbehaving = fileURLToPath(new URL("./testing/misbehaving-conversion.ts", import.meta.url));
const parent = fileURLToPath(new URL("./testing/run-conversion-and-wait.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-runner-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const job = (originalName: string): ConversionJob => ({
  format: "glb",
  inputPath: join(folder, "original"),
  originalName,
  outputDir: folder,
});
const options = (given: Partial<ConversionOptions> = {}): ConversionOptions => ({
  memoryBytesMax: 1024 ** 3,
  timeLimitMs: 60_000,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...given,
});

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    // A zombie process still has its pid.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${processId}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function waitUntilGone(processId: number, withinMs: number): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < withinMs; ) {
    if (!isAlive(processId)) return true;
    await wait(50);
  }
  return false;
}

describe("runConversion", { timeout: 60_000 }, () => {
  it("converts in another process and passes on its progress", async () => {
    await writeFile(join(folder, "original"), await texturedRoom);
    const outputDir = await mkdtemp(join(folder, "out-"));
    const progresses: ConversionProgress[] = [];
    const report = await runConversion(
      { ...job("x".repeat(10_000)), outputDir },
      options({ onProgress: (progress) => progresses.push(progress) }),
    );
    expect(report.delivery.form).toBe("3d-tiles");
    expect(JSON.parse(await readFile(join(outputDir, "report.json"), "utf8"))).toEqual(report);
    expect([...new Set(progresses.map((progress) => progress.stage))]).toEqual([
      "checking",
      "reading",
      "textures",
      "tiling",
      "preview",
      "writing",
    ]);
    const fractions = progresses.map((progress) => progress.fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  it("passes on the converter's own problem", async () => {
    await writeFile(join(folder, "original"), (await texturedRoom).subarray(0, 5000));
    await expect(runConversion(job("cut.glb"), options())).rejects.toMatchObject({ code: "scan-truncated" });
    expect(existsSync(join(folder, "report.json"))).toBe(false);
  });

  it.skipIf(!existsSync("/proc/self/status"))("ends a process above the memory ceiling", async () => {
    const memoryBytesMax = 250 * 1024 ** 2;
    await expect(
      runConversion(job("eats-memory"), options({ memoryBytesMax, programPath: misbehaving })),
    ).rejects.toMatchObject({ code: "scan-out-of-memory" });
  });

  it("tells a full heap from a crash", async () => {
    const memoryBytesMax = 100 * 1024 ** 2;
    await expect(
      runConversion(job("fills-heap"), options({ memoryBytesMax, programPath: misbehaving })),
    ).rejects.toMatchObject({ code: "scan-out-of-memory" });
  });

  it("ends a process that takes too long, however busy it is", async () => {
    let processId = 0;
    await expect(
      runConversion(
        job("loops"),
        options({ timeLimitMs: 1500, programPath: misbehaving, onStart: (id) => (processId = id) }),
      ),
    ).rejects.toMatchObject({ code: "scan-timed-out" });
    expect(isAlive(processId)).toBe(false);
  });

  it("kills the process at once when cancelled", async () => {
    const controller = new AbortController();
    let processId = 0;
    let abortedAtMs = 0;
    const running = runConversion(
      job("loops"),
      options({
        signal: controller.signal,
        programPath: misbehaving,
        onStart: (id) => (processId = id),
        onProgress: () => {
          abortedAtMs = performance.now();
          controller.abort();
        },
      }),
    );
    await expect(running).rejects.toMatchObject({ code: "scan-cancelled" });
    expect(performance.now() - abortedAtMs).toBeLessThan(1000);
    expect(isAlive(processId)).toBe(false);
  });

  it("starts nothing when cancelled beforehand", async () => {
    let hasStarted = false;
    await expect(
      runConversion(job("loops"), options({ signal: AbortSignal.abort(), onStart: () => (hasStarted = true) })),
    ).rejects.toMatchObject({ code: "scan-cancelled" });
    expect(hasStarted).toBe(false);
  });

  it("reports a killed process as a crash", async () => {
    await expect(
      runConversion(
        job("loops"),
        options({ programPath: misbehaving, onStart: (id) => void process.kill(id, "SIGKILL") }),
      ),
    ).rejects.toMatchObject({ code: "scan-converter-crashed", detail: "ended by SIGKILL" });
  });

  it("keeps the last output of a crashed process", async () => {
    await expect(runConversion(job("throws"), options({ programPath: misbehaving }))).rejects.toMatchObject({
      code: "scan-converter-crashed",
      detail: expect.stringContaining("the surface has no other side"),
    });
  });

  it("passes none of the server's secrets to the process", async () => {
    process.env.SCAN_TEST_SECRET = "secret";
    try {
      await expect(runConversion(job("tells-environment"), options({ programPath: misbehaving }))).rejects.toSatisfy(
        (problem: { detail: string }) =>
          problem.detail.split(",").every((name) => /^(PATH|TZ|LANG|NODE_CHANNEL_\w+)$/.test(name)),
      );
    } finally {
      delete process.env.SCAN_TEST_SECRET;
    }
  });

  it.each(["loops", "eats-memory"])("ends with its parent when the parent is killed (%s)", async (misbehaviour) => {
    const running = spawn(process.execPath, [parent, misbehaving, misbehaviour, folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const processId = await new Promise<number>((resolve) => {
      running.stdout.once("data", (text: Buffer) => resolve(Number(text.toString())));
    });
    // Wait until the child is deep in its loop.
    await wait(700);
    expect(isAlive(processId)).toBe(true);
    running.kill("SIGKILL");
    expect(await waitUntilGone(processId, 3000)).toBe(true);
  });
});
