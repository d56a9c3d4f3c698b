import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShippedPackage } from "../checks/licence-check.ts";
import { rootDir, runQuietly } from "../install.mjs";

const licenceFile = /^(licen[cs]e|copying|notice|unlicense)([-.].*)?$/i;

/** The names, versions, licences and licence texts of everything that is shipped, as one text. */
export function writeNotices(packages: readonly ShippedPackage[]): string {
  const parts = packages.map(({ name, version, licence, path }) => {
    const texts = findLicenceTexts(join(rootDir, path));
    return [`${name} ${version}`, `Licence: ${licence}`, ...texts.map((text) => `\n${text.trim()}`)].join("\n");
  });
  const head = `Blueprint contains the following third-party software: ${packages.length} packages.`;
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function findLicenceTexts(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
      .map(({ name }) => readFileSync(join(dir, name), "utf8"));
  } catch {
    // Packages for other systems are locked and not installed here: their licence is named all the same.
    return [];
  }
}

/** A bill of materials in CycloneDX JSON, from the lockfile, without what only development needs. */
export async function writeBillOfMaterials(): Promise<string> {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
  const { code, output } = await runQuietly("npm", [...args, "--loglevel=silent"], rootDir);
  const start = output.indexOf("{");
  if (code !== 0 || start === -1) throw new Error(`npm sbom failed.\n${output.slice(-2_000)}`);
  return output.slice(start);
}
