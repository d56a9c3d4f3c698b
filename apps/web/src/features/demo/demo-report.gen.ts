// Written by tools/demo-venue/build.ts.
import type { ScanReport } from "@blueprint/contract/scan-report";

export const demoReport: ScanReport = {
  "kind": "mesh",
  "format": "glb",
  "originalSha256": "56075ac0a430b815de534c8e3d5a3e39f5af0c9b9c6a96645b3a2b043c330f0b",
  "counts": {
    "vertices": 38321,
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
    "form": "3d-tiles",
    "entry": "tileset-d7afa837b3017c404670.json",
    "preload": [
      "tiles/b2463056a0acea22285e.glb"
    ],
    "files": [
      {
        "path": "plans/0.svg",
        "sizeBytes": 5474,
        "sha256": "1d571e8e27ae9fc860e56c7edf22f0204791de5c28a86bfac3cc76d0b916212b",
        "contentType": "image/svg+xml"
      },
      {
        "path": "preview.webp",
        "sizeBytes": 29780,
        "sha256": "e36c8e72b9c042525bc1a5c4a225d2a55ddfb7c93811f8f5088113582fe1d90d",
        "contentType": "image/webp"
      },
      {
        "path": "textures/1e2476e089ee94699c14.webp",
        "sizeBytes": 33102,
        "sha256": "1e2476e089ee94699c1446d502bb0a237279553a5eee8862a841e0be46470343",
        "contentType": "image/webp"
      },
      {
        "path": "textures/42e1926b38c7d4419fec.webp",
        "sizeBytes": 128,
        "sha256": "42e1926b38c7d4419fecd340e28520cede1ad26fc0467b89ac61744014a067d3",
        "contentType": "image/webp"
      },
      {
        "path": "textures/b1f71b5a5870454597ae.webp",
        "sizeBytes": 574,
        "sha256": "b1f71b5a5870454597aee85305e70b3da7c60538dd763cf45150b0b83151fdc4",
        "contentType": "image/webp"
      },
      {
        "path": "textures/f7fc01da6a8699048a8d.webp",
        "sizeBytes": 47766,
        "sha256": "f7fc01da6a8699048a8d26dfb0cd24821f0cd33c7bd344a44c95b5fef4bbb703",
        "contentType": "image/webp"
      },
      {
        "path": "tiles/169b760bd0e33b48683e.glb",
        "sizeBytes": 139228,
        "sha256": "169b760bd0e33b48683e981d616f8be34dcb05357dd23226cfbcb8830ab8dd6e",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/3279a0e3188b2962c9a5.glb",
        "sizeBytes": 39496,
        "sha256": "3279a0e3188b2962c9a5f6a49113d897a68613ae2b3d9a4af3a71c3a9c0826fe",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/3aa40240d167550574c8.glb",
        "sizeBytes": 26588,
        "sha256": "3aa40240d167550574c80c572a63bc9a9e1525087818986f3069dbcdbae67b7a",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/3eac503034040f10c078.glb",
        "sizeBytes": 12208,
        "sha256": "3eac503034040f10c0780fef69105c5805325adc5737764c16f60a256a8b7cf8",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/42914e3509b9049f6d6d.glb",
        "sizeBytes": 122068,
        "sha256": "42914e3509b9049f6d6d6aeb3ae8b102d88d1d9564ed5c0174eb81a78fece9e4",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/42a50218c9d1a8a4040c.glb",
        "sizeBytes": 46564,
        "sha256": "42a50218c9d1a8a4040c89c323175bc947e4cd1a77bc428377840598747ddcb3",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/4eda815ccfa401dd317e.glb",
        "sizeBytes": 104368,
        "sha256": "4eda815ccfa401dd317e94c66afdbeb3beda52a1e75e776fd7e3138a7e5270af",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/60550ed49c2dbd2e0150.glb",
        "sizeBytes": 40816,
        "sha256": "60550ed49c2dbd2e01505ea21c85441d1143bb920b0bf5becd1754c15c4b8647",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/658e177dd8fd0162802d.glb",
        "sizeBytes": 72640,
        "sha256": "658e177dd8fd0162802d76cdfa33b8045d5afbe0375ef283647e45eb31466350",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/67599029e5ea32966b88.glb",
        "sizeBytes": 35632,
        "sha256": "67599029e5ea32966b88e58f59a6cb449c7c9eeeec378db07c6f6642d6e4f04e",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/6abb2652e231f615680d.glb",
        "sizeBytes": 41812,
        "sha256": "6abb2652e231f615680d6081d273213c3d211aa9b6a93ddbdb3652d9b0acad11",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/8a0b5ddeb3bc39096bbd.glb",
        "sizeBytes": 53016,
        "sha256": "8a0b5ddeb3bc39096bbda49a67b87cf379b0c6fe152489e21c7e5e78bb8647fc",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/9155f8602b00027844ed.glb",
        "sizeBytes": 70316,
        "sha256": "9155f8602b00027844edf0e9882d071e9811cfc6c67a04d1718430f033cc021d",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/98647b924970ddd5511a.glb",
        "sizeBytes": 53832,
        "sha256": "98647b924970ddd5511a140ad25b9d5ffef165b16f0694fba4529e0bf020ae49",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/99235d7703c6ffbe1be0.glb",
        "sizeBytes": 76748,
        "sha256": "99235d7703c6ffbe1be058c41ad9e166b20716c5d289ddd3157a4d92854ca6f9",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/a5c58ae9c2f286b7fb75.glb",
        "sizeBytes": 48420,
        "sha256": "a5c58ae9c2f286b7fb7510b7631ceed080b4799df53ad8b931cf98671a0d5f3f",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/a962fbbad667ab9f3260.glb",
        "sizeBytes": 7884,
        "sha256": "a962fbbad667ab9f32604cc8e71763d5cc5787b671899e0045713fc86a7052b5",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/ae92087c22d89b41453c.glb",
        "sizeBytes": 130704,
        "sha256": "ae92087c22d89b41453c589da75f6a0f0d1446b7e47a3fa84dc59f78b4c6d4bd",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/b2463056a0acea22285e.glb",
        "sizeBytes": 65308,
        "sha256": "b2463056a0acea22285ef4fd7ce9ba5126c2b0522c31c731009ec839eb03b55d",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/c4c23e1928509a445d71.glb",
        "sizeBytes": 98056,
        "sha256": "c4c23e1928509a445d71e840f91f01ad16cba3a97a83435692dbf0e05a19bd34",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/ce9744e4ffe646963508.glb",
        "sizeBytes": 55928,
        "sha256": "ce9744e4ffe646963508b1dfc4ebccadd84c6f206454f178bbce2c36c19a39c6",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/ed2c71e7a3cfd5cb77c2.glb",
        "sizeBytes": 188120,
        "sha256": "ed2c71e7a3cfd5cb77c241a16eaaba4a4fc4c82be1645bc708816f5a9087c4eb",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/ee0161ca8bdd745ab072.glb",
        "sizeBytes": 25904,
        "sha256": "ee0161ca8bdd745ab0726b9165e80fcd97a2487e95687f543de73d10d80114b6",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/f5012d14c26b8a217dc6.glb",
        "sizeBytes": 23808,
        "sha256": "f5012d14c26b8a217dc6bb79bcf901866c5465b844110f1839bd479c77284fb1",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/f994cd740def01eba5d6.glb",
        "sizeBytes": 102716,
        "sha256": "f994cd740def01eba5d60b9a873a7be6462d1ae0ee321ec2ee5affe3fecffabe",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tileset-d7afa837b3017c404670.json",
        "sizeBytes": 4436,
        "sha256": "d7afa837b3017c40467087566c5c0f5d6c1fb65b321c6043de55e387275745a6",
        "contentType": "application/json"
      }
    ],
    "sizeBytes": 1803440
  },
  "preview": "preview.webp",
  "plans": [
    {
      "path": "plans/0.svg",
      "floorM": 0.025,
      "cutM": 1.225,
      "extent": {
        "min": [
          -0.7,
          -0.7
        ],
        "max": [
          19.1,
          13.3
        ]
      }
    }
  ],
  "detail": [
    {
      "parts": 1,
      "errorM": 0.4808
    },
    {
      "parts": 1,
      "errorM": 0.4535
    },
    {
      "parts": 4,
      "errorM": 0.2533
    },
    {
      "parts": 11,
      "errorM": 0.0087
    },
    {
      "parts": 5,
      "errorM": 0.0044
    },
    {
      "parts": 3,
      "errorM": 0
    }
  ],
  "startView": {
    "position": [
      17.380452429326233,
      9.965125478458653,
      20.44721575786352
    ],
    "target": [
      9.82116901413953,
      -0.4843846014095705,
      7.913262458906456
    ]
  }
};
