/**
 * Everything that can be wrong with an uploaded scan, in words for the person who uploaded it:
 * what happened (`cause`) and what they can do (`remedy`). Preflight in the browser, the converters and the
 * server name a problem by its code only; screens take the text from here.
 */
export const scanProblems = {
  "scan-empty-file": {
    cause: "The file is empty (0 bytes).",
    remedy: "Export the scan again and check that the new file has a size.",
  },
  "scan-unknown-format": {
    cause: "The content of this file is not a scan format that Blueprint reads.",
    remedy:
      "Export as GLB, glTF (zip), OBJ (zip), FBX, USDZ, PLY or STL for a mesh; LAS, LAZ, COPC, PLY, PCD, E57 or XYZ for a point cloud; PLY, SPZ, SPLAT, KSPLAT or SOG for splats; JPEG, PNG or WebP for a panorama, or a zip of them; PDF, DXF, SVG, JPEG, PNG, WebP or TIFF for a floor plan.",
  },
  "scan-truncated": {
    cause: "The file ends before its content does. It was probably cut off while it was exported or copied.",
    remedy: "Copy or export the file again and compare its size with the original.",
  },
  "scan-corrupt": {
    cause: "The content of this file contradicts itself and cannot be read.",
    remedy: "Export the scan again. If it fails again, try another format.",
  },
  "scan-lying-count": {
    cause: "The file declares far more points or faces than it holds.",
    remedy: "Export the scan again; the header and the content do not belong together.",
  },
  "scan-empty-geometry": {
    cause: "The file is valid but holds no geometry: there is nothing to show.",
    remedy: "Check that the scan itself was part of the export.",
  },
  "scan-invalid-geometry": {
    cause: "The positions in this file are not numbers (NaN or infinite).",
    remedy: "Repair the scan in the program it came from, or export it in another format.",
  },
  "scan-external-reference": {
    cause: "This glTF names files or addresses outside itself. Blueprint never fetches those.",
    remedy: "Export as GLB with everything embedded, or as a zip that holds every file.",
  },
  "scan-missing-part": {
    cause: "The archive lacks a file that the scan needs.",
    remedy: "Zip the whole export folder, with its textures and binary files, and upload that.",
  },
  "scan-unsafe-archive": {
    cause: "The archive holds paths that lead outside of it.",
    remedy: "Zip the export folder again with an ordinary zip program.",
  },
  "scan-zip-bomb": {
    cause: "The archive unpacks to far more than a scan of its size would.",
    remedy: "Zip the export folder again without other content.",
  },
  "scan-unsupported-feature": {
    cause: "The file uses a version, compression or extension that Blueprint does not read.",
    remedy: "Export it without that option, or in another format.",
  },
  "scan-not-equirectangular": {
    cause: "This picture is not an equirectangular panorama: it is not twice as wide as it is high.",
    remedy: "Export the full 360° × 180° panorama, for example 8192 × 4096 pixels.",
  },
  "scan-panorama-picture-missing": {
    cause: "The table of positions names a picture that is not in the archive.",
    remedy: "Put the picture into the zip under that name, or take its line out of the table.",
  },
  "scan-panorama-twice": {
    cause: "The table of positions names a picture twice.",
    remedy: "Leave one line for each picture.",
  },
  "scan-panorama-position-invalid": {
    cause: "A position or heading in the table is not a number, half missing or not on Earth.",
    remedy: "Give x, y and z in metres, or latitude and longitude in degrees, or leave all of them empty.",
  },
  "scan-panorama-table-unreadable": {
    cause: "The table of positions cannot be read: no column called file was found.",
    remedy: "Use the columns file, x, y, z, heading, or file, latitude, longitude, altitude, heading.",
  },
  "scan-too-many-panoramas": {
    cause: "The archive holds more than 500 panoramas.",
    remedy: "Split it into several archives, one for each part of the venue.",
  },
  "scan-encrypted": {
    cause: "The file is protected by a password.",
    remedy: "Save it without a password in the program it came from, and upload that.",
  },
  "scan-too-many-pages": {
    cause: "The document has more than 40 pages.",
    remedy: "Save only the pages with floor plans as a PDF of their own, and upload that.",
  },
  "scan-too-large": {
    cause: "The scan is larger than this server can convert.",
    remedy: "Reduce it (fewer points, faces or smaller textures), or split it into parts.",
  },
  "scan-out-of-memory": {
    cause: "The conversion needed more memory than it is allowed.",
    remedy: "Reduce the scan or split it into parts, then try again. The original is kept.",
  },
  "scan-timed-out": {
    cause: "The conversion took longer than it is allowed.",
    remedy: "Try again. If it happens again, reduce the scan or split it. The original is kept.",
  },
  "scan-converter-crashed": {
    cause: "The converter stopped unexpectedly while reading this file.",
    remedy: "Try again. If it happens again, try another export format. The original is kept.",
  },
  "scan-server-failed": {
    cause: "The server failed again and again while it read or stored this scan. The file is not to blame.",
    remedy: "Try again later. If it happens again, tell whoever runs this server. The original is kept.",
  },
  "scan-storage-full": {
    cause: "The server's disk was full while this scan was converted.",
    remedy: "Make room on the server, then try again. The original is kept.",
  },
  "scan-cancelled": {
    cause: "The conversion was cancelled.",
    remedy: "Start it again whenever you like. The original is kept.",
  },
} as const satisfies Record<string, { cause: string; remedy: string }>;

