import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { optionalBuildSettings, requiredBuildSettings } from "../packages/contract/src/build-settings.ts";
import { readBuildDefaults, readBuildEnvironment, requireBuildSettings, toServerSettings } from "./build-settings.ts";
import { rootDir, SetupError } from "./install.mjs";

const embedded = readBuildDefaults();
const webDir = join(rootDir, "apps", "web");

describe("the settings of the build environment", () => {
  test("the committed defaults are complete, and nothing else is in them", () => {
    expect(Object.keys(embedded).sort()).toEqual([...requiredBuildSettings, ...optionalBuildSettings].sort());
    expect(() => requireBuildSettings(embedded)).not.toThrow();
  });

  test.each(requiredBuildSettings)("without %s nothing starts", (name) => {
    for (const missing of [undefined, "", "  "]) {
      const environment = { ...embedded, [name]: missing };
      expect(() => requireBuildSettings(environment)).toThrow(SetupError);
      expect(() => requireBuildSettings(environment)).toThrow(`Missing ${name} environment variable.`);
    }
  });

  test.each(optionalBuildSettings)("%s may be left out", (name) => {
    expect(() => requireBuildSettings({ ...embedded, [name]: undefined })).not.toThrow();
  });

  test("the environment comes before the files, and only VITE_ names are looked at", () => {
    const environment = readBuildEnvironment({ VITE_MAPS_KEY: "ours", PORT: "1" });
    expect(environment).toMatchObject({ VITE_BACKEND_APP_ID: expect.any(String), VITE_MAPS_KEY: "ours" });
    expect(environment).not.toHaveProperty("PORT");
  });

  test("the start tells the server who signs in with Google and where the live AI is, unless its own settings do", () => {
    expect(toServerSettings(embedded, {})).toEqual({});
    expect(toServerSettings(embedded, { GOOGLE_CLIENT_SECRET: "s" })).toEqual({ GOOGLE_CLIENT_ID: "blueprint-local" });
    expect(toServerSettings(embedded, { GOOGLE_CLIENT_SECRET: "s", GOOGLE_CLIENT_ID: "own" })).toEqual({});
    const withAi = { ...embedded, VITE_AI_KEY: "k" };
    expect(toServerSettings(withAi, {}).CONNECT_ORIGINS).toBe("wss://generativelanguage.googleapis.com");
    const elsewhere = { ...withAi, VITE_AI_ENDPOINT: "wss://ai.example.org/live" };
    expect(toServerSettings(elsewhere, { CONNECT_ORIGINS: "https://a.example" }).CONNECT_ORIGINS).toBe(
      "https://a.example,wss://ai.example.org",
    );
  });

  test("every setting is described in docs/configuration.md", () => {
    const text = readFileSync(join(rootDir, "docs", "configuration.md"), "utf8");
    const rows = [...text.matchAll(/^\| `(VITE_[A-Z_]+)` \|/gm)].map((match) => match[1]);
    expect(rows.sort()).toEqual([...requiredBuildSettings, ...optionalBuildSettings].sort());
  });
});

describe("with a required setting removed", () => {
  let envDir = "";
  beforeAll(() => {
    envDir = mkdtempSync(join(tmpdir(), "blueprint-settings-"));
    const lines = Object.entries(embedded).filter(([name]) => name !== "VITE_BACKEND_STORAGE_BUCKET");
    writeFileSync(join(envDir, ".env"), lines.map(([name, value]) => `${name}=${value}\n`).join(""));
  });
  afterAll(() => rmSync(envDir, { recursive: true, force: true }));

  const run = (script: string, environment: Record<string, string>) =>
    spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: webDir,
      encoding: "utf8",
      // The test's own environment holds the defaults.
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITE_"))),
        ...environment,
      },
    });

  // The configuration is resolved as `vite build` does it first of all; bundling would only come after it.
  const resolveBuild = (dir: string) =>
    `import { resolveConfig } from "vite"; await resolveConfig({ envDir: ${JSON.stringify(dir)} }, "build"); console.log("resolved");`;

  test("the build fails and names it", () => {
    const { status, stderr, stdout } = run(resolveBuild(envDir), {});
    expect(stderr).toContain("Error: Missing VITE_BACKEND_STORAGE_BUCKET environment variable.");
    expect([status, stdout]).toEqual([1, ""]);
  });

  test("the build goes on with it", () => {
    const { status, stdout } = run(resolveBuild(envDir), { VITE_BACKEND_STORAGE_BUCKET: "blueprint-local" });
    expect([status, stdout.trim()]).toEqual([0, "resolved"]);
  });

  test("the start fails with exactly that line and no stack", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(rootDir, "tools", "start.mjs")], {
      cwd: rootDir,
      encoding: "utf8",
      // An empty variable of the environment takes the place of the committed default.
      env: { ...process.env, VITE_BACKEND_STORAGE_BUCKET: "" },
    });
    expect(stderr.trim()).toBe("Missing VITE_BACKEND_STORAGE_BUCKET environment variable.");
    expect(status).toBe(1);
  });
});
