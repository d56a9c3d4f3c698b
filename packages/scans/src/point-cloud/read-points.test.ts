import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { describe, expect, it } from "vitest";
import { bytesSource } from "../testing/bytes-source.ts";
import { openPointStream } from "./open-point-stream.ts";
import { probePointCloud } from "./probe-point-cloud.ts";
import {
  buildE57,
  buildLas,
  buildPcd,
  buildPcdWithChannels,
  buildPlyPoints,
  buildRoom,
  type LasOptions,
} from "./testing/build-clouds.ts";

const room = buildRoom(3000);
const text = (content: string) => new TextEncoder().encode(content);

async function readAll(format: ScanFormat, bytes: Uint8Array) {
  const stream = await openPointStream(bytesSource("scan", bytes), format);
  const positions: number[] = [];
  const rgb: number[] = [];
  const intensity: number[] = [];
  for await (const batch of stream.batches()) {
    positions.push(...batch.positions.subarray(0, batch.count * 3));
    if (batch.rgb) rgb.push(...batch.rgb.subarray(0, batch.count * 3));
    if (batch.intensity) intensity.push(...batch.intensity.subarray(0, batch.count));
  }
  return { stream, positions, rgb, intensity };
}

/** The codes that the preflight and the reader report. */
async function findProblem(format: ScanFormat, bytes: Uint8Array): Promise<{ probing: unknown; reading: unknown }> {
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => "no problem",
      (error) => error.code ?? error,
    );
  return {
    probing: await codeOf(probePointCloud(bytesSource("scan", bytes), format)),
    reading: await codeOf(readAll(format, bytes)),
  };
}

const both = (code: string) => ({ probing: code, reading: code });

function expectRoom({ positions, rgb }: { positions: number[]; rgb: number[] }, precision: number): void {
  expect(positions).toHaveLength(room.length * 3);
  room.forEach((point, i) => {
    [point.x, point.y, point.z].forEach((value, axis) => {
      if (Math.abs(positions[i * 3 + axis]! - value) > precision) {
        throw new Error(`point ${i} axis ${axis}: ${positions[i * 3 + axis]} instead of ${value}`);
      }
    });
  });
  expect(rgb).toEqual(room.flatMap((point) => point.rgb));
}

