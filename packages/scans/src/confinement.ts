import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, lchown, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScanProblem } from "./scan-problem.ts";

/** Restricts a converter, which reads untrusted files, to what it needs. */
export interface Confinement {
  /** Prepended to the command of the converting process. */
  readonly prefix: readonly string[];
  /** The user and group it runs as; null: the server's own. */
  readonly userId: number | null;
  /** False where root's capabilities over other users' files, processes and the system were dropped. */
  readonly hasCapabilities: boolean;
  readonly hasNetwork: boolean;
}

/**
 * Unassigned: systemd leaves these ids unused, so no other service runs as this user, whereas several share `nobody`.
 * https://systemd.io/UIDS-GIDS/
 */
const converterUserId = 60_999;
const probeTimeoutMs = 10_000;
const probePath = fileURLToPath(new URL("./confinement-probe.ts", import.meta.url));

const isRoot = process.getuid?.() === 0;
export const unconfined: Confinement = { prefix: [], userId: null, hasCapabilities: isRoot, hasNetwork: true };

/** Paths of the input file and the output folder inside the converting process, independent of parent folders. */
export const inheritedInput = { fd: 4, path: "/proc/self/fd/4" };
export const inheritedOutput = { fd: 5, path: "/proc/self/fd/5" };

let found: Promise<Confinement> | undefined;

/** The tightest confinement that this system supports; probed once with a separate process. */
export function findConfinement(): Promise<Confinement> {
  found ??= tryConfinements();
  return found;
}

async function tryConfinements(): Promise<Confinement> {
  for (const confinement of listConfinements()) if (await holds(confinement)) return confinement;
  return unconfined;
}

function listConfinements(): Confinement[] {
  if (process.platform !== "linux") return [];
  const ids = [`--reuid=${converterUserId}`, `--regid=${converterUserId}`, "--clear-groups", "--no-new-privs"];
  const otherUser = ["setpriv", ...ids, "--"];
  const ownNetwork = ["unshare", "-n", "--"];
  // In its own namespace, a user may drop the network even without the privilege to do so elsewhere.
  const inNamespace = (userId: number, groupId: number, ...more: string[]) => [
    ...["unshare", "-U", `--map-user=${userId}`, `--map-group=${groupId}`, ...more, "--"],
  ];
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (!isRoot)
    return [{ prefix: inNamespace(uid, gid, "-n"), userId: null, hasCapabilities: false, hasNetwork: false }];
  const asOther = { userId: converterUserId, hasCapabilities: false };
  // Where another user cannot read the program, such as below /root, at least drop root's capabilities.
  const asRoot = { userId: null, hasCapabilities: false };
  return [
    { ...asOther, prefix: [...ownNetwork, ...otherUser], hasNetwork: false },
    { ...asOther, prefix: [...otherUser, ...inNamespace(converterUserId, converterUserId, "-n")], hasNetwork: false },
    { ...asOther, prefix: otherUser, hasNetwork: true },
    { ...asRoot, prefix: inNamespace(converterUserId, converterUserId, "-n"), hasNetwork: false },
    { ...asRoot, prefix: inNamespace(converterUserId, converterUserId), hasNetwork: true },
  ];
}

/** Tests everything a conversion needs: load the program, read a file, write into a folder, hand back the result. */
async function holds(confinement: Confinement): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), "blueprint-confinement-"));
  try {
    const [inputPath, outputDir] = [join(dir, "input"), join(dir, "output")];
    await writeFile(inputPath, "read me", { mode: 0o600 });
    await mkdir(outputDir, { mode: 0o700 });
    await using handles = await handOver(confinement, inputPath, outputDir);
    const [command = "", ...args] = [...confinement.prefix, process.execPath, probePath];
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "ignore", "ignore", "ignore", handles.input.fd, handles.output.fd],
      timeout: probeTimeoutMs,
      killSignal: "SIGKILL",
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) return false;
    await takeOver(confinement, outputDir);
    const said = JSON.parse(await readFile(join(outputDir, "said.json"), "utf8")) as { uid: number; network: boolean };
    const isRightUser = confinement.userId === null || said.uid === confinement.userId;
    return isRightUser && said.network === confinement.hasNetwork;
  } catch {
    return false;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export interface Handles extends AsyncDisposable {
  readonly input: { fd: number };
  readonly output: { fd: number };
}

/** Gives a file and an empty folder to the converter's user and opens both for it. The caller closes the handles. */
export async function handOver({ userId }: Confinement, inputPath: string, outputDir: string): Promise<Handles> {
  if (userId !== null) for (const path of [inputPath, outputDir]) await chown(path, userId, userId);
  const input = await open(inputPath, "r");
  const output = await open(outputDir, "r").catch(async (error: unknown) => {
    await input.close();
    throw error;
  });
  return {
    input,
    output,
    [Symbol.asyncDispose]: async () => {
      await input.close();
      await output.close();
    },
  };
}

/**
 * Takes ownership of a converter's output back from its user. A link left there could lead to files that only the
 * server may read.
 * @throws ScanProblem scan-converter-crashed when it contains anything other than plain files and folders
 */
export async function takeOver({ userId }: Confinement, dir: string): Promise<void> {
  if (userId === null) return;
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  // Top down: once a folder is ours, no other user can swap its contents during the check.
  await lchown(dir, uid, gid);
  for (const entry of await readdir(dir)) {
    const path = join(dir, entry);
    const stats = await lstat(path);
    if (stats.isDirectory()) {
      await takeOver({ userId } as Confinement, path);
      continue;
    }
    if (!stats.isFile() || stats.nlink !== 1) throw new ScanProblem("scan-converter-crashed", `left a link: ${entry}`);
    await lchown(path, uid, gid);
  }
}

/** One sentence for the operator. */
export function describeConfinement({ userId, hasCapabilities, hasNetwork }: Confinement): string {
  const user = userId !== null ? `as user ${userId}` : hasCapabilities ? "as root" : "as the server's user";
  const rights = userId === null && isRoot && !hasCapabilities ? ", without root's rights" : "";
  return `Converters run ${user}${rights}, ${hasNetwork ? "with" : "without"} network.`;
}
