import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { readPlyHeader, requirePlyCountsFit } from "../../ply-header.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { requirePlyMesh } from "../probe-ply-mesh.ts";
import { readPlyRecords } from "../read-ply-records.ts";
import { plainSurface } from "./gltf-surfaces.ts";
import type { MeshSource } from "./mesh-source.ts";
import { MeshTables, type TableCorner } from "./mesh-tables.ts";

/** Text and binary PLY meshes: polygons and strips, colours, normals. @throws ScanProblem */
export async function openPlySource(job: ConversionJob, source: ByteSource, workDir: string): Promise<MeshSource> {
  const header = await readPlyHeader(source);
  const { vertex, faces } = requirePlyMesh(header);
  requirePlyCountsFit(header, source.sizeBytes);
  const columnOf = (...names: string[]) => vertex.properties.findIndex((property) => names.includes(property.name));
  const [x, y, z] = [columnOf("x"), columnOf("y"), columnOf("z")];
  const [nx, ny, nz] = [columnOf("nx"), columnOf("ny"), columnOf("nz")];
  const [red, green, blue] = ["red", "green", "blue"].map((name) => columnOf(name, `diffuse_${name}`)) as [
    number,
    number,
    number,
  ];
  const hasNormals = nx >= 0 && ny >= 0 && nz >= 0;
  const hasColours = red >= 0 && green >= 0 && blue >= 0;
  // Colours are bytes in nearly every file; float colours range from 0 to 1.
  const colourType = vertex.properties[red]?.type;
  const toByte = colourType === "float32" || colourType === "float64" ? 255 : colourType === "uint16" ? 255 / 65535 : 1;
  const tables = new MeshTables(workDir, "bytes");
  const corner = (index: number): TableCorner => {
    if (!(index >= 0 && index < vertex.count)) throw new ScanProblem("scan-corrupt", `PLY names vertex ${index}`);
    return { position: index, uv: -1, normal: hasNormals ? index : -1 };
  };
  const add = (a: number, b: number, c: number) => tables.addTriangle(0, corner(a), corner(b), corner(c));

  await readPlyRecords(job, header, (element, _index, scalars, lists) => {
    if (element === vertex) {
      tables.addPosition(scalars[x]!, scalars[y]!, scalars[z]!);
      if (hasNormals) tables.addNormal(scalars[nx]!, scalars[ny]!, scalars[nz]!);
      if (hasColours) tables.addColour(scalars[red]! * toByte, scalars[green]! * toByte, scalars[blue]! * toByte);
    } else if (element === faces) {
      const corners = lists.get("vertex_indices") ?? lists.get("vertex_index") ?? [];
      if (faces.name !== "face") addStrips(corners, add);
      else for (let at = 2; at < corners.length; at++) add(corners[0]!, corners[at - 1]!, corners[at]!);
    }
  });
  if (tables.triangleCount === 0) throw new ScanProblem("scan-empty-geometry");
  const read = tables.finish();
  return {
    surfaces: [{ ...plainSurface, isDoubleSided: true }],
    pictures: [],
    usualUpAxis: "z",
    unit: "unknown",
    warnings: new Set(["scan-units-unknown", ...(hasColours ? [] : (["scan-no-colour"] as const))]),
    readTriangles: read.readTriangles,
    [Symbol.asyncDispose]: async () => read[Symbol.dispose](),
  };
}

/** In strips, consecutive triangles share two corners; −1 starts a new strip. */
function addStrips(corners: readonly number[], add: (a: number, b: number, c: number) => void): void {
  let start = 0;
  for (let at = 0; at < corners.length; at++) {
    if (corners[at] === -1) start = at + 1;
    else if (at - start >= 2) {
      const isOdd = (at - start) % 2 === 1;
      if (isOdd) add(corners[at - 1]!, corners[at - 2]!, corners[at]!);
      else add(corners[at - 2]!, corners[at - 1]!, corners[at]!);
    }
  }
}
