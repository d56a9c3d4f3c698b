import { expect, it } from "vitest";
import { listShippedPackages } from "../checks/licence-check.ts";
import { writeBillOfMaterials, writeNotices } from "./third-party.ts";

it("the notices name every package that is shipped, with its licence and its text", () => {
  const packages = listShippedPackages();
  expect(packages.length).toBeGreaterThan(200);
  const notices = writeNotices(packages);
  for (const { name, version, licence } of packages)
    expect(notices).toContain(`${name} ${version}\nLicence: ${licence}`);
  expect(notices).toContain("Copyright (c) 2016-present The Fastify team");
  expect(packages.map(({ licence }) => licence)).not.toContain("");
});

it("the bill of materials is CycloneDX and leaves out what only development needs", async () => {
  const bill = JSON.parse(await writeBillOfMaterials()) as {
    bomFormat: string;
    components: { name: string; purl: string; licenses?: unknown[] }[];
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  const names = bill.components.map(({ name }) => name);
  expect(names).toContain("fastify");
  expect(names).not.toContain("vitest");
  expect(bill.components.every(({ purl }) => purl.startsWith("pkg:npm/"))).toBe(true);
});
