/**
 * Every problem an uploaded scan can have, in words for the person who uploaded it:
 * what happened (`cause`) and what they can do (`remedy`). Preflight in the browser, the converters and the
 * server refer to a problem by its code only; screens take the text from here.
 */
export const scanProblems = {
  "scan-empty-file": {
    cause: "The file is empty (0 bytes).",
    remedy: "Export the scan again and make sure the new file isn't empty.",
  },
  "scan-unknown-format": {
    cause: "Blueprint doesn't support this file format.",
    remedy:
      "Export as GLB, glTF (zip), OBJ (zip), FBX, USDZ, PLY or STL for a mesh; LAS, LAZ, COPC, PLY, PCD, E57 or XYZ for a point cloud; PLY, SPZ, SPLAT, KSPLAT, SOG or LCC (zip) for splats; JPEG, PNG, WebP, HDR or EXR for a panorama, or a zip of them; PDF, DXF, SVG, JPEG, PNG, WebP or TIFF for a floor plan.",
  },
  "scan-truncated": {
    cause: "The file is incomplete. It was probably cut off during export or copying.",
    remedy: "Export or copy the file again, and compare its size with the original.",
  },
  "scan-corrupt": {
    cause: "The file is damaged and can't be read.",
    remedy: "Export the scan again. If it fails again, try another format.",
  },
  "scan-lying-count": {
    cause: "The file header lists far more points or faces than the file contains.",
    remedy: "Export the scan again. The header doesn't match the content.",
  },
  "scan-empty-geometry": {
    cause: "The file is valid, but it contains no geometry to show.",
    remedy: "Make sure the scan itself is included in the export.",
  },
  "scan-faces-without-area": {
    cause: "None of the faces in this file has an area. All are collapsed to a line or a point.",
    remedy: "Check the scan in the app that made it. If it's a point cloud, export it as PLY, LAS or E57.",
  },
  "scan-invalid-geometry": {
    cause: "The file contains invalid positions (NaN or infinite).",
    remedy: "Repair the scan in the app that made it, or export it in another format.",
  },
  "scan-external-reference": {
    cause: "This glTF links to external files, which Blueprint doesn't fetch.",
    remedy: "Export as GLB with everything embedded, or as a zip with all its files.",
  },
  "scan-missing-part": {
    cause: "A file that the scan needs is missing from the archive.",
    remedy: "Zip the whole export folder, including textures and binary files, and upload that.",
  },
  "scan-unsafe-archive": {
    cause: "The archive contains paths that point outside it.",
    remedy: "Zip the export folder again with a standard zip tool.",
  },
  "scan-zip-bomb": {
    cause: "The archive expands to far more data than a scan of its size should.",
    remedy: "Zip the export folder again, without any other files.",
  },
  "scan-unsupported-feature": {
    cause: "The file uses a version, compression or extension that Blueprint doesn't support.",
    remedy: "Export without that option, or in another format.",
  },
  "scan-old-laz": {
    cause: "This LAZ file was compressed with an old version of LASzip, which Blueprint doesn't support.",
    remedy: "Convert it to LAS, or compress it again with a current version of LASzip or PDAL.",
  },
  "scan-old-gltf": {
    cause: "This file is glTF 1.0, which Blueprint doesn't support.",
    remedy: "Convert it to glTF 2.0, or export the scan again as GLB.",
  },
  "scan-laz-waveform": {
    cause: "This LAZ file stores waveforms (point format 4, 5, 9 or 10), which Blueprint can't decompress.",
    remedy: "Export as LAS, or as LAZ without waveforms, for example in point format 3 or 7.",
  },
  "scan-splats-in-gltf": {
    cause:
      "This glTF contains Gaussian splats (KHR_gaussian_splatting) that are compressed, stored beside a mesh or not in a GLB. Blueprint reads only a GLB of uncompressed splats.",
    remedy: "Export the splats as PLY, SPZ or SOG, for example with SuperSplat, and upload that.",
  },
  "scan-ifc": {
    cause: "This is an IFC building model, which Blueprint doesn't read.",
    remedy: "Export it as glTF (GLB) or OBJ, for example from your BIM app, Blender with Bonsai or IfcConvert.",
  },
  "scan-lcc-alone": {
    cause: "This .lcc file only describes an LCC scene. The splats are in the files beside it.",
    remedy: "Zip the whole LCC folder (.lcc, index.bin, data.bin and shcoef.bin) and upload that.",
  },
  "scan-lcc2": {
    cause: "This is an LCC2 scene, which Blueprint doesn't read.",
    remedy: "Export the scene as LCC, PLY or SOG.",
  },
  "scan-not-equirectangular": {
    cause: "This image isn't an equirectangular panorama. Its width must be twice its height.",
    remedy: "Export the full 360° × 180° panorama, for example 8192 × 4096 pixels.",
  },
  "scan-panorama-picture-missing": {
    cause: "The position table lists an image that isn't in the archive.",
    remedy: "Add the image to the zip under that name, or remove its row from the table.",
  },
  "scan-panorama-twice": {
    cause: "The position table lists an image twice.",
    remedy: "Keep one row per image.",
  },
  "scan-panorama-position-invalid": {
    cause: "A position or heading in the table isn't a number, is incomplete or isn't on Earth.",
    remedy: "Enter x, y and z in metres, or latitude and longitude in degrees, or leave them all empty.",
  },
  "scan-panorama-table-unreadable": {
    cause: "We couldn't read the position table because it has no “file” column.",
    remedy: "Use the columns file, x, y, z, heading, or file, latitude, longitude, altitude, heading.",
  },
  "scan-too-many-panoramas": {
    cause: "The archive contains more than 500 panoramas.",
    remedy: "Split it into several archives, one per part of the venue.",
  },
  "scan-encrypted": {
    cause: "The file is password-protected.",
    remedy: "Save a copy without a password and upload that.",
  },
  "scan-too-many-pages": {
    cause: "The document has more than 40 pages.",
    remedy: "Save just the floor plan pages as a new PDF and upload that.",
  },
  "scan-too-large": {
    cause: "The scan is too large for this server to convert.",
    remedy: "Use fewer points or faces, or smaller textures, or split the scan into parts.",
  },
  "scan-out-of-memory": {
    cause: "The conversion ran out of memory.",
    remedy: "Simplify the scan or split it into parts, then try again. Your original file is safe.",
  },
  "scan-timed-out": {
    cause: "The conversion took too long.",
    remedy: "Try again. If it keeps happening, simplify the scan or split it. Your original file is safe.",
  },
  "scan-converter-crashed": {
    cause: "The converter stopped unexpectedly while processing this file.",
    remedy: "Try again. If it keeps happening, try another export format. Your original file is safe.",
  },
  "scan-server-failed": {
    cause: "The server kept failing while reading or storing this scan. Your file isn't the problem.",
    remedy: "Try again later. If it keeps happening, tell your operator. Your original file is safe.",
  },
  "scan-storage-full": {
    cause: "The server's disk was full during the conversion.",
    remedy: "Free up space on the server, then try again. Your original file is safe.",
  },
  "scan-cancelled": {
    cause: "The conversion was cancelled.",
    remedy: "Start it again whenever you like. Your original file is safe.",
  },
} as const satisfies Record<string, { cause: string; remedy: string }>;

