import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Someone who lived in the folder, with what they still hold from then. */
export interface FormerPerson {
  readonly email: string;
  readonly password: string;
  /** Their session of that time, as a browser carries it and as a program does. */
  readonly session: { readonly cookie: string };
  readonly asProgram: { readonly authorization: string };
}

/** An answer of the release that wrote the folder. `by` names a former person; null is a visitor without a session. */
export interface FormerAnswer {
  readonly by: string | null;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/**
 * A data folder as an earlier release left it, small enough to keep in the repository: the rows of its database instead
 * of the cluster, which would take 45 MB and one processor architecture.
 */
export interface ReleaseFolder {
  /** The commit whose server wrote it. */
  readonly release: string;
  readonly writtenAt: string;
  /** The rows of every table as a JSON array, by qualified name. */
  readonly tables: Readonly<Record<string, string>>;
  /** The next value of every sequence, by qualified name. */
  readonly sequences: Readonly<Record<string, string>>;
  /** Everything else in the folder, as base64, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly people: Readonly<Record<string, FormerPerson>>;
  readonly answers: readonly FormerAnswer[];
  /** A published blueprint with content and history, in a place that everyone may visit. */
  readonly place: {
    readonly teamId: string;
    readonly blueprintId: string;
    readonly slug: string;
    readonly scanId: string;
  };
  /** Its live document, and what it was after every session of its history, by the session's last edit. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** An upload that was in progress: the bytes still missing, as base64. */
  readonly upload: { readonly scanId: string; readonly receivedBytes: number; readonly missing: string };
  /** An API key, shown once when it was made. */
  readonly apiKey: string;
  /** The password of the place that asks for one. */
  readonly lockedPlace: { readonly slug: string; readonly password: string };
}

/** The folder that `tools/testing/release-folder/write-release-folder.ts` wrote. */
export const releaseFolderPath = fileURLToPath(new URL("./fixtures/release-folder.json.br", import.meta.url));

export function readReleaseFolder(): ReleaseFolder {
  return JSON.parse(brotliDecompressSync(readFileSync(releaseFolderPath)).toString("utf8")) as ReleaseFolder;
}

export function writeReleaseFolder(folder: ReleaseFolder): void {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(releaseFolderPath, brotliCompressSync(JSON.stringify(folder), { params }));
}
