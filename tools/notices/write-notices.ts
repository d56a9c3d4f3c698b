import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listShippedPackages } from "../checks/licence-check.ts";
import { rootDir } from "../install.mjs";
import { writeBillOfMaterials, writeNotices } from "./third-party.ts";

const distDir = join(rootDir, "dist");
mkdirSync(distDir, { recursive: true });
const packages = listShippedPackages();
writeFileSync(join(distDir, "THIRD-PARTY-NOTICES.txt"), writeNotices(packages));
writeFileSync(join(distDir, "sbom.cdx.json"), await writeBillOfMaterials());
console.log(`dist/THIRD-PARTY-NOTICES.txt and dist/sbom.cdx.json name ${packages.length} packages.`);
