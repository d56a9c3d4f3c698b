// Written by tools/demo-venue/build.ts.
import type { ScanReport } from "@blueprint/contract/scan-report";

export const demoReport: ScanReport = {
  "kind": "mesh",
  "format": "glb",
  "originalSha256": "56075ac0a430b815de534c8e3d5a3e39f5af0c9b9c6a96645b3a2b043c330f0b",
  "counts": {
    "vertices": 36422,
    "triangles": 44020,
    "textures": 6
  },
  "bounds": {
    "min": [
      -0.20000000298023224,
      0,
      -0.20000000298023224
    ],
    "max": [
      18.600000381469727,
      3.799999952316284,
      12.800000190734863
    ]
  },
  "unit": "metre",
  "upAxis": "y",
  "localOrigin": [
    0,
    0,
    0
  ],
  "warnings": [],
  "durationMs": 0,
  "delivery": {
    "form": "glb",
    "entry": "model.glb",
    "files": [
      {
        "path": "model.glb",
        "sizeBytes": 727764,
        "sha256": "8fcb6f46a990f2ce9e5cb9d0229749430b43f400c79aa8c0d297b12d5ea810a7",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "preview.webp",
        "sizeBytes": 29896,
        "sha256": "2772be838784c34aeabec0196f9a583c6ffd66da11f393bd034d8167beeacd2a",
        "contentType": "image/webp"
      }
    ],
    "sizeBytes": 757660
  },
  "preview": "preview.webp",
  "startView": {
    "position": [
      17.41243642065001,
      10.12161611367775,
      20.278652086026327
    ],
    "target": [
      9.858651122171297,
      -0.32029369208975433,
      7.753815145626706
    ]
  }
};
