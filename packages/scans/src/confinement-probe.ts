import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
// A library that converters load: who may not read it may not convert.
import "sharp";
import { inheritedInput, inheritedOutput } from "./confinement.ts";

// The process that tries a confinement out: it does what a converter does, and says who it is.
readFileSync(inheritedInput.path);
const said = { uid: process.getuid?.(), network: Object.keys(networkInterfaces()).length > 0 };
writeFileSync(join(inheritedOutput.path, "said.json"), JSON.stringify(said));
