import { inspect } from "node:util";
import { readBuildSettings } from "@blueprint/contract/build-settings";
import type { Plugin } from "vite";

/** Ends a build, and the development server, for which a required setting is missing (spec §3). */
export function requireBuildSettings(): Plugin {
  return {
    name: "blueprint:build-settings",
    configResolved: ({ env }) => {
      try {
        readBuildSettings(env);
      } catch (error) {
        // Vite prints an error with its stack: whoever builds needs the sentence alone.
        throw error instanceof Error ? Object.assign(error, { [inspect.custom]: () => error.message }) : error;
      }
    },
  };
}