export type ScanProblemCode = keyof typeof scanProblems;

/** Things worth knowing about a scan that do not prevent its use. */
export const scanWarnings = {
  "scan-mislabelled": "The file extension doesn't match the content. We went by the content.",
  "scan-units-unknown": "The file doesn't specify units, so we assumed metres. To calibrate, enter one known length.",
  "scan-units-feet": "The file is in feet. We converted it to metres.",
  "scan-units-degrees": "The file's positions are in degrees. We converted them to metres.",
  "scan-size-unusual": "This scan is unusually small or large for a venue. Check its units.",
  "scan-has-location": "The image contains the location where it was taken. We remove it from what visitors receive.",
  "scan-location-used":
    "The images contain GPS locations. We use these to place them next to each other and to other scans, and visitors receive these positions.",
  "scan-hdr-tone-mapped":
    "This is a high dynamic range panorama. We expose it for screens; your original file keeps its full range.",
  "scan-panorama-not-placed":
    "Some images have no position. We lined them up by file name. You can step from one to the next, but they have no markers in the scene.",
  "scan-panorama-heading-unknown": "Some images have no heading. We assumed their centre faces north.",
  "scan-panorama-left-out":
    "Some images in the archive were skipped. They aren't in the table, or their width isn't twice their height.",
  "scan-no-colour": "The scan has no colours, so we show it shaded.",
  "scan-invalid-points-skipped": "Some points had invalid positions and were skipped.",
  "scan-degenerate-faces-skipped": "Some faces had no area and were skipped.",
  "scan-missing-texture": "A texture is missing or can't be read. Its surface appears plain.",
  "scan-plan-scale-unknown": "This plan's scale isn't set, so lengths on it aren't accurate.",
  "scan-plan-parts-left-out":
    "Some parts of the drawing aren't shown, such as scripts, links, external files, or anything other than lines and text.",
  "scan-storeys-left-out": "The scan has more than 100 storeys. We drew floor plans for the 100 largest.",
  "scan-too-wide-for-plans":
    "The scan is too wide for floor plans. The walls wouldn't be visible, so we didn't draw any.",
  "scan-points-thinned":
    "The point cloud is too large to show in full, so we reduced it. Your original file is unchanged.",
  "scan-large-coordinates":
    "The scan is far from its origin. We moved it to a local origin and kept the offset in the report.",
} as const satisfies Record<string, string>;

export type ScanWarningCode = keyof typeof scanWarnings;
