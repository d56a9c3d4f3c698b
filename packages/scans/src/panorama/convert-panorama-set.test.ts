import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectFormat } from "../detect-format.ts";
import { preflight } from "../preflight.ts";
import { buildZip } from "../testing/build-zip.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { findUtmZone, toEpsgCode, toUtm } from "../to-utm.ts";
import { convertPanorama } from "./convert-panorama.ts";

const examplePath = fileURLToPath(new URL("../../../../../shared/data/pano/examplepano.jpg", import.meta.url));
const text = (content: string) => new TextEncoder().encode(content);
let folder: string;
let jobs = 0;
let picture: Uint8Array;
let square: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-panoramas-"));
  picture = new Uint8Array(await paint(512, 256).jpeg().toBuffer());
  square = new Uint8Array(await paint(300, 300).jpeg().toBuffer());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#6496c8" } });

/** Degrees, minutes and seconds in EXIF format. */
const toRationals = (degrees: number) => {
  const whole = Math.floor(degrees);
  const minutes = Math.floor((degrees - whole) * 60);
  return `${whole}/1 ${minutes}/1 ${Math.round((degrees - whole - minutes / 60) * 3600 * 1e4)}/10000`;
};
const takenAt = async (latitude: number, longitude: number, altitude: number, heading: number) =>
  new Uint8Array(
    await paint(512, 256)
      .withExif({
        IFD3: {
          GPSLatitudeRef: latitude < 0 ? "S" : "N",
          GPSLatitude: toRationals(Math.abs(latitude)),
          GPSLongitudeRef: longitude < 0 ? "W" : "E",
          GPSLongitude: toRationals(Math.abs(longitude)),
          GPSAltitudeRef: "0",
          GPSAltitude: `${Math.round(altitude * 100)}/100`,
          GPSImgDirection: `${Math.round(heading * 100)}/100`,
        },
      })
      .jpeg()
      .toBuffer(),
  );

async function convert(files: Readonly<Record<string, Uint8Array>>, frame: FrameAnswers = {}) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, buildZip(files));
  await mkdir(outputDir);
  const job = { format: "panorama-zip", inputPath, originalName: "a.zip", outputDir, frame } as const;
  const seen: number[] = [];
  const report = await convertPanorama(job, ({ fraction }) => seen.push(fraction), new AbortController().signal);
  return { report, outputDir, seen };
}
const look = (files: Readonly<Record<string, Uint8Array>>) => preflight(bytesSource("tour.zip", buildZip(files)));
const round = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000);

