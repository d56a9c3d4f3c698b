import { readBuildSettings } from "@blueprint/contract/build-settings";

/** What was embedded when these pages were built. */
export const buildSettings = readBuildSettings(import.meta.env);
