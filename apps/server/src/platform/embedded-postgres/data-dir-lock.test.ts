import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataDirInUseError, lockDataDir } from "./data-dir-lock.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "data-dir-lock-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test("a second claim is refused while the first one holds, and granted after its release", () => {
  const release = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
  expect(() => lockDataDir(dataDir)).toThrow(new RegExp(`process ${process.pid}\\) already uses ${dataDir}`));
  release();
  lockDataDir(dataDir)();
  expect(readdirSync(dataDir)).toEqual([]);
});

test("another living process keeps its claim; once it is killed the claim is taken over", async () => {
  const script = `
    import { lockDataDir } from ${JSON.stringify(new URL("./data-dir-lock.ts", import.meta.url).href)};
    lockDataDir(${JSON.stringify(dataDir)});
    console.log("locked");
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
  child.kill("SIGKILL");
  await once(child, "exit");
  lockDataDir(dataDir)();
});

test.runIf(process.platform === "linux")("a process id that now belongs to a younger process is not a claim", () => {
  writeFileSync(join(dataDir, "server.lock"), `${process.pid} 12345\n`);
  lockDataDir(dataDir)();
});

test("an unreadable claim is taken over", () => {
  writeFileSync(join(dataDir, "server.lock"), "");
  lockDataDir(dataDir)();
});