describe("a set of panoramas", () => {
  it("is placed by its table, with one folder of tiles per image, its name and its heading", async () => {
    const files = {
      "tour/pictures/hall.jpg": picture,
      "tour/pictures/Stair.JPG": picture,
      "tour/positions.csv": text(
        'File;Name;x;y;z;heading\r\npictures/stair.jpg;"Stair; upper";3,5;1,7;-2;450\npictures/hall.jpg;;0;1.6;0;\n',
      ),
      "__MACOSX/tour/pictures/._hall.jpg": text("fork"),
    };
    const looked = await look(files);
    expect(looked).toMatchObject({
      kind: "panorama",
      format: "panorama-zip",
      counts: { panoramas: 2, widthPx: 512, heightPx: 256 },
      positions: "table-metres",
      warnings: ["scan-panorama-heading-unknown"],
    });
    const { report, outputDir, seen } = await convert(files);
    expect(report.panoramas).toEqual([
      { path: "1/panorama.json", name: "Stair; upper", position: [3.5, 1.7, -2], heading: 90, isPlaced: true },
      { path: "2/panorama.json", name: "hall", position: [0, 1.6, 0], heading: 0, isPlaced: true },
    ]);
    expect(report.delivery).toMatchObject({ form: "image-pyramid", entry: "1/panorama.json" });
    expect(round(report.startView.target)).toEqual([4.5, 1.7, -2]);
    expect(report.bounds.max).toEqual([4, 2.2, 0.5]);
    expect(await readdir(outputDir)).toEqual(["1", "2", "preview.webp", "report.json"]);
    expect(report.delivery.files.filter(({ path }) => path.startsWith("2/tiles/0/"))).toHaveLength(6);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it("takes z as up if eyes are level that way, and puts the person's answer before that", async () => {
    const files = {
      "a.jpg": picture,
      "b.jpg": picture,
      "poses.json": text(
        JSON.stringify({
          panoramas: [
            { file: "a.jpg", x: 390_001, y: 5_820_000, z: 36.6, heading: 10 },
            { file: "b.jpg", x: 390_005, y: 5_820_008, z: 36.6, heading: -10 },
          ],
        }),
      ),
    };
    const { report } = await convert(files);
    expect(report).toMatchObject({ upAxis: "z", localOrigin: [390_003, 5_820_004, 0] });
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.panoramas?.map(({ position, heading }) => [...round(position), heading])).toEqual([
      [-2, 36.6, 4, 10],
      [2, 36.6, -4, 350],
    ]);
    const { report: answered } = await convert(files, { upAxis: "y" });
    expect(answered).toMatchObject({ upAxis: "y" });
    expect(round(answered.panoramas![0]!.position)).toEqual([-2, -4, 36.6]);
  });

  it("is placed where its images were taken, in the projection of their zone, and says that visitors learn it", async () => {
    const files = {
      "2.jpg": await takenAt(52.5205, 13.4094, 36.6, 100),
      "1.jpg": await takenAt(52.52, 13.4094, 36.6, 90),
    };
    const looked = await look(files);
    expect(looked).toMatchObject({ positions: "pictures", warnings: ["scan-location-used"] });
    const { report, outputDir } = await convert(files);
    // 392,077.8 m east, 5,820,065.6 and 5,820,121.2 m north in zone 33.
    expect(report).toMatchObject({ crs: "EPSG:32633", upAxis: "z" });
    const [east, north, height] = report.localOrigin;
    expect([east, north]).toEqual([392_078, 5_820_093]);
    expect(height).toBeCloseTo(35, 6);
    const [first, second] = report.panoramas!;
    expect([first!.name, second!.name]).toEqual(["1", "2"]);
    expect(second!.position[2] - first!.position[2]).toBeCloseTo(-55.6, 0);
    expect(first!.position[1]).toBeCloseTo(1.6, 6);
    // Grid north is 1.26° west of true north here.
    expect(first!.heading).toBeCloseTo(90 + 1.2625, 2);
    const { exif } = await sharp(join(outputDir, "1", "tiles", "0", "nz", "0-0.webp")).metadata();
    expect(exif).toBeUndefined();
  });

  it("reads latitude and longitude from a table, and the heading from the panorama's own metadata", async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:PoseHeadingDegrees="215.5" GPano:ProjectionType="equirectangular"/></rdf:RDF></x:xmpmeta>`;
    const posed = new Uint8Array(await paint(512, 256).withXmp(xmp).jpeg().toBuffer());
    const { report } = await convert({
      "a.jpg": posed,
      "panoramas.csv": text("file,lat,lon,alt\na.jpg,-33.8568,151.2153,12\n"),
    });
    expect(report.crs).toBe("EPSG:32756");
    expect(report.panoramas![0]!.heading).toBeCloseTo(215.5 - 0.9945, 2);
  });

  it("lays images without a position in a row in the order of their names, and says so", async () => {
    const files = {
      "10.jpg": picture,
      "2.png": new Uint8Array(await paint(256, 128).png().toBuffer()),
      "map.jpg": square,
    };
    expect(await look(files)).toMatchObject({
      positions: "none",
      counts: { panoramas: 2, widthPx: 512 },
      warnings: ["scan-panorama-not-placed", "scan-panorama-left-out"],
    });
    const { report } = await convert(files);
    expect(report.panoramas).toEqual([
      { path: "1/panorama.json", name: "2", position: [0, 1.6, 0], heading: 0, isPlaced: false },
      { path: "2/panorama.json", name: "10", position: [10, 1.6, 0], heading: 0, isPlaced: false },
    ]);
  });

  it("leaves placed images where they are and lays the rest beside them", async () => {
    const { report } = await convert({
      "a.jpg": picture,
      "b.jpg": picture,
      "other.csv": text("file,x,y,z\nb.jpg,,,\na.jpg,2,1.6,1\n"),
    });
    expect(report.panoramas?.map(({ position, isPlaced }) => [position[0], isPlaced])).toEqual([
      [12, false],
      [2, true],
    ]);
    expect(report.warnings).toContain("scan-panorama-not-placed");
  });

  describe("that is invalid", () => {
    const findProblem = async (files: Readonly<Record<string, Uint8Array>>) => {
      const codeOf = (run: Promise<unknown>) =>
        run.then(
          () => ["no problem"],
          (error) => [error.code ?? error, error.part],
        );
      const [looked, converted] = [await codeOf(look(files)), await codeOf(convert(files))];
      // The browser's preflight reports the same as the converter.
      expect(converted).toEqual(looked);
      return looked;
    };
    const table = (...rows: string[]) => text(["file,x,y,z,heading", ...rows].join("\n"));

    it.each<[string, string[], string, string]>([
      ["a picture that is not there", ["a.jpg,0,0,0,0", "b.jpg,1,0,0,0"], "scan-panorama-picture-missing", "b.jpg"],
      [
        "a path out of the archive",
        ["../../etc/passwd.jpg,0,0,0,0"],
        "scan-panorama-picture-missing",
        "../../etc/passwd.jpg",
      ],
      ["a picture twice", ["a.jpg,0,0,0,0", "./A.JPG,1,0,0,0"], "scan-panorama-twice", "./A.JPG"],
      ["a position that is no number", ["a.jpg,0,NaN,0,0"], "scan-panorama-position-invalid", "a.jpg"],
      ["an infinite position", ["a.jpg,0,1e999,0,0"], "scan-panorama-position-invalid", "a.jpg"],
      ["half of a position", ["a.jpg,0,,0,0"], "scan-panorama-position-invalid", "a.jpg"],
      ["a heading in words", ["a.jpg,0,0,0,north"], "scan-panorama-position-invalid", "a.jpg"],
      ["a picture that is not twice as wide as high", ["square.jpg,0,0,0,0"], "scan-not-equirectangular", "square.jpg"],
      ["a picture that is none", ["none.jpg,0,0,0,0"], "scan-corrupt", "none.jpg"],
    ])("a table with %s is refused, naming the image", async (_, rows, code, part) => {
      const none = text("not a picture ".repeat(20));
      const files = { "a.jpg": picture, "square.jpg": square, "none.jpg": none, "positions.csv": table(...rows) };
      expect(await findProblem(files)).toEqual([code, part]);
    });

    it("a latitude beyond the poles is refused", async () => {
      const positions = text("file,latitude,longitude\na.jpg,91,8\n");
      expect(await findProblem({ "a.jpg": picture, "positions.csv": positions })).toEqual([
        "scan-panorama-position-invalid",
        "a.jpg",
      ]);
    });

    it("a table without a file column is refused if its name says that it is the table", async () => {
      const positions = text("x,y,z\n0,0,0\n");
      expect(await findProblem({ "a.jpg": picture, "positions.csv": positions })).toEqual([
        "scan-panorama-table-unreadable",
        "positions.csv",
      ]);
      expect(await findProblem({ "a.jpg": picture, "positions.json": text("{]") })).toEqual([
        "scan-panorama-table-unreadable",
        "positions.json",
      ]);
      expect(await findProblem({ "a.jpg": picture, "sales.csv": positions })).toEqual(["no problem"]);
    });

    it("images of any other shape are not panoramas", async () => {
      expect(await findProblem({ "b/square.jpg": square })).toEqual(["scan-not-equirectangular", "b/square.jpg"]);
    });

    it("an image that ends early is found during the conversion, and named", async () => {
      const cut = picture.subarray(0, Math.floor(picture.length * 0.6));
      await expect(convert({ "a.jpg": picture, "b.jpg": cut })).rejects.toMatchObject({
        code: "scan-truncated",
        part: "b.jpg",
      });
    });

    it("more images than can be told apart are refused before anything is unpacked", async () => {
      const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}.jpg`, new Uint8Array(1)]));
      expect((await findProblem(many))[0]).toBe("scan-too-many-panoramas");
    });
  });

  it("is not mistaken for a zip of a mesh with its textures", async () => {
    const zip = buildZip({ "a.jpg": picture, "hall.obj": text("v 0 0 0\n") });
    expect(await detectFormat(bytesSource("a.zip", zip))).toBe("obj-zip");
  });
});

