import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { closeDataFolder } from "./data-folder.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it("closes an earlier version's data folder to other accounts, and says what it could not close", () => {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-modes-"));
  try {
    const dataDir = join(dir, "data");
    for (const folder of ["mail", "objects", "uploads", "postgres"]) {
      mkdirSync(join(dataDir, folder), { recursive: true });
      chmodSync(join(dataDir, folder), 0o755);
    }
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, "secrets.json"), "{}");
    chmodSync(join(dataDir, "secrets.json"), 0o644);
    symlinkSync(join(dir, "nowhere"), join(dataDir, "elsewhere"));
    const said: unknown[] = [];
    closeDataFolder(dataDir, { warn: (facts: unknown) => said.push(facts) });
    for (const folder of ["", "mail", "objects", "uploads", "postgres"])
      expect(modeOf(join(dataDir, folder)), folder).toBe("700");
    expect(modeOf(join(dataDir, "secrets.json"))).toBe("600");
    expect(said).toMatchObject([{ path: join(dataDir, "elsewhere") }]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

it("creates a data folder that only its own account may enter", () => {
  const dir = mkdtempSync(join(tmpdir(), "blueprint-modes-"));
  try {
    closeDataFolder(join(dir, "new"), { warn: () => {} });
    expect(modeOf(join(dir, "new"))).toBe("700");
  } finally {
    rmSync(dir, { recursive: true });
  }
});
