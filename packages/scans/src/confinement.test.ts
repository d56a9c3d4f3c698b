import { existsSync, readFileSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Confinement, describeConfinement, findConfinement, unconfined } from "./confinement.ts";
import { runConversion } from "./conversion-runner.ts";
import { makeTexturedRoom } from "./testing/make-textured-room.ts";

const misbehaving = fileURLToPath(new URL("./testing/misbehaving-conversion.ts", import.meta.url));
const found = await findConfinement();

let folder: string;
let inputPath: string;
let outputDir: string;
beforeAll(async () => {
  // Like a data folder: other users cannot even list it.
  folder = await mkdtemp(join(tmpdir(), "scan-confinement-"));
  await chmod(folder, 0o700);
  await writeFile(join(folder, "secrets.json"), "the key", { mode: 0o600 });
});
beforeEach(async () => {
  const run = await mkdtemp(join(folder, "run-"));
  [inputPath, outputDir] = [join(run, "original"), join(run, "output")];
  await writeFile(inputPath, await makeTexturedRoom(), { mode: 0o600 });
  await mkdir(outputDir, { mode: 0o700 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function convert(
  confinement: Confinement,
  originalName: string,
  given: { programPath?: string; onStart?: (id: number) => void } = {},
) {
  return runConversion(
    { format: "glb", inputPath, originalName, outputDir },
    {
      memoryBytesMax: 1024 ** 3,
      timeLimitMs: 60_000,
      signal: new AbortController().signal,
      onProgress: () => {},
      confinement,
      ...given,
    },
  );
}

/** What a misbehaving program could find out. */
async function learnt(confinement: Confinement, originalName: string): Promise<string> {
  const problem = await convert(confinement, originalName, { programPath: misbehaving }).catch(
    (error: unknown) => error,
  );
  return (problem as { detail: string }).detail;
}

describe.skipIf(found.userId === null)("a converter with its own user (needs root and setpriv)", () => {
  it("converts a file that only the server may read, into a folder that the server then takes back", async () => {
    const users = new Set<string>();
    const watching = new AbortController();
    const report = await convert(found, "room.glb", {
      onStart: (processId) => {
        void (async () => {
          while (!watching.signal.aborted) {
            // Until the preceding command has finished, the process still runs as the server's user.
            if (readFileOrNothing(`/proc/${processId}/cmdline`).startsWith(process.execPath))
              users.add(/^Uid:\s+(.*)$/m.exec(readFileOrNothing(`/proc/${processId}/status`))?.[1] ?? "gone");
            await wait(20);
          }
        })();
      },
    }).finally(() => watching.abort());
    expect(report.delivery.form).toBe("3d-tiles");
    users.delete("gone");
    expect([...users]).toEqual([Array(4).fill(String(found.userId)).join("\t")]);
    for (const entry of await readdir(outputDir, { recursive: true })) {
      expect((await stat(join(outputDir, entry))).uid, entry).toBe(process.getuid?.());
    }
    expect(existsSync(join(outputDir, "report.json"))).toBe(true);
  });

  it("cannot read the server's own files, by path or next to its own folder", async () => {
    expect(await learnt(unconfined, `spies ${join(folder, "secrets.json")}`)).toBe("the key");
    for (const path of [join(folder, "secrets.json"), "/proc/self/fd/5/../../secrets.json"]) {
      expect(await learnt(found, `spies ${path}`)).toBe("EACCES");
    }
  });

  it("cannot make the server follow a link that it leaves", async () => {
    const left = convert(found, `leaves-link ${join(folder, "secrets.json")}`, { programPath: misbehaving });
    await expect(left).rejects.toMatchObject({ code: "scan-converter-crashed", detail: "left a link: tileset.json" });
    expect((await lstat(join(folder, "secrets.json"))).uid).toBe(process.getuid?.());
  });
});

describe.skipIf(found.hasNetwork)("a converter without network (needs unshare)", () => {
  it("reaches no host, not even this machine", async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await learnt(unconfined, `calls-home ${port}`)).toBe("connected");
      expect(await learnt(found, `calls-home ${port}`)).toMatch(/^(ENETUNREACH|ECONNREFUSED)$/);
    } finally {
      server.close();
    }
  });
});

it("is described in one sentence", () => {
  const own = { prefix: [], userId: 60_999, hasCapabilities: false };
  expect(describeConfinement({ ...own, hasNetwork: false })).toBe("Converters run as user 60999, without network.");
  expect(describeConfinement({ ...own, hasNetwork: true })).toBe("Converters run as user 60999, with network.");
});

function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
