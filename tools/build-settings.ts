import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type BuildSettings, isMeasurementOn, readBuildSettings } from "../packages/contract/src/build-settings.ts";
import { builtInMapsKey, mapServiceEndpoint } from "../packages/contract/src/map-service.ts";
import { liveAiEndpoint, measurementEndpoint } from "../packages/contract/src/spec-constants.ts";
import { rootDir, SetupError } from "./install.mjs";

/** Every variable a build would embed: the committed defaults, this machine's own file, and the environment last. */
export function readBuildEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string | undefined> {
  const own = Object.entries(environment).filter(([name]) => name.startsWith("VITE_"));
  return { ...readBuildDefaults(), ...readSettingsFile(".env.local"), ...Object.fromEntries(own) };
}

/** The committed defaults alone: what tests run with, whatever this machine has of its own. */
export function readBuildDefaults(): Record<string, string | undefined> {
  return readSettingsFile(".env");
}

function readSettingsFile(name: string): Record<string, string | undefined> {
  const path = join(rootDir, "apps", "web", name);
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/** @throws SetupError "Missing {name} environment variable." (spec §3) */
export function requireBuildSettings(environment: Record<string, string | undefined>): BuildSettings {
  try {
    return readBuildSettings(environment);
  } catch (error) {
    throw new SetupError(error instanceof Error ? error.message : String(error));
  }
}

/** What the server has to know of the settings of its pages, where its own settings do not say it. */
export function toServerSettings(
  environment: Record<string, string | undefined>,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const settings = requireBuildSettings(environment);
  const outside = [
    ...(settings.aiKey === undefined ? [] : [settings.aiEndpoint ?? liveAiEndpoint]),
    ...(settings.mapsKey === builtInMapsKey ? [] : [settings.mapsEndpoint ?? mapServiceEndpoint]),
    ...(isMeasurementOn(settings) ? [settings.measurementEndpoint ?? measurementEndpoint] : []),
  ];
  return {
    // Without a secret there is no sign-in with Google, and an id alone would say nothing.
    ...(own.GOOGLE_CLIENT_SECRET && !own.GOOGLE_CLIENT_ID ? { GOOGLE_CLIENT_ID: settings.signInClientId } : {}),
    ...(outside.length === 0 ? {} : { CONNECT_ORIGINS: addOrigins(own.CONNECT_ORIGINS ?? "", outside) }),
  };
}

function addOrigins(list: string, urls: readonly string[]): string {
  const origins = [...list.split(",").map((part) => part.trim()), ...urls.map((url) => new URL(url).origin)];
  return [...new Set(origins)].filter((part) => part !== "").join(",");
}
