import { ScanProblem } from "../../scan-problem.ts";

export const crateMagic = "PXR-USDC";
const headerBytes = 88;
const sectionBytes = 32;
const sectionsMax = 64;
/** LZ4 ends at 255 times. */
const lz4RatioMax = 256;

/**
 * Checks the table of contents of a binary USD layer, and that what its sections claim to unpack to is possible: the
 * reader believes both, and would make room for anything.
 * @throws ScanProblem `scan-truncated`, `scan-corrupt`, `scan-lying-count`, `scan-unsupported-feature`
 */
export function requireSoundCrate(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number) => {
    if (!(at >= 0) || at + 8 > bytes.length) throw new ScanProblem("scan-truncated", "USD layer");
    return Number(view.getBigUint64(at, true));
  };
  if (bytes.length < headerBytes) throw new ScanProblem("scan-truncated", "USD layer");
  if (bytes[8] !== 0) throw new ScanProblem("scan-unsupported-feature", `USD layer of version ${bytes[8]}`);
  // Before 0.4 paths were kept in a form that can lead in circles; nothing has written it since 2016.
  if (bytes[9]! < 4) throw new ScanProblem("scan-unsupported-feature", `USD layer of version 0.${bytes[9]}`);
  const contentsAt = number(16);
  const sections = number(contentsAt);
  if (sections > sectionsMax) throw new ScanProblem("scan-corrupt", `USD layer with ${sections} sections`);
  for (let index = 0; index < sections; index++) {
    const at = contentsAt + 8 + index * sectionBytes;
    const [start, sizeBytes] = [number(at + 16), number(at + 24)];
    if (start + sizeBytes > bytes.length) throw new ScanProblem("scan-truncated", "USD section");
    const name = new TextDecoder("latin1").decode(bytes.subarray(at, at + 16)).replace(/\0.*$/s, "");
    const countMax = sizeBytes * lz4RatioMax;
    if (number(start) > countMax) throw new ScanProblem("scan-lying-count", `USD section ${name}`);
    // Text of the names: how long it is when it is unpacked.
    if (name === "TOKENS" && number(start + 8) > countMax) throw new ScanProblem("scan-lying-count", "USD names");
  }
}
