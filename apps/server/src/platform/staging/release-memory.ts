/**
 * Frees a buffer's memory at once; the caller must be its only user. Left to the garbage collector, every 64 MB of
 * bytes make it walk the server's whole heap: that cost half of an upload's speed.
 */
export function releaseMemory(buffer: Buffer): void {
  const memory = buffer.buffer;
  // A slice shares its memory with other buffers.
  if (memory instanceof ArrayBuffer && memory.byteLength === buffer.length) memory.transfer(0);
}
