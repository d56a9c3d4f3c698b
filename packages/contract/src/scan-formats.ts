/** Kinds of scan (product §5). */
export const scanKinds = ["mesh", "point-cloud", "splat", "panorama", "plan"] as const;
export type ScanKind = (typeof scanKinds)[number];

/** Supported file formats, recognised by content. `copc` is a LAZ file with an octree inside. */
export const scanFormats = {
  glb: { kind: "mesh", label: "GLB", extensions: ["glb"] },
  "gltf-zip": { kind: "mesh", label: "glTF (zip)", extensions: ["zip"] },
  gltf: { kind: "mesh", label: "glTF", extensions: ["gltf"] },
  "obj-zip": { kind: "mesh", label: "OBJ (zip)", extensions: ["zip"] },
  obj: { kind: "mesh", label: "OBJ", extensions: ["obj"] },
  "ply-mesh": { kind: "mesh", label: "PLY mesh", extensions: ["ply"] },
  fbx: { kind: "mesh", label: "FBX", extensions: ["fbx"] },
  "fbx-zip": { kind: "mesh", label: "FBX (zip)", extensions: ["zip"] },
  usdz: { kind: "mesh", label: "USDZ", extensions: ["usdz"] },
  stl: { kind: "mesh", label: "STL", extensions: ["stl"] },
  las: { kind: "point-cloud", label: "LAS", extensions: ["las"] },
  laz: { kind: "point-cloud", label: "LAZ", extensions: ["laz"] },
  copc: { kind: "point-cloud", label: "COPC", extensions: ["laz"] },
  "ply-points": { kind: "point-cloud", label: "PLY points", extensions: ["ply"] },
  e57: { kind: "point-cloud", label: "E57", extensions: ["e57"] },
  pcd: { kind: "point-cloud", label: "PCD", extensions: ["pcd"] },
  xyz: { kind: "point-cloud", label: "XYZ", extensions: ["xyz", "txt", "csv", "pts", "asc"] },
  "ply-splat": { kind: "splat", label: "PLY splats", extensions: ["ply"] },
  spz: { kind: "splat", label: "SPZ", extensions: ["spz"] },
  splat: { kind: "splat", label: "SPLAT", extensions: ["splat"] },
  ksplat: { kind: "splat", label: "KSPLAT", extensions: ["ksplat"] },
  sog: { kind: "splat", label: "SOG", extensions: ["sog"] },
  lcc: { kind: "splat", label: "LCC (zip)", extensions: ["zip"] },
  "glb-splat": { kind: "splat", label: "GLB splats", extensions: ["glb"] },
  jpeg: { kind: "panorama", label: "JPEG panorama", extensions: ["jpg", "jpeg"] },
  png: { kind: "panorama", label: "PNG panorama", extensions: ["png"] },
  webp: { kind: "panorama", label: "WebP panorama", extensions: ["webp"] },
  hdr: { kind: "panorama", label: "Radiance HDR", extensions: ["hdr", "pic"] },
  exr: { kind: "panorama", label: "OpenEXR", extensions: ["exr"] },
  "panorama-zip": { kind: "panorama", label: "Panoramas (zip)", extensions: ["zip"] },
  pdf: { kind: "plan", label: "PDF", extensions: ["pdf"] },
  dxf: { kind: "plan", label: "DXF", extensions: ["dxf"] },
  svg: { kind: "plan", label: "SVG", extensions: ["svg"] },
  "jpeg-plan": { kind: "plan", label: "JPEG plan", extensions: ["jpg", "jpeg"] },
  "png-plan": { kind: "plan", label: "PNG plan", extensions: ["png"] },
  "webp-plan": { kind: "plan", label: "WebP plan", extensions: ["webp"] },
  tiff: { kind: "plan", label: "TIFF", extensions: ["tif", "tiff"] },
} as const satisfies Record<string, { kind: ScanKind; label: string; extensions: readonly string[] }>;

export type ScanFormat = keyof typeof scanFormats;

const formatsWithoutUpAxis: ReadonlySet<ScanFormat> = new Set([
  "obj",
  "obj-zip",
  "ply-mesh",
  "stl",
  "ply-points",
  "pcd",
  "xyz",
]);

/** Source of the positions in a panorama set: its table (metres, or degrees on Earth), the pictures, or none. */
export const positionSources = ["table-metres", "table-degrees", "pictures", "none"] as const;
export type PositionSource = (typeof positionSources)[number];

/** Whether a file leaves its up axis open. Splats do too, but their formats have a usual one. */
export function leavesUpAxisOpen({
  format,
  positions,
}: {
  readonly format: ScanFormat;
  readonly positions?: PositionSource | undefined;
}): boolean {
  return formatsWithoutUpAxis.has(format) || positions === "table-metres";
}

/**
 * Delivery form of a scan's streamed version; the viewer picks its loader by it. `spz` is the form of splats from
 * before `rad` existed.
 */
export const deliveryForms = ["glb", "3d-tiles", "spz", "rad", "image-pyramid", "plan-sheets"] as const;
export type DeliveryForm = (typeof deliveryForms)[number];
