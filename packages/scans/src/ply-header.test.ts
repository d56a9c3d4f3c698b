import { describe, expect, it } from "vitest";
import {
  findPlyElement,
  parsePlyHeader,
  plyContent,
  plyHeaderBytesMax,
  plyRecordBytes,
  requirePlyCountsFit,
} from "./ply-header.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const mesh = `ply
format binary_big_endian 1.0
comment made by a scanner
element vertex 3
property float x
property double y
property uchar red
element face 2
property list uchar int32 vertex_indices
end_header
`;

describe("parsePlyHeader", () => {
  it("reads elements, lists, comments and the start of the data", () => {
    const header = parsePlyHeader(bytes(`${mesh}\n binary`));
    expect(header.encoding).toBe("binary-big-endian");
    expect(header.dataOffset).toBe(mesh.length);
    expect(header.comments).toEqual(["made by a scanner"]);
    expect(plyRecordBytes(findPlyElement(header, "vertex")!)).toBe(13);
    expect(plyRecordBytes(findPlyElement(header, "face")!)).toBeUndefined();
    expect(findPlyElement(header, "face")!.properties).toEqual([
      { name: "vertex_indices", type: "int32", listCountType: "uint8" },
    ]);
    expect(plyContent(header)).toBe("mesh");
  });

  it("treats a Windows line break as one break", () => {
    const windows = mesh.replaceAll("\n", "\r\n");
    expect(parsePlyHeader(bytes(`${windows}\nx`)).dataOffset).toBe(windows.length);
  });

  it.each([
    ["scan-truncated", mesh.slice(0, 80)],
    ["scan-corrupt", `ply\n${"comment x\n".repeat(plyHeaderBytesMax / 9)}`],
    ["scan-corrupt", mesh.replace("binary_big_endian", "morse")],
    ["scan-corrupt", mesh.replace("vertex 3", "vertex -3")],
    ["scan-corrupt", mesh.replace("vertex 3", "vertex 9999999999999999999999")],
    ["scan-corrupt", mesh.replace("property double y", "property quad y")],
    ["scan-corrupt", mesh.replace("comment", "element x 1\n".repeat(100))],
  ])("returns %s", (code, text) => {
    expect(() => parsePlyHeader(bytes(text))).toThrow(expect.objectContaining({ code }));
  });
});

it("tells a truncated file from one that never held what it declares", () => {
  const header = parsePlyHeader(bytes(mesh));
  const needed = mesh.length + 3 * 13 + 2;
  expect(() => requirePlyCountsFit(header, needed)).not.toThrow();
  expect(() => requirePlyCountsFit(header, needed - 1)).toThrow(expect.objectContaining({ code: "scan-truncated" }));
  const lying = parsePlyHeader(bytes(mesh.replace("vertex 3", "vertex 100000000")));
  expect(() => requirePlyCountsFit(lying, 1024)).toThrow(expect.objectContaining({ code: "scan-lying-count" }));
});
