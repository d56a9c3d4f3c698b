import type { UsdLayer } from "three/examples/jsm/loaders/usd/USDComposer.js";
import { ScanProblem } from "../../scan-problem.ts";
import { requireSoundCrate } from "./require-sound-crate.ts";

/** Reads a binary USD layer. @throws ScanProblem, or an error where a value contradicts itself */
export async function parseCrate(bytes: Uint8Array): Promise<UsdLayer> {
  requireSoundCrate(bytes);
  const { USDCParser } = await import("three/examples/jsm/loaders/usd/USDCParser.js");
  class SoundParser extends USDCParser {
    override _buildPathsFromCompressed(paths: Int32Array, names: Int32Array, jumps: Int32Array): void {
      requireTree(jumps);
      super._buildPathsFromCompressed(paths, names, jumps);
    }
  }
  return new SoundParser().parseData(bytes.slice().buffer);
}

/**
 * A path's jump says what follows it: −2 nothing, −1 its child, 0 its sibling, n its child with the sibling n places
 * further. Jumps that lead into each other would be followed for ever.
 */
function requireTree(jumps: Int32Array): void {
  const open = [{ start: 0, end: jumps.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    let at = range.start;
    while (at < range.end) {
      const jump = jumps[at]!;
      if (jump === -2) {
        if (at + 1 !== range.end) throw new ScanProblem("scan-corrupt", "USD paths");
        break;
      }
      if (jump > 0) {
        if (at + jump >= range.end || jump < 2) throw new ScanProblem("scan-corrupt", "USD paths");
        open.push({ start: at + 1, end: at + jump });
        at += jump;
      } else {
        if (jump < -2 || at + 1 >= range.end) throw new ScanProblem("scan-corrupt", "USD paths");
        at++;
      }
    }
  }
}
