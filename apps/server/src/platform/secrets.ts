import { createECDH, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * Keys of this installation, created on the first start: in a file of the data folder, or in the database if several
 * servers share it (shared-secrets.ts). Losing them signs everyone out; nothing else is lost.
 */
export interface Secrets {
  /** Signs session cookies. */
  readonly sessionKey: string;
  /** Signs short-lived addresses of files. */
  readonly capabilityKey: string;
  /** Signs app-check tokens. */
  readonly appCheckKey: string;
  /**
   * Signs pushes (VAPID, RFC 8292): a private key of P-256, 32 bytes. Without it every browser has to subscribe again.
   */
  readonly vapidPrivateKey: string;
}

const makeKey = () => randomBytes(32).toString("base64url");

function makeP256Key(): string {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  // A key with leading zeros is shorter: pad it.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
}

const secretMakers: Record<keyof Secrets, () => string> = {
  sessionKey: makeKey,
  capabilityKey: makeKey,
  appCheckKey: makeKey,
  vapidPrivateKey: makeP256Key,
};
export const secretNames = Object.keys(secretMakers) as (keyof Secrets)[];
const fileName = "secrets.json";

/** An installation of an earlier version keeps its keys and gets the newer ones. */
export function completeSecrets(known: Partial<Secrets>): Secrets {
  return Object.fromEntries(
    secretNames.map((name) => [name, known[name] ?? secretMakers[name]()]),
  ) as unknown as Secrets;
}

/** The keys in the data folder's file; null without one. */
export function findSecretsFile(dataDir: string): { path: string; secrets: Partial<Secrets> } | null {
  const path = join(dataDir, fileName);
  return existsSync(path) ? { path, secrets: parseSecrets(path, readFileSync(path, "utf8")) } : null;
}

/** The keys in the data folder's file, which gets those that are missing. */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, fileName);
  const known = findSecretsFile(dataDir)?.secrets ?? {};
  if (secretNames.every((name) => known[name] !== undefined)) return known as Secrets;
  const secrets = completeSecrets(known);
  mkdirSync(dataDir, { recursive: true });
  const file = openSync(`${path}.new`, "w", 0o600);
  writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  return secrets;
}

function parseSecrets(path: string, text: string): Partial<Secrets> {
  const advice =
    "Restore the file from a backup. If you have none, delete it: new keys are created, and everyone has to sign in again.";
  let known: unknown;
  try {
    known = JSON.parse(text);
  } catch {
    // The parser's message would quote the file's content.
    throw new Error(`${path} holds the keys of this installation and can't be read as JSON. ${advice}`);
  }
  if (typeof known !== "object" || known === null || Array.isArray(known)) {
    throw new Error(`${path} holds the keys of this installation and isn't a JSON object. ${advice}`);
  }
  for (const name of secretNames) {
    const key: unknown = (known as Partial<Secrets>)[name];
    if (key === undefined || (typeof key === "string" && key.trim() !== "")) continue;
    throw new Error(`The key "${name}" in ${path} is empty or isn't text: anyone could sign with it. ${advice}`);
  }
  return known as Partial<Secrets>;
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
