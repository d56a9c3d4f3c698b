import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "./repository-files.ts";

const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Packages whose package.json and licence file disagree, with the licence found by reading the file. */
const judged: Record<string, { says: string; is: string }> = {
  // Its LICENSE.md is the MIT licence of the project it continues.
  "@sesamecare-oss/redlock": { says: "UNLICENSED", is: "MIT" },
  // Its LICENSE file is the MIT licence.
  "png-js": { says: "", is: "MIT" },
  // A typo: its LICENSE is the three-clause BSD.
  "splaytree-ts": { says: "BDS-3-Clause", is: "BSD-3-Clause" },
  "webgl-constants": { says: "", is: "MIT" },
};

// libvips is a separate shared library that users may replace, as the LGPL requires. Other packages get no such
// exception.
const sharpBinary = /^@img\/sharp-/;

export interface ShippedPackage {
  /** Folder below the repository's root. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; the licence found by reading, where the manifest disagrees. */
  readonly licence: string;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  resolved?: string;
}

/** Every production dependency in the lockfile. */
export function listShippedPackages(): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(rootDir, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes("node_modules/") && !entry.dev && !entry.link,
  );
  return shipped.map(([path, entry]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const says = entry.license ?? readInstalledLicence(path) ?? "";
    const judgement = judged[name];
    return { path, name, version: entry.version ?? "", licence: judgement?.says === says ? judgement.is : says };
  });
}

/** Production dependencies under an unknown licence, or one that would bind this product or its users. */
export function findLicenceProblems(): string[] {
  const shipped = listShippedPackages();
  if (shipped.length < 50)
    return [`package-lock.json names only ${shipped.length} packages: this check read it wrongly.`];
  return shipped.flatMap(({ name, version, licence }) => {
    if (isAllowed(sharpBinary.test(name) ? licence.replace("LGPL-3.0-or-later", "MIT") : licence)) return [];
    return [`${name} ${version}: ${licence === "" ? "names no licence" : licence}`];
  });
}

/** Whether an SPDX expression allows a permitted choice: one of an OR, all of an AND. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, " ").trim();
  return plain.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((part) => allowed.has(part.trim())));
}

function readInstalledLicence(path: string): string | null {
  try {
    const manifest = JSON.parse(readFileSync(join(rootDir, path, "package.json"), "utf8")) as {
      license?: string | { type?: string };
      licenses?: { type?: string }[];
    };
    const { license, licenses } = manifest;
    if (typeof license === "string") return license;
    return license?.type ?? licenses?.map((entry) => entry.type).join(" OR ") ?? null;
  } catch {
    return null;
  }
}