describe("the universal transverse Mercator projection", () => {
  // By Snyder's series (Map Projections, 1987), with the meridian arc integrated numerically.
  it.each<[number, number, string, number, number]>([
    [52.52, 13.4094, "EPSG:32633", 392_077.779, 5_820_065.572],
    [0, 3, "EPSG:32631", 500_000, 0],
    [-33.8568, 151.2153, "EPSG:32756", 334_900.57, 6_252_288.753],
  ])("puts %f, %f into %s", (latitude, longitude, code, eastM, northM) => {
    const zone = findUtmZone(latitude, longitude);
    expect(toEpsgCode(zone)).toBe(code);
    const projected = toUtm(latitude, longitude, zone);
    expect(Math.abs(projected.eastM - eastM)).toBeLessThan(0.01);
    expect(Math.abs(projected.northM - northM)).toBeLessThan(0.01);
  });
});

describe.skipIf(!existsSync(examplePath))("a set of real panoramas", () => {
  it("is inspected in the browser without reading its pixels", async () => {
    const bytes = new Uint8Array(await readFile(examplePath));
    const zip = buildZip({
      "lake.jpg": bytes,
      "shore.jpg": bytes,
      "positions.csv": text("file,x,y,z,heading\nlake.jpg,0,1.6,0,0\nshore.jpg,4,1.6,0,90\n"),
    });
    let readBytes = 0;
    const source = bytesSource("tour.zip", zip);
    const counting = {
      ...source,
      read: async (offset: number, lengthBytes: number) => {
        const read = await source.read(offset, lengthBytes);
        readBytes += read.length;
        return read;
      },
    };
    expect((await preflight(counting)).counts).toEqual({ panoramas: 2, widthPx: 4096, heightPx: 2048 });
    expect(readBytes).toBeLessThan(zip.length / 3);
  });
});
