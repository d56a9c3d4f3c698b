import { readBuildSettings } from "@blueprint/contract/build-settings";

/** Settings embedded at build time. */
export const buildSettings = readBuildSettings(import.meta.env);
