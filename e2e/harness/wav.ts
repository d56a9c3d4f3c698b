/** A sound file of 16-bit mono PCM. */
export function toWav(parts: readonly Int16Array[], hz: number): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(hz, 24);
  head.writeUInt32LE(hz * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
