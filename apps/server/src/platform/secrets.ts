import { createECDH, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
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
  /** Signs pushes (VAPID, RFC 8292): a private key of P-256, 32 bytes. Without it every browser has to subscribe anew. */
  readonly vapidPrivateKey: string;
}

const makeKey = () => randomBytes(32).toString("base64url");

function makeP256Key(): string {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  // A key that begins with zeros comes shorter.
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
const secretNames = Object.keys(secretMakers) as (keyof Secrets)[];

export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Secrets>) : {};
  if (secretNames.every((name) => known[name] !== undefined)) return known as Secrets;
  // An installation of an earlier version keeps its keys and gets those that came later.
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, known[name] ?? secretMakers[name]()]),
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
