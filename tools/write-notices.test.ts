import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { listShippedPackages } from "./checks/licence-check.ts";
import { type Sbom, writeNotices } from "./write-notices.ts";

const folder = mkdtempSync(join(tmpdir(), "blueprint-notices-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("names every shipped package with its licence, for people and as CycloneDX", () => {
  writeNotices(folder);
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const sbom = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8")) as Sbom;
  expect([sbom.bomFormat, sbom.specVersion]).toEqual(["CycloneDX", expect.stringMatching(/^1\.\d$/)]);
  const listed = new Map(sbom.components.map(({ name, version, licenses }) => [`${name} ${version}`, licenses]));
  for (const { name, version, licence } of listShippedPackages()) {
    expect(notices).toContain(`${name} ${version}\nLicence: ${licence}`);
    expect(listed.get(`${name} ${version}`), `${name} ${version}`).toEqual([{ expression: licence }]);
  }
  // Most licences require the texts themselves.
  expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(100);
  expect(sbom.components.every(({ licenses }) => licenses?.length === 1)).toBe(true);
});