export type ScanProblemCode = keyof typeof scanProblems;

/** Things worth knowing about a scan that do not stop it from being used. */
export const scanWarnings = {
  "scan-mislabelled": "The file's name suggests another format than its content. The content counts.",
  "scan-units-unknown": "The file does not say its units. Metres are assumed; calibrate with one known length.",
  "scan-units-feet": "The file is in feet. It is converted to metres.",
  "scan-size-unusual": "The scan is unusually small or large for a venue. Check its units.",
  "scan-has-location": "The picture holds the place where it was taken. It is removed from what visitors receive.",
  "scan-location-used":
    "The pictures say where they were taken (GPS). That places them beside each other and beside other scans, and visitors receive these positions.",
  "scan-panorama-not-placed":
    "Nobody says where some pictures were taken. They are laid in a row in the order of their names: one steps from one to the next, but no mark shows them in the scene.",
  "scan-panorama-heading-unknown": "Some pictures do not say which way they look. Their middle is taken to look north.",
  "scan-panorama-left-out":
    "Some pictures of the archive are left out: the table does not name them, or they are not twice as wide as high.",
  "scan-no-colour": "The scan has no colours. It is shown shaded.",
  "scan-invalid-points-skipped": "Some positions were not numbers and were left out.",
  "scan-degenerate-faces-skipped": "Some faces had no area and were left out.",
  "scan-missing-texture": "A texture is missing or cannot be read. Its surface is shown plain.",
  "scan-plan-scale-unknown":
    "Nobody has said how large this plan is in the building. It is shown, but lengths on it are not to scale.",
  "scan-plan-parts-left-out":
    "Parts of the drawing are not shown: scripts, links, outside files, or things that are no lines and texts.",
  "scan-storeys-left-out":
    "The scan shows more than 100 storeys. Floor plans are drawn of the 100 that have the most floor.",
  "scan-too-wide-for-plans": "The scan is too wide for floor plans: no wall could be told on them. It has none.",
  "scan-points-thinned": "The cloud is larger than is delivered here; the original is kept whole.",
  "scan-large-coordinates":
    "The scan is far from its own origin. It is moved to a local origin; the offset is kept in the report.",
} as const satisfies Record<string, string>;

export type ScanWarningCode = keyof typeof scanWarnings;
