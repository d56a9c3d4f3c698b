import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type LaunchOptions, type Locator } from "@playwright/test";
import { expect } from "./people.ts";

/** A browser in a separate process with its own profile folder, which can be killed and reopened. */
export interface RealBrowser {
  /** Starts it with its profile. @returns the window with everything that the profile remembers. */
  open(): Promise<BrowserContext>;
  /** Kills it at once, like a crash or a power cut. */
  kill9(): Promise<void>;
  /** Stops it and deletes its profile. */
  dispose(): Promise<void>;
}

/** Takes the launch options of the whole browser. */
export function createRealBrowser({ executablePath, args = [] }: LaunchOptions): RealBrowser {
  const profileDir = mkdtempSync(join(tmpdir(), "blueprint-profile-"));
  let end: () => Promise<void> = () => Promise.resolve();

  async function kill9(): Promise<void> {
    await end();
    end = () => Promise.resolve();
  }

  return {
    open: async () => {
      const launched = spawn(
        executablePath ?? chromium.executablePath(),
        [
          ...args,
          "--headless=new",
          "--no-first-run",
          "--remote-debugging-port=0",
          `--user-data-dir=${profileDir}`,
          "about:blank",
        ],
        // A separate process group, so that its helpers die with it.
        { stdio: ["ignore", "ignore", "pipe"], detached: true },
      );
      let printed = "";
      launched.stderr.on("data", (chunk: Buffer) => {
        printed += chunk.toString("utf8");
      });
      const ended = new Promise<void>((resolve) => launched.once("exit", () => resolve()));
      end = async () => {
        if (launched.pid !== undefined && launched.exitCode === null) process.kill(-launched.pid, "SIGKILL");
        await ended;
      };
      await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/DevTools listening on ws:\S+/);
      const browser = await chromium.connectOverCDP(/DevTools listening on (ws:\S+)/.exec(printed)?.[1] ?? "");
      const [context] = browser.contexts();
      if (context === undefined) throw new Error("The browser opened no window.");
      return context;
    },
    kill9,
    dispose: async () => {
      await kill9();
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Selects a file in a browser opened here, as its own dialog does: the browser reads it from the disk, whereas
 * Playwright would transfer the bytes itself, which takes longer than any upload.
 */
export async function chooseFile(input: Locator, path: string): Promise<void> {
  const devtools = await input.page().context().newCDPSession(input.page());
  const mark = `chosen-${Date.now()}`;
  await input.evaluate((element, name) => element.setAttribute("data-mark", name), mark);
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: `[data-mark=${mark}]` });
  await devtools.send("DOM.setFileInputFiles", { nodeId, files: [path] });
}
