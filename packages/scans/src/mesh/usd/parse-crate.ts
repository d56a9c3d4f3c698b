import type { UsdLayer } from "three/examples/jsm/loaders/usd/USDComposer.js";
import { ScanProblem } from "../../scan-problem.ts";
import { requireSoundCrate } from "./require-sound-crate.ts";

/**
 * Reads a binary USD layer. @throws ScanProblem `scan-corrupt` for contradictory values, and those of
 * `requireSoundCrate`
 */
export async function parseCrate(bytes: Uint8Array): Promise<UsdLayer> {
  requireSoundCrate(bytes);
  const { USDCParser } = await import("three/examples/jsm/loaders/usd/USDCParser.js");
  class SoundParser extends USDCParser {
    override _buildPathsFromCompressed(paths: Int32Array, names: Int32Array, jumps: Int32Array): void {
      requireTree(jumps);
      super._buildPathsFromCompressed(paths, names, jumps);
    }
  }
  const buffer = bytes.slice().buffer;
  try {
    return new SoundParser().parseData(buffer);
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    // The reader follows every offset and length, even out of bounds.
    throw new ScanProblem("scan-corrupt", `USD layer: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

/**
 * A path's jump says what follows it: −2 nothing, −1 its child, 0 its sibling, n its child, with the sibling n places
 * further. Cyclic jumps would never end.
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
