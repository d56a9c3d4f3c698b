import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type BuildSettings, isMeasurementOn, readBuildSettings } from "../packages/contract/src/build-settings.ts";
import { builtInMapsKey, mapServiceEndpoint } from "../packages/contract/src/map-service.ts";
import { liveAiEndpoint, measurementEndpoint } from "../packages/contract/src/spec-constants.ts";
import { rootDir, SetupError } from "./install.mjs";

/**
 * Every variable that a build would embed: the committed defaults, then this machine's own file, then the environment.
 */
export function readBuildEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string | undefined> {
  const own = Object.entries(environment).filter(([name]) => name.startsWith("VITE_"));
  return { ...readBuildDefaults(), ...readSettingsFile(".env.local"), ...Object.fromEntries(own) };
}

/** The committed defaults alone, which tests use whatever this machine's own settings are. */
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

/** The settings of the pages that the server needs too, unless its own settings have them. */
export function toServerSettings(
  environment: Record<string, string | undefined>,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const settings = requireBuildSettings(environment);
  const outside = [
    ...(settings.aiKey === undefined ? [] : [settings.aiEndpoint ?? liveAiEndpoint].filter(isConnectable)),
    ...(settings.mapsKey === builtInMapsKey ? [] : [settings.mapsEndpoint ?? mapServiceEndpoint]),
    ...(isMeasurementOn(settings) ? [settings.measurementEndpoint ?? measurementEndpoint] : []),
  ];
  return {
    // Sign-in with Google needs a secret; an id alone has no meaning.
    ...(own.GOOGLE_CLIENT_SECRET && !own.GOOGLE_CLIENT_ID ? { GOOGLE_CLIENT_ID: settings.signInClientId } : {}),
    ...(outside.length === 0 ? {} : { CONNECT_ORIGINS: addOrigins(own.CONNECT_ORIGINS ?? "", outside) }),
  };
}

/** Other addresses do not prevent the start: the client reports "WebSocket connection failed" (spec §8). */
function isConnectable(address: string): boolean {
  return URL.canParse(address) && /^(https?|wss?):$/.test(new URL(address).protocol);
}

function addOrigins(list: string, urls: readonly string[]): string {
  const origins = [...list.split(",").map((part) => part.trim()), ...urls.map((url) => new URL(url).origin)];
  return [...new Set(origins)].filter((part) => part !== "").join(",");
}
