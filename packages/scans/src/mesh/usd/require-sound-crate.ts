import { ScanProblem } from "../../scan-problem.ts";

export const crateMagic = "PXR-USDC";
const headerBytes = 88;
const sectionBytes = 32;
const sectionsMax = 64;
/** LZ4's maximum ratio is 255. */
const lz4RatioMax = 256;

/**
 * Validates the table of contents of a binary USD layer, and the claimed unpacked size of each section: the reader
 * trusts both and would allocate any amount of memory.
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
  // Before 0.4, paths had a form that can be cyclic; no program has written it since 2016.
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
    // Unpacked length of the names' text.
    if (name === "TOKENS" && number(start + 8) > countMax) throw new ScanProblem("scan-lying-count", "USD names");
  }
}
