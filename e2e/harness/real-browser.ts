import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type LaunchOptions, type Locator } from "@playwright/test";
import { expect } from "./people.ts";

/** A browser of its own process and profile folder, which can be killed and opened again as a person does. */
export interface RealBrowser {
  /** Starts it on its profile. @returns the window with everything that the profile remembers. */
  open(): Promise<BrowserContext>;
  /** Ends it at once, as a crash or a power cut would. */
  kill9(): Promise<void>;
  /** Ends it and forgets its profile. */
  dispose(): Promise<void>;
}

/** `launchOptions` are those of the other windows of the test. */
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
        // A group of its own, so that its helpers die with it.
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
 * Chooses a file in a browser that was opened here, as its own dialog does: the browser reads it from the disk, where
 * Playwright would carry the bytes over by itself, which takes longer than any upload.
 */
export async function chooseFile(input: Locator, path: string): Promise<void> {
  const devtools = await input.page().context().newCDPSession(input.page());
  const mark = `chosen-${Date.now()}`;
  await input.evaluate((element, name) => element.setAttribute("data-mark", name), mark);
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: `[data-mark=${mark}]` });
  await devtools.send("DOM.setFileInputFiles", { nodeId, files: [path] });
}
