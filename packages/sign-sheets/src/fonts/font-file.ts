import { Buffer } from "node:buffer";

interface Table {
  readonly offset: number;
  readonly length: number;
}

/** A TrueType file's header, and one record of its table directory, in bytes. */
const headerBytes = 12;
const recordBytes = 16;

/** The characters that a TrueType font has a glyph for, as code points. */
export function listCharacters(font: Buffer): Set<number> {
  const table = readTables(font).get("cmap");
  const characters = new Set<number>();
  if (table === undefined) return characters;
  const cmap = font.subarray(table.offset, table.offset + table.length);
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const encoding = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = encoding.readUInt16BE(0);
    if (format === 4) addSegments(encoding, characters);
    if (format === 12) addGroups(encoding, characters);
  }
  return characters;
}

/** OpenType, cmap format 4: ranges of 16-bit characters; the last one is the end mark U+FFFF. */
function addSegments(encoding: Buffer, characters: Set<number>): void {
  const doubledCount = encoding.readUInt16BE(6);
  for (let at = 0; at < doubledCount; at += 2) {
    const last = encoding.readUInt16BE(14 + at);
    const first = encoding.readUInt16BE(16 + doubledCount + at);
    const delta = encoding.readUInt16BE(16 + 2 * doubledCount + at);
    const rangeAt = 16 + 3 * doubledCount + at;
    const rangeOffset = encoding.readUInt16BE(rangeAt);
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const listed =
        rangeOffset === 0 ? character : encoding.readUInt16BE(rangeAt + rangeOffset + 2 * (character - first));
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) characters.add(character);
    }
  }
}

/** OpenType, cmap format 12: groups of 32-bit characters. */
function addGroups(encoding: Buffer, characters: Set<number>): void {
  for (let index = 0; index < encoding.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12;
    const [first, last, glyph] = [
      encoding.readUInt32BE(at),
      encoding.readUInt32BE(at + 4),
      encoding.readUInt32BE(at + 8),
    ];
    for (let character = first; character <= last; character += 1) {
      if (glyph + character - first !== 0) characters.add(character);
    }
  }
}

/**
 * The same font under another family name. The slices of one typeface share a name, and a typesetter would take them
 * for weights of one font and use only one.
 */
export function renameFont(font: Buffer, family: string): Buffer {
  const tables = [...readTables(font)].map(
    ([tag, { offset, length }]) =>
      [tag, tag === "name" ? writeNames(family) : font.subarray(offset, offset + length)] as const,
  );
  const header = Buffer.alloc(headerBytes + tables.length * recordBytes);
  font.copy(header, 0, 0, headerBytes);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, content]] of tables.entries()) {
    const at = headerBytes + index * recordBytes;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(toChecksum(content), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4);
    content.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function readTables(font: Buffer): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = headerBytes + index * recordBytes;
    tables.set(font.toString("latin1", at, at + 4), {
      offset: font.readUInt32BE(at + 8),
      length: font.readUInt32BE(at + 12),
    });
  }
  return tables;
}

/** A name table with the family, style, identifier, full and PostScript names, for Windows in Unicode. */
function writeNames(family: string): Buffer {
  const names = [
    [1, family],
    [2, "Regular"],
    [3, family],
    [4, family],
    [6, family.replaceAll(" ", "-")],
  ] as const;
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  const texts: Buffer[] = [];
  let offset = 0;
  for (const [index, [id, name]] of names.entries()) {
    const text = Buffer.from(name, "utf16le").swap16();
    for (const [field, value] of [3, 1, 0x409, id, text.length, offset].entries()) {
      head.writeUInt16BE(value, 6 + index * 12 + field * 2);
    }
    texts.push(text);
    offset += text.length;
  }
  return Buffer.concat([head, ...texts]);
}

function toChecksum(table: Buffer): number {
  const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
  table.copy(padded);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
