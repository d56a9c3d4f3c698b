import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const here = new URL("./", import.meta.url);

/** The unconverted file: the original of a new team's sample. */
export const originalPath = new URL("../../apps/server/src/features/sample/example-museum.glb", here);
/** The converted files, served with the web app. */
export const deliveryDir = new URL("../../apps/web/public/demo/", here);
/** What pages know about the scan before they load it. */
export const reportPath = new URL("../../apps/web/src/features/demo/demo-report.gen.ts", here);
export const manifestPath = new URL("demo-venue.json", here);

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** One hash over all sources of the museum's model. */
export function hashInputs(): string {
  const sources = readdirSync(here).filter(
    (name) => name.endsWith(".ts") && !/^(build|demo-files)\.ts$|\.test\.ts$/.test(name),
  );
  return hash(Buffer.concat(sources.sort().map((name) => readFileSync(new URL(name, here)))));
}

/** The built files' hashes, by name. */
export function listOutputs(): Record<string, string> {
  const delivered = readdirSync(deliveryDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => pathToFileURL(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.href < b.href ? -1 : 1));
  return Object.fromEntries(
    [originalPath, reportPath, ...delivered].map((url) => [url.pathname.split("/").at(-1)!, hash(readFileSync(url))]),
  );
}
