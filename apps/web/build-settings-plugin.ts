import { readBuildSettings } from "@blueprint/contract/build-settings";
import type { Plugin } from "vite";

/** Ends a build, and the development server, for which a required setting is missing (spec §3). */
export function requireBuildSettings(): Plugin {
  return {
    name: "blueprint:build-settings",
    configResolved: ({ env }) => void readBuildSettings(env),
  };
}
