import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Queries, Sql } from "../db/sql.ts";
import { completeSecrets, findSecretsFile, readSecrets, type Secrets, secretNames } from "./secrets.ts";

/** Arbitrary, but the same in every server. */
const secretsLockKey = 7_202_614;
const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

type SecretsConfig = Pick<Config, "database" | "dataDir" | "secretKey" | "secretKeyBefore">;

interface SealedSecret {
  name: string;
  sealed: string;
}

/**
 * The keys of the installation. With SECRET_KEY they are in the database, the same for every server on it; without one,
 * in the data folder. When an installation gets its first SECRET_KEY, the keys of its file move into the database, so
 * that everyone stays signed in.
 * @throws Error that names the setting
 */
export async function openSecrets(config: SecretsConfig, sql: Sql): Promise<Secrets> {
  const { database, dataDir, secretKey } = config;
  if (secretKey !== undefined) return await openSharedSecrets({ ...config, secretKey }, sql);
  if (database === undefined) return readSecrets(dataDir);
  if ((await listSealed(sql)).length > 0)
    throw new Error(
      "SECRET_KEY is missing: the keys of this installation are in the database of DATABASE_URL, encrypted with it. Set it to the value that the other servers have.",
    );
  // Without a key of its own, an installation of an earlier version goes on with its file.
  if (findSecretsFile(dataDir) !== null) return readSecrets(dataDir);
  throw new Error(
    'SECRET_KEY is missing: with DATABASE_URL, the keys of the installation are kept in the database, encrypted with it. Make one with "openssl rand -base64 32", and keep it.',
  );
}

/** The keys as they are, for a backup; null if they are in the data folder. @throws Error that names the setting */
export async function findSharedSecrets(config: SecretsConfig, queries: Queries): Promise<Partial<Secrets> | null> {
  const rows = (await canShareSecrets(queries)) ? await listSealed(queries) : [];
  if (rows.length === 0) return null;
  if (config.secretKey === undefined)
    throw new Error("SECRET_KEY is missing: the keys of this installation are in its database, encrypted with it.");
  return unsealAll(rows, { ...config, secretKey: config.secretKey }).secrets;
}

/** Whether the database has reached the version that keeps keys. */
export async function canShareSecrets(queries: Queries): Promise<boolean> {
  const [table] = await queries<{ id: string | null }[]>`select to_regclass('public.installation_secrets')::text as id`;
  return table?.id != null;
}

/** Puts keys into the database, encrypted. */
export async function storeSharedSecrets(
  queries: Queries,
  secretKey: string,
  secrets: Partial<Secrets>,
): Promise<void> {
  const key = deriveKey(secretKey);
  for (const name of secretNames) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    const sealed = seal(key, name, secret);
    await queries`insert into installation_secrets (name, sealed) values (${name}, ${sealed})
      on conflict (name) do update set sealed = excluded.sealed`;
  }
}

type KeyedConfig = SecretsConfig & { secretKey: string };

/** Tells whether servers have the same keys, and nothing about them. */
export function hashSecrets(secrets: Secrets): string {
  const hash = createHash("sha256");
  for (const name of secretNames) hash.update(`${name}=${secrets[name]}\n`);
  return hash.digest("base64url");
}

async function openSharedSecrets(config: KeyedConfig, sql: Sql): Promise<Secrets> {
  const { dataDir, secretKey } = config;
  const file = findSecretsFile(dataDir);
  const secrets = await sql.begin(async (tx) => {
    // Servers that start at once on an empty database agree on the first one's keys.
    await tx`select pg_advisory_xact_lock(${secretsLockKey})`;
    const rows = await listSealed(tx);
    const { secrets: known, isCurrent } = unsealAll(rows, config);
    const complete = completeSecrets(rows.length === 0 ? (file?.secrets ?? {}) : known);
    if (!isCurrent || rows.length < secretNames.length) await storeSharedSecrets(tx, secretKey, complete);
    return complete;
  });
  if (file !== null && !existsSync(join(dataDir, "postgres")) && isPartOf(file.secrets, secrets)) rmSync(file.path);
  return secrets;
}

/** A file with other keys belongs to another installation, and one beside an embedded database to that. */
function isPartOf(some: Partial<Secrets>, all: Secrets): boolean {
  return secretNames.every((name) => some[name] === undefined || some[name] === all[name]);
}

async function listSealed(queries: Queries): Promise<SealedSecret[]> {
  const rows = await queries<SealedSecret[]>`select name, sealed from installation_secrets`;
  // A newer version may have added keys.
  return rows.filter(({ name }) => secretNames.some((known) => known === name));
}

/** @returns the keys, and whether SECRET_KEY itself opened all of them */
function unsealAll(
  rows: readonly SealedSecret[],
  { secretKey, secretKeyBefore }: KeyedConfig,
): { secrets: Partial<Secrets>; isCurrent: boolean } {
  const current = deriveKey(secretKey);
  const before = secretKeyBefore === undefined ? null : deriveKey(secretKeyBefore);
  let isCurrent = true;
  const secrets: Record<string, string> = {};
  for (const { name, sealed } of rows) {
    let secret = unseal(current, name, sealed);
    if (secret === null) {
      isCurrent = false;
      secret = before === null ? null : unseal(before, name, sealed);
    }
    if (secret === null)
      throw new Error(
        `SECRET_KEY is not the one that the keys in the database are encrypted with${before === null ? ". If you are replacing it, set SECRET_KEY_BEFORE to the former one." : ", and neither is SECRET_KEY_BEFORE."}`,
      );
    secrets[name] = secret;
  }
  return { secrets, isCurrent };
}

function deriveKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", "blueprint installation secrets", 32));
}

/** The name is authenticated as well: a row cannot stand in for another. */
function seal(key: Buffer, name: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** @returns null when it was sealed with another key, or changed */
function unseal(key: Buffer, name: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
