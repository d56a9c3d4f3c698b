/** Sections of a GLB and the data they refer to start at multiples of four bytes. */
export function padTo4(lengthBytes: number): number {
  return (lengthBytes + 3) & ~3;
}

/** Binary glTF 2.0 from a JSON text and binary pieces, each of which is padded; `binaryBytes` is their padded sum. */
export function packGlb(jsonText: string, pieces: readonly Uint8Array[], binaryBytes: number): Uint8Array {
  const json = new TextEncoder().encode(jsonText);
  const jsonBytes = padTo4(json.length);
  const glb = new Uint8Array(12 + 8 + jsonBytes + 8 + binaryBytes);
  const view = new DataView(glb.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, jsonBytes, true);
  view.setUint32(16, 0x4e4f534a, true);
  glb.fill(0x20, 20, 20 + jsonBytes);
  glb.set(json, 20);
  view.setUint32(20 + jsonBytes, binaryBytes, true);
  view.setUint32(24 + jsonBytes, 0x004e4942, true);
  let at = 28 + jsonBytes;
  for (const piece of pieces) {
    glb.set(piece, at);
    at += padTo4(piece.length);
  }
  return glb;
}