describe("reading point clouds", () => {
  it.each<[string, LasOptions]>([
    ["1.0, format 2", { minor: 0, pointFormat: 2 }],
    ["1.2, format 3", { minor: 2, pointFormat: 3 }],
    ["1.3, format 5", { minor: 3, pointFormat: 5 }],
    ["1.4, format 7", { minor: 4, pointFormat: 7 }],
    ["1.4, format 8", { minor: 4, pointFormat: 8 }],
    ["1.4, format 10", { minor: 4, pointFormat: 10 }],
    ["with colours of 8 bits", { isColour8Bit: true }],
  ])("reads LAS %s", async (_, options) => {
    const read = await readAll("las", buildLas(room, options));
    expectRoom(read, 1e-9);
    expect(read.intensity[1]).toBe(37);
  });

  it.each([0, 1, 4, 6, 9])("reads LAS point format %i, which has no colours", async (pointFormat) => {
    const read = await readAll("las", buildLas(room, { minor: 4, pointFormat }));
    expect(read.positions).toHaveLength(room.length * 3);
    expect(read.rgb).toEqual([]);
  });

  it.each(["ascii", "binary_little_endian", "binary_big_endian"] as const)("reads PLY points, %s", async (encoding) => {
    expectRoom(await readAll("ply-points", buildPlyPoints(room, encoding)), 1e-12);
  });

  it.each(["ascii", "binary", "binary_compressed"] as const)("reads PCD, %s", async (encoding) => {
    expectRoom(await readAll("pcd", buildPcd(room, encoding)), 1e-6);
  });

  it.each([
    [["r", "g", "b"], "U"],
    [["R", "G", "B"], "I"],
    [["Red", "Green", "Blue"], "F"],
    [["red", "green", "blue"], "F as fraction"],
  ] as const)("reads PCD colours from the fields %j of type %s", async (names, type) => {
    const bytes = buildPcdWithChannels(room, names, type);
    const probed = await probePointCloud(bytesSource("scan", bytes), "pcd");
    expect(probed.warnings).not.toContain("scan-no-colour");
    expectRoom(await readAll("pcd", bytes), 1e-6);
  });

  it("reads E57 with packed integers across packets", async () => {
    expectRoom(await readAll("e57", buildE57(room)), 1e-9);
  });

  it("applies the pose of an E57 scan", async () => {
    // A quarter turn about z, then ten metres along x.
    const pose = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], translation: [10, 0, 0] };
    const { positions } = await readAll("e57", buildE57(room.slice(0, 1), { pose }));
    expect(positions[0]).toBeCloseTo(10 - room[0]!.y, 9);
    expect(positions[1]).toBeCloseTo(room[0]!.x, 9);
    expect(positions[2]).toBeCloseTo(room[0]!.z, 9);
  });

  it.each([
    ["plain columns", (lines: string[]) => lines.join("\n")],
    ["two lines of header", (lines: string[]) => ["Scan of a room", "X Y Z R G B", ...lines].join("\r\n")],
    [
      "commas and names",
      (lines: string[]) => ["//X,Y,Z,R,G,B", ...lines.map((line) => line.replaceAll(" ", ","))].join("\n"),
    ],
    [
      "semicolons and decimal commas",
      (lines: string[]) => lines.map((line) => line.replaceAll(".", ",").replaceAll(" ", ";")).join("\n"),
    ],
    ["comments between", (lines: string[]) => lines.join("\n# station 2\n")],
  ])("reads XYZ with %s", async (_, write) => {
    const lines = room.map(({ x, y, z, rgb }) => [x, y, z, ...rgb].join(" "));
    expectRoom(await readAll("xyz", text(write(lines))), 0);
  });

  it("reads PTS: a count, then intensity before the colours", async () => {
    const lines = room.map(({ x, y, z, rgb }) => [x, y, z, -1500, ...rgb].join(" "));
    const read = await readAll("xyz", text([room.length, ...lines].join("\n")));
    expectRoom(read, 0);
    expect(read.intensity[0]).toBe(-1500);
  });

  it("takes columns of fractions as colours only if they are named", async () => {
    const named = await readAll("xyz", text("x y z r g b\n1 2 3 0.5 1 0\n"));
    expect(named.rgb).toEqual([128, 255, 0]);
    const normals = await readAll("xyz", text("1 2 3 0.5 -1 0\n"));
    expect(normals.rgb).toEqual([]);
  });

  it.each([
    ["1e3", 1000],
    ["-1.25E-2", -0.0125],
    ["515368.60225", 515368.60225],
    ["4918340.364", 4918340.364],
    ["0.1", 0.1],
    [".5", 0.5],
    ["+7.", 7],
    ["123456789.12345", 123456789.12345],
  ])("reads the number %s as JavaScript would", async (written, value) => {
    const { positions } = await readAll("xyz", text(`${written} 0 0\n`));
    expect(positions[0]).toBe(value);
  });

  it("recognises feet from a LAS file's geo keys and from its well-known text", async () => {
    const keys = new Uint16Array([1, 1, 0, 2, 1024, 0, 1, 1, 3076, 0, 1, 9003]);
    const byKeys = buildLas(room, { records: [["LASF_Projection", 34735, new Uint8Array(keys.buffer)]] });
    const wkt = 'PROJCS["x",GEOGCS["y",UNIT["degree",0.0174532925199433]],UNIT["foot",0.3048]]';
    const byText = buildLas(room, { minor: 4, pointFormat: 7, records: [["LASF_Projection", 2112, text(wkt)]] });
    const fromKeys = (await readAll("las", byKeys)).stream;
    expect(fromKeys.unit).toBe("us-survey-foot");
    expect(fromKeys.metresPerUnit.horizontal).toBeCloseTo(0.3048006096, 9);
    expect(fromKeys.isGeoreferenced).toBe(true);
    expect((await readAll("las", byText)).stream.unit).toBe("foot");
    const report = await probePointCloud(bytesSource("a.las", byText), "las");
    expect(report.warnings).toContain("scan-units-feet");
  });

  it.each([
    [
      "EPSG:32633",
      'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","32633"]]',
    ],
    [
      "EPSG:26912+5703",
      'COMPD_CS["x",PROJCS["a",GEOGCS["y"],UNIT["metre",1],AUTHORITY["EPSG","26912"]],VERT_CS["h",UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","5703"]]]',
    ],
    [
      "EPSG:25832",
      'PROJCRS["ETRS89 / UTM zone 32N",BASEGEOGCRS["ETRS89",ID["EPSG",4258]],CS[Cartesian,2],LENGTHUNIT["metre",1],ID["EPSG",25832]]',
    ],
    [
      "Site grid 7",
      'PROJCS["Site grid 7",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],UNIT["metre",1,AUTHORITY["EPSG","9001"]]]',
    ],
  ])("recognises the reference system %s in well-known text", async (crs, wkt) => {
    const bytes = buildLas(room, { minor: 4, pointFormat: 7, records: [["LASF_Projection", 2112, text(wkt)]] });
    expect((await readAll("las", bytes)).stream.crs).toBe(crs);
  });

  describe("in degrees", () => {
    const geoKeys = (...keys: number[]): NonNullable<LasOptions["records"]> => [
      ["LASF_Projection", 34735, new Uint8Array(new Uint16Array([1, 1, 0, keys.length / 4, ...keys]).buffer)],
    ];
    const wkt = (value: string): NonNullable<LasOptions["records"]> => [["LASF_Projection", 2112, text(value)]];
    const degree = 'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]]';
    const geogcs = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],${degree},AUTHORITY["EPSG","4326"]]`;
    // Berlin's Brandenburg Gate: 389,911 m east and 5,819,699 m north in zone 33.
    const gate = [13.377704, 52.516275] as const;
    const hall = room.map((point) => ({
      ...point,
      x: gate[0] + point.x / 67_800,
      y: gate[1] + point.y / 111_270,
    }));

    it.each<[string, NonNullable<LasOptions["records"]>, string | undefined]>([
      ["geo keys of WGS 84", geoKeys(1024, 0, 1, 2, 2048, 0, 1, 4326, 2054, 0, 1, 9102), "EPSG:32633"],
      ["geo keys of ETRS89", geoKeys(1024, 0, 1, 2, 2048, 0, 1, 4258, 4096, 0, 1, 5773), "EPSG:25833+5773"],
      ["geo keys of their own", geoKeys(1024, 0, 1, 2, 2048, 0, 1, 32767), undefined],
      ["well-known text", wkt(geogcs), "EPSG:32633"],
      [
        "well-known text with heights",
        wkt(
          `COMPD_CS["both",${geogcs},VERT_CS["EGM96",VERT_DATUM["EGM96",2005],UNIT["metre",1],AUTHORITY["EPSG","5773"]]]`,
        ),
        "EPSG:32633+5773",
      ],
      [
        "newer well-known text",
        wkt(
          'GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],CS[ellipsoidal,3],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433],AXIS["height",up,LENGTHUNIT["metre",1]],ID["EPSG",4979]]',
        ),
        "EPSG:32633",
      ],
    ])("become metres when read, by %s", async (_, records, crs) => {
      const bytes = buildLas(hall, { minor: 4, pointFormat: 7, records, step: 1e-8 });
      const { stream, positions } = await readAll("las", bytes);
      expect(stream).toMatchObject({ unit: "metre", verticalUnit: "metre", isGeoreferenced: true, crs });
      const first = [positions[0]! - hall[0]!.x, positions[1]!];
      expect(Math.abs(first[0]! - 389_911 + gate[0])).toBeLessThan(50);
      expect(Math.abs(first[1]! - 5_819_699)).toBeLessThan(50);
      const extent = (axis: number) => {
        const values = positions.filter((_, at) => at % 3 === axis);
        return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
      };
      expect(extent(0)).toBeCloseTo(6, 0);
      expect(extent(1)).toBeCloseTo(6, 0);
      expect(extent(2)).toBeCloseTo(2, 1);
      const report = await probePointCloud(bytesSource("hall.las", bytes), "las");
      expect(report).toMatchObject({ unit: "metre", warnings: ["scan-units-degrees", "scan-large-coordinates"] });
      expect(report.bounds!.max[0] - report.bounds!.min[0]).toBeCloseTo(6, 0);
    });

    it("are ignored if the coordinates are not degrees", async () => {
      const bytes = buildLas(buildRoom(100, 6, [389_911, 5_819_699, 0]), { records: geoKeys(1024, 0, 1, 2) });
      const { stream, positions } = await readAll("las", bytes);
      expect(stream).toMatchObject({ unit: "unknown", isGeoreferenced: false });
      expect(positions[0]).toBeGreaterThan(389_000);
    });
  });

  it("recognises the reference system from geo keys that have a public number", async () => {
    const write = (...keys: number[]) =>
      buildLas(room, {
        records: [
          ["LASF_Projection", 34735, new Uint8Array(new Uint16Array([1, 1, 0, keys.length / 4, ...keys]).buffer)],
        ],
      });
    const [projected, utm, own] = [
      [1024, 0, 1, 1],
      [3072, 0, 1, 32633],
      [3072, 0, 1, 32767],
    ];
    const readCrs = async (...keys: number[][]) => (await readAll("las", write(...keys.flat()))).stream.crs;
    expect(await readCrs(projected!, utm!)).toBe("EPSG:32633");
    expect(await readCrs(projected!, utm!, [4096, 0, 1, 5773])).toBe("EPSG:32633+5773");
    expect(await readCrs(projected!, own!)).toBeUndefined();
    expect(await readCrs(utm!)).toBeUndefined();
  });
});

describe("the preflight of a point cloud", () => {
  it.each<[ScanFormat, Uint8Array]>([
    ["las", buildLas(room)],
    ["ply-points", buildPlyPoints(room, "binary_little_endian")],
    ["ply-points", buildPlyPoints(room, "ascii")],
    ["pcd", buildPcd(room, "binary")],
    ["pcd", buildPcd(room, "ascii")],
    ["xyz", text(room.map(({ x, y, z }) => `${x} ${y} ${z}`).join("\n"))],
  ])("reports count and bounds of %s", async (format, bytes) => {
    const report = await probePointCloud(bytesSource("scan", bytes), format);
    expect(report).toMatchObject({
      kind: "point-cloud",
      format,
      counts: { points: room.length },
      sizeBytes: bytes.length,
    });
    expect(report.bounds!.max[0]).toBeGreaterThan(5.9);
    expect(report.bounds!.max[0]).toBeLessThanOrEqual(6);
    expect(report.bounds!.min[2]).toBe(0);
  });

  it("reports count and metres of E57", async () => {
    const report = await probePointCloud(bytesSource("a.e57", buildE57(room)), "e57");
    expect(report).toMatchObject({ counts: { points: room.length }, unit: "metre", warnings: [] });
  });
});

describe("invalid point clouds", () => {
  const hundredMillion = 100_000_000;
  const few = room.slice(0, 20);

  it.each<[string, ScanFormat, Uint8Array]>([
    ["LAS", "las", buildLas(few, { declaredCount: hundredMillion })],
    ["LAS 1.4", "las", buildLas(few, { minor: 4, pointFormat: 7, declaredCount: hundredMillion })],
    ["PLY", "ply-points", buildPlyPoints(few, "binary_little_endian", hundredMillion)],
    ["PLY text", "ply-points", buildPlyPoints(few, "ascii", hundredMillion)],
    ["PCD", "pcd", buildPcd(few, "binary", hundredMillion)],
    ["PCD text", "pcd", buildPcd(few, "ascii", hundredMillion)],
    ["PCD compressed", "pcd", buildPcd(few, "binary_compressed", hundredMillion)],
    ["E57", "e57", buildE57(few, { declaredCount: hundredMillion })],
    ["PTS", "xyz", text(`${hundredMillion}\n1 2 3\n`)],
    [
      "LAZ",
      "laz",
      buildLas(few, {
        isCompressed: true,
        declaredCount: hundredMillion,
        records: [["laszip encoded", 22204, new Uint8Array(34)]],
      }),
    ],
  ])("%s that declares 100 million points in a kilobyte has a false count", async (_, format, bytes) => {
    expect(bytes.length).toBeLessThan(2100);
    expect(await findProblem(format, bytes)).toEqual(both("scan-lying-count"));
  });

  it.each([4, 5, 9, 10])(
    "LAZ of point format %i is refused before the upload because of its waveforms",
    async (pointFormat) => {
      const bytes = buildLas(few, {
        minor: 4,
        pointFormat,
        isCompressed: true,
        records: [["laszip encoded", 22204, new Uint8Array(34)]],
      });
      expect(await findProblem("laz", bytes)).toEqual(both("scan-laz-waveform"));
    },
  );

  describe("LAZ by an old LASzip is refused by name", () => {
    /** A LASzip record, the file's end and a chunk table of one chunk. */
    const oldLaz = (compressor: number, itemVersion: number) => {
      const record = new DataView(new ArrayBuffer(34 + 6));
      record.setUint16(0, compressor, true);
      record.setUint32(12, 50_000, true);
      record.setUint16(32, 1, true);
      record.setUint16(34, 6, true);
      record.setUint16(36, 20, true);
      record.setUint16(38, itemVersion, true);
      const bytes = buildLas(few, {
        pointFormat: 0,
        isCompressed: true,
        records: [["laszip encoded", 22204, new Uint8Array(record.buffer)]],
      });
      const view = new DataView(bytes.buffer);
      const tableOffset = bytes.length - 8;
      view.setBigInt64(view.getUint32(96, true), BigInt(tableOffset), true);
      view.setUint32(tableOffset + 4, 1, true);
      return bytes;
    };

    it.each<[string, Uint8Array]>([
      ["in one stream", oldLaz(1, 2)],
      ["with the first coding", oldLaz(2, 1)],
    ])("%s", async (_, bytes) => {
      expect(await findProblem("laz", bytes)).toEqual(both("scan-old-laz"));
    });

    it("with the mark of the first compressor", async () => {
      const bytes = buildLas(few);
      bytes[104]! |= 64;
      expect(await findProblem("laz", bytes)).toEqual(both("scan-old-laz"));
    });

    it("but not from a current one", async () => {
      expect((await findProblem("laz", oldLaz(2, 2))).probing).toBe("no problem");
    });
  });

  it.each<[string, ScanFormat, Uint8Array, number]>([
    ["LAS", "las", buildLas(room), 0.9],
    ["LAS header", "las", buildLas(room).subarray(0, 200), 1],
    ["PLY", "ply-points", buildPlyPoints(room, "binary_big_endian"), 0.9],
    ["PCD", "pcd", buildPcd(room, "binary"), 0.9],
    ["PCD compressed", "pcd", buildPcd(room, "binary_compressed"), 0.9],
    ["E57", "e57", buildE57(room), 0.9],
    ["E57 header", "e57", buildE57(room).subarray(0, 30), 1],
  ])("%s that is cut off is reported as truncated", async (_, format, bytes, share) => {
    const { reading } = await findProblem(format, bytes.slice(0, Math.floor(bytes.length * share)));
    expect(reading).toBe("scan-truncated");
  });

  it("PTS with fewer lines than it states is truncated", async () => {
    const lines = room.map(({ x, y, z }) => `${x} ${y} ${z}`);
    expect(await findProblem("xyz", text([room.length + 100, ...lines].join("\n")))).toEqual(both("scan-truncated"));
  });

  it("PLY text with fewer lines than it declares is truncated", async () => {
    const { reading } = await findProblem("ply-points", buildPlyPoints(room, "ascii", room.length + 100));
    expect(reading).toBe("scan-truncated");
  });

  it.each<[string, ScanFormat, Uint8Array]>([
    ["LAS", "las", buildLas([])],
    ["PLY", "ply-points", buildPlyPoints([], "binary_little_endian")],
    ["PCD", "pcd", buildPcd([], "ascii")],
    ["XYZ", "xyz", text("# nothing here\nx y z\n")],
    ["E57", "e57", buildE57([])],
  ])("%s without points is empty geometry", async (_, format, bytes) => {
    expect(await findProblem(format, bytes)).toEqual(both("scan-empty-geometry"));
  });

  it("an E57 page with a changed bit is corrupt", async () => {
    const bytes = buildE57(room);
    bytes[3000]! ^= 4;
    expect((await findProblem("e57", bytes)).reading).toBe("scan-corrupt");
  });

  it("LZF that points outside its output is corrupt", async () => {
    const bytes = buildPcd(few, "binary_compressed");
    const data = new TextDecoder("latin1").decode(bytes).indexOf("binary_compressed\n") + "binary_compressed\n".length;
    bytes.set([0xff, 0xff, 0xff], data + 8);
    expect((await findProblem("pcd", bytes)).reading).toBe("scan-corrupt");
  });

  it("a LAS scale of NaN is invalid geometry", async () => {
    const bytes = buildLas(room);
    new DataView(bytes.buffer).setFloat64(131, Number.NaN, true);
    expect(await findProblem("las", bytes)).toEqual(both("scan-invalid-geometry"));
  });

  it("a line of many megabytes does not fill the memory", async () => {
    const bytes = new Uint8Array(6 << 20).fill(0x31);
    bytes.set(text("1 2 3\n"));
    expect((await findProblem("xyz", bytes)).reading).toBe("scan-corrupt");
  });
});
