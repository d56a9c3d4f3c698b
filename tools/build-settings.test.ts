import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  isMeasurementOn,
  optionalBuildSettings,
  requiredBuildSettings,
} from "../packages/contract/src/build-settings.ts";
import { readBuildDefaults, readBuildEnvironment, requireBuildSettings, toServerSettings } from "./build-settings.ts";
import { rootDir, SetupError } from "./install.mjs";

const embedded = readBuildDefaults();
const webDir = join(rootDir, "apps", "web");

describe("the settings of the build environment", () => {
  test("the committed defaults are complete and contain nothing else", () => {
    expect(Object.keys(embedded).sort()).toEqual([...requiredBuildSettings, ...optionalBuildSettings].sort());
    expect(() => requireBuildSettings(embedded)).not.toThrow();
  });

  test("match the specification, and where its three services are", () => {
    // spec §3, in its own terms.
    const required = {
      "backend app id": "VITE_BACKEND_APP_ID",
      "auth domain": "VITE_BACKEND_AUTH_DOMAIN",
      "database URL": "VITE_BACKEND_DATABASE_URL",
      "measurement id": "VITE_BACKEND_MEASUREMENT_ID",
      "messaging sender id": "VITE_BACKEND_MESSAGING_SENDER_ID",
      "project id": "VITE_BACKEND_PROJECT_ID",
      "storage bucket": "VITE_BACKEND_STORAGE_BUCKET",
      "a sign-in client id": "VITE_SIGN_IN_CLIENT_ID",
      "a maps key": "VITE_MAPS_KEY",
    };
    const optional = {
      "an AI key": "VITE_AI_KEY",
      "an API key": "VITE_API_KEY",
      "an internal scene access code": "VITE_SCENE_ACCESS_CODE",
    };
    const addresses = ["VITE_MAPS_ENDPOINT", "VITE_AI_ENDPOINT", "VITE_MEASUREMENT_ENDPOINT"];
    expect(requiredBuildSettings.toSorted()).toEqual(Object.values(required).sort());
    expect(optionalBuildSettings.toSorted()).toEqual([...Object.values(optional), ...addresses].sort());
  });

  test.each(requiredBuildSettings)("nothing starts without %s", (name) => {
    for (const missing of [undefined, "", "  "]) {
      const environment = { ...embedded, [name]: missing };
      expect(() => requireBuildSettings(environment)).toThrow(SetupError);
      expect(() => requireBuildSettings(environment)).toThrow(`Missing ${name} environment variable.`);
    }
  });

  test.each(optionalBuildSettings)("%s is optional", (name) => {
    expect(() => requireBuildSettings({ ...embedded, [name]: undefined })).not.toThrow();
  });

  test("the environment overrides the files, and only VITE_ names are read", () => {
    const environment = readBuildEnvironment({ VITE_MAPS_KEY: "ours", PORT: "1" });
    expect(environment).toMatchObject({ VITE_BACKEND_APP_ID: expect.any(String), VITE_MAPS_KEY: "ours" });
    expect(environment).not.toHaveProperty("PORT");
  });

  test("the start passes the Google client, the live AI's address and the map service to the server, unless its own settings do", () => {
    expect(toServerSettings(embedded, {})).toEqual({});
    expect(toServerSettings(embedded, { GOOGLE_CLIENT_SECRET: "s" })).toEqual({ GOOGLE_CLIENT_ID: "blueprint-local" });
    expect(toServerSettings(embedded, { GOOGLE_CLIENT_SECRET: "s", GOOGLE_CLIENT_ID: "own" })).toEqual({});
    const withAi = { ...embedded, VITE_AI_KEY: "k" };
    expect(toServerSettings(withAi, {}).CONNECT_ORIGINS).toBe("wss://generativelanguage.googleapis.com");
    const elsewhere = { ...withAi, VITE_AI_ENDPOINT: "wss://ai.example.org/live" };
    expect(toServerSettings(elsewhere, { CONNECT_ORIGINS: "https://a.example" }).CONNECT_ORIGINS).toBe(
      "https://a.example,wss://ai.example.org",
    );
    const measured = { ...embedded, VITE_BACKEND_MEASUREMENT_ID: "G-AB12CD34", VITE_API_KEY: "s" };
    expect(toServerSettings(measured, {}).CONNECT_ORIGINS).toBe("https://www.google-analytics.com");
    const collector = { ...measured, VITE_MEASUREMENT_ENDPOINT: "https://count.example.org/mp/collect" };
    expect(toServerSettings(collector, {}).CONNECT_ORIGINS).toBe("https://count.example.org");
    const withMaps = { ...embedded, VITE_MAPS_KEY: "k" };
    expect(toServerSettings(withMaps, {}).CONNECT_ORIGINS).toBe("https://api.maptiler.com");
    const ownMaps = { ...withMaps, VITE_AI_KEY: "k", VITE_MAPS_ENDPOINT: "http://maps.example.org:8081/v1" };
    expect(toServerSettings(ownMaps, {}).CONNECT_ORIGINS).toBe(
      "wss://generativelanguage.googleapis.com,http://maps.example.org:8081",
    );
  });

  test.each(["not an address", "https://[", "ftp://ai.example.org/live", "data:,"])(
    "a live AI address that no page can connect to, %j, prevents nothing from starting",
    (address) => {
      const settings = { ...embedded, VITE_AI_KEY: "k", VITE_AI_ENDPOINT: address };
      expect(toServerSettings(settings, {})).toEqual({});
    },
  );

  test("page views are sent only with a provider's id and its secret", () => {
    const idOnly = { ...embedded, VITE_BACKEND_MEASUREMENT_ID: "G-AB12CD34" };
    expect(() => requireBuildSettings(idOnly)).toThrow("Missing VITE_API_KEY environment variable.");
    const ids = { "G-AB12CD34": true, local: false, "UA-1-1": false, "G-": false };
    for (const [measurementId, isOn] of Object.entries(ids)) expect(isMeasurementOn({ measurementId })).toBe(isOn);
  });

  test("every setting is described in docs/configuration.md", () => {
    const text = readFileSync(join(rootDir, "docs", "configuration.md"), "utf8");
    const rows = [...text.matchAll(/^\| `(VITE_[A-Z_]+)` \|/gm)].map((match) => match[1]);
    expect(rows.sort()).toEqual([...requiredBuildSettings, ...optionalBuildSettings].sort());
  });
});

describe("without a required setting", () => {
  // An empty environment variable replaces the committed default.
  const withoutBucket = { ...process.env, VITE_BACKEND_STORAGE_BUCKET: "" };
  const sentence = "Missing VITE_BACKEND_STORAGE_BUCKET environment variable.";

  test("the build fails with exactly that sentence, before it bundles anything", () => {
    const outDir = join(mkdtempSync(join(tmpdir(), "blueprint-build-")), "dist");
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(rootDir, "node_modules", "vite", "bin", "vite.js"), "build", "--outDir", outDir],
      { cwd: webDir, encoding: "utf8", env: { ...withoutBucket, NODE_ENV: "production", NO_COLOR: "1" } },
    );
    // The first line is the tool's own.
    expect(stderr.trim().split("\n")).toEqual(["error during build:", sentence]);
    expect([status, stdout, existsSync(outDir)]).toEqual([1, "", false]);
    rmSync(dirname(outDir), { recursive: true });
  });

  test("the start fails with exactly that sentence and no stack", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(rootDir, "tools", "start.mjs")], {
      cwd: rootDir,
      encoding: "utf8",
      env: withoutBucket,
    });
    expect([status, stderr.trim()]).toEqual([1, sentence]);
  });
});
