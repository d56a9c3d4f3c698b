import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
// A library that converters load: a user who cannot read it cannot convert.
import "sharp";
import { inheritedInput, inheritedOutput } from "./confinement.ts";

// The process that tests a confinement: it does what a converter does and reports its identity.
readFileSync(inheritedInput.path);
const said = { uid: process.getuid?.(), network: Object.keys(networkInterfaces()).length > 0 };
writeFileSync(join(inheritedOutput.path, "said.json"), JSON.stringify(said));
