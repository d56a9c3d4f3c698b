import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Hashed, hashFile } from "./hashed-files.ts";

/** A reason not to go on, in one sentence for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

// A backup is a folder:
//   manifest.json, manifest.json.sha256   what belongs to it; written last
//   database/<schema>.<table>.copy        the rows in PostgreSQL's text format
//   objects.jsonl, objects/<key>          the list of stored objects, one a line, and their bytes
//   secrets.json                          the keys of the installation
export const manifestName = "manifest.json";
export const objectListName = "objects.jsonl";
export const secretsName = "secrets.json";

const hashed = { sizeBytes: z.number().int(), sha256: z.string() };
const manifestSchema = z.object({
  format: z.literal(1),
  /** The release that wrote it. */
  version: z.string(),
  migration: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      ...hashed,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isUsed: z.boolean() })),
  objects: z.object({ count: z.number().int(), totalBytes: z.number().int(), ...hashed }),
  /** Objects that rows refer to although the storage had them no more. */
  missing: z.array(z.string()),
  secrets: z.object(hashed),
});
const objectSchema = z.object({ key: z.string(), ...hashed });

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredTable = Manifest["tables"][number];
export type StoredObject = z.infer<typeof objectSchema>;

export interface Backup {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly objects: readonly StoredObject[];
}

export function tablePath({ schema, table }: Pick<StoredTable, "schema" | "table">): string {
  return join("database", `${schema}.${table}.copy`);
}

export function objectPath(key: string): string {
  return join("objects", ...key.split("/"));
}

/** Reads what belongs to a backup. @throws BackupError when it is none, incomplete, of another format, or damaged */
export async function readBackup(dir: string): Promise<Backup> {
  if (!existsSync(dir)) throw new BackupError(`There is no backup at ${dir}.`);
  const path = join(dir, manifestName);
  if (!existsSync(path) || !existsSync(`${path}.sha256`))
    throw new BackupError(`${dir} isn't a complete backup: ${manifestName} is missing, so it was interrupted.`);
  const [text, checksum] = await Promise.all([readFile(path, "utf8"), readFile(`${path}.sha256`, "utf8")]);
  if ((await hashFile(path)).sha256 !== checksum.trim())
    throw new BackupError(`The backup is damaged: ${path} isn't what was written.`);
  const { format } = JSON.parse(text) as { format: unknown };
  if (format !== 1)
    throw new BackupError(`${dir} has the format ${format}, which this release doesn't know. Use a newer one.`);
  const manifest = manifestSchema.parse(JSON.parse(text));
  const listPath = join(dir, objectListName);
  await requireHash(listPath, manifest.objects);
  const lines = (await readFile(listPath, "utf8")).split("\n").filter((line) => line !== "");
  return { dir, manifest, objects: lines.map((line) => objectSchema.parse(JSON.parse(line))) };
}

/** @throws BackupError unless the file is there and exactly what was written */
export async function requireHash(path: string, expected: Hashed): Promise<void> {
  const found = await hashFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new BackupError(`The backup is damaged: ${path} is missing.`);
    throw error;
  });
  requireSame(path, found, expected);
}

export function requireSame(path: string, found: Hashed, expected: Hashed): void {
  if (found.sizeBytes === expected.sizeBytes && found.sha256 === expected.sha256) return;
  throw new BackupError(`The backup is damaged: ${path} isn't what was written.`);
}
