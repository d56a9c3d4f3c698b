import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { listShippedPackages, type ShippedPackage } from "./checks/licence-check.ts";
import { rootDir } from "./checks/repository-files.ts";

const licenceFile = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[];
}
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Writes the shipped packages and their licences: as text and, for programs, as CycloneDX. */
export function writeNotices(outputDir: string): void {
  mkdirSync(outputDir, { recursive: true });
  const shipped = listShippedPackages();
  writeFileSync(join(outputDir, "THIRD-PARTY-NOTICES.txt"), toNotices(shipped));
  writeFileSync(join(outputDir, "sbom.cdx.json"), `${JSON.stringify(makeSbom(shipped), null, 2)}\n`);
}

/** npm's own list, with the licences found by reading where a manifest names none. */
function makeSbom(shipped: readonly ShippedPackage[]): Sbom {
  const npm = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"];
  const text = execFileSync("npm", npm, {
    cwd: rootDir,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const sbom = JSON.parse(text) as Sbom;
  const known = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one.licence]));
  // npm's own filter for development dependencies drops packages that production needs too.
  sbom.components = sbom.components.flatMap((component) => {
    const licence = known.get(`${component.name} ${component.version}`);
    return licence === undefined ? [] : [{ ...component, licenses: [{ expression: licence }] }];
  });
  const refs = new Set(sbom.components.map((component) => component["bom-ref"]));
  sbom.dependencies = sbom.dependencies.flatMap(({ ref, dependsOn }) =>
    refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }] : [],
  );
  return sbom;
}

function toNotices(shipped: readonly ShippedPackage[]): string {
  const seen = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one]));
  const parts = [...seen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { path, licence }]) => {
      const texts = readLicenceTexts(join(rootDir, path));
      return [`${title}\nLicence: ${licence}`, ...texts].join("\n\n");
    });
  return `Blueprint contains the following software of others.\n\n${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Empty for packages of another platform, which are not installed here. */
function readLicenceTexts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && licenceFile.test(entry.name),
  );
  return names.map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
}

if (process.argv[1] === import.meta.filename) {
  const outputDir = resolve(process.argv[2] ?? join(rootDir, "notices"));
  writeNotices(outputDir);
  process.stdout.write(`Written to ${outputDir}.\n`);
}
