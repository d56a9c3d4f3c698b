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
    "entry": "tileset-dd6c3feb79a3b178dece.json",
    "preload": [
      "tiles/0a2d4f6adc9c9f8fffff.glb"
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
        "path": "tiles/0402eee2b42532c0e717.glb",
        "sizeBytes": 12208,
        "sha256": "0402eee2b42532c0e717bcbb0c1381cec25a5faf055d7b8e41c8dedcbe79db3e",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/0a2d4f6adc9c9f8fffff.glb",
        "sizeBytes": 65308,
        "sha256": "0a2d4f6adc9c9f8fffff7f3135eb59291adcd7075403e93794f7e9f77f116483",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/0e02d3c83df2e149a419.glb",
        "sizeBytes": 139228,
        "sha256": "0e02d3c83df2e149a4197155d17d134fb621ca36eabdb170861f32353880a49e",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/12c66a6f3f192ee652e0.glb",
        "sizeBytes": 70316,
        "sha256": "12c66a6f3f192ee652e0e459d52efa637e2a6f3c7d38123b4effca7950ea06a7",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/2bbab03b0c1fcb69ed17.glb",
        "sizeBytes": 23808,
        "sha256": "2bbab03b0c1fcb69ed17812b3eeb1569ab102e05d39a5cce9038f7448fac7e76",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/2e118f1aa21f5d82d78a.glb",
        "sizeBytes": 188120,
        "sha256": "2e118f1aa21f5d82d78af454a634a497c413e290db0f91a2dde6efcf845e01fc",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/45ec1fb9127d7f175aee.glb",
        "sizeBytes": 102716,
        "sha256": "45ec1fb9127d7f175aee115ca1978d269f129254ef2625269205acaaad1849b0",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/4e3f1f76e0812d012b4e.glb",
        "sizeBytes": 26588,
        "sha256": "4e3f1f76e0812d012b4e643649c8a22ac1ee9c056cb01bed4c0fc30b4f0f9621",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/58d4641de8bc3e4c81ae.glb",
        "sizeBytes": 25904,
        "sha256": "58d4641de8bc3e4c81ae034759367ff8cf077cb1c279123b27f2a9acc280ae5b",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/5a783ff99522b87b2cb0.glb",
        "sizeBytes": 130704,
        "sha256": "5a783ff99522b87b2cb05ebed0be59e1351aa3ba77d346e15d34e2a014b49e0f",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/6d0aa2c2315684a8d3fa.glb",
        "sizeBytes": 39496,
        "sha256": "6d0aa2c2315684a8d3fa6ea879575f973d3eab88188bb60308516af5c6a8b029",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/74f18115d5d988b37713.glb",
        "sizeBytes": 46564,
        "sha256": "74f18115d5d988b37713b393382711df165e86b05bd7429525cf0f481a5a0227",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/7c3ae05c52952c12a2ef.glb",
        "sizeBytes": 122068,
        "sha256": "7c3ae05c52952c12a2ef2c6aa41c26caafae7ecd020fb969e6b23eec857b8e09",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/947fb8f711e828cbd141.glb",
        "sizeBytes": 53832,
        "sha256": "947fb8f711e828cbd14128ae425ce0f47a40a286ac4d275a7d83f3c404f6eea1",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/9aa7a4261d81b2c48e28.glb",
        "sizeBytes": 104368,
        "sha256": "9aa7a4261d81b2c48e28828db647607611ccd0937f2f0e07b26a8ae052d020bb",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/add5b9df0af9b739fc9b.glb",
        "sizeBytes": 72640,
        "sha256": "add5b9df0af9b739fc9bf58bfdd55109b38a0cae5dd47153e0c4321cd668e3ee",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/b55160b42631e49af9c2.glb",
        "sizeBytes": 55928,
        "sha256": "b55160b42631e49af9c2b6752607b985155c9a55be04821797d78e0afd6a794b",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/baa0da7d66942113d714.glb",
        "sizeBytes": 41812,
        "sha256": "baa0da7d66942113d7140994f2affb116d1671da87e52d775f010a5c61ca0b0e",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/bd371597ce84af89a134.glb",
        "sizeBytes": 40816,
        "sha256": "bd371597ce84af89a1349ba6a5dff99e327e4f6a62dd33bb1b6c70478152a34c",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/bde2010bc866975572fa.glb",
        "sizeBytes": 7884,
        "sha256": "bde2010bc866975572fa6ceda944302ff0e551625f114176333ad214bf6325eb",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/d73010bb3611a49b65b7.glb",
        "sizeBytes": 76748,
        "sha256": "d73010bb3611a49b65b753f6df0ed976c9497e1614a90999ce459b65c0e70f4d",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/d97b5dea44a924e4dbba.glb",
        "sizeBytes": 98056,
        "sha256": "d97b5dea44a924e4dbba95cdc1d5e4a29ee209c5b474a364cfb13b0af47a032a",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/e8103f6280bf3e7e8a72.glb",
        "sizeBytes": 48420,
        "sha256": "e8103f6280bf3e7e8a720ee4dd2077f221884ce4d9e293c019c8decaac9d36dc",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/f9536d99a42bb4675e8e.glb",
        "sizeBytes": 35632,
        "sha256": "f9536d99a42bb4675e8ed07f21e8a8c634f88e7233c8585b1707ba557582f250",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/fa8f3a224117b2d3d65c.glb",
        "sizeBytes": 53016,
        "sha256": "fa8f3a224117b2d3d65c2a0be60355b351b052b0ff0546953ed3444480f7d2f8",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tileset-dd6c3feb79a3b178dece.json",
        "sizeBytes": 4436,
        "sha256": "dd6c3feb79a3b178deced95013339b3f013bf96072ce3001e7586418ebdd5fc5",
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
