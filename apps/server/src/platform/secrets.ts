import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Keys of this installation, made on the first start. Losing the file signs everybody out; nothing else is lost. */
export interface Secrets {
  /** Signs session cookies. */
  readonly sessionKey: string;
  /** Signs short-lived addresses of files. */
  readonly capabilityKey: string;
  /** Signs app-check tokens. */
  readonly appCheckKey: string;
}

const secretNames = ["sessionKey", "capabilityKey", "appCheckKey"] as const satisfies (keyof Secrets)[];

export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Secrets>) : {};
  if (secretNames.every((name) => known[name] !== undefined)) return known as Secrets;
  // An installation of an earlier version keeps its keys and gets those that came later.
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, known[name] ?? randomBytes(32).toString("base64url")]),
  ) as unknown as Secrets;
  mkdirSync(dataDir, { recursive: true });
  const file = openSync(`${path}.new`, "w", 0o600);
  writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  return secrets;
}

/** HMAC-SHA256, base64url. */
export function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

export function isSigned(key: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
