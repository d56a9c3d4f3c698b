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
    "entry": "tileset-38cdd5962a441aafbf64.json",
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
        "sizeBytes": 29468,
        "sha256": "f3d8b2d407e1e91d478250c318d230b5b98339c3fc4e7544ea3df7b9bf21f2a9",
        "contentType": "image/webp"
      },
      {
        "path": "textures/2d5a27ca85dc354b5732.webp",
        "sizeBytes": 16062,
        "sha256": "2d5a27ca85dc354b5732ff6dc1b4d6bb7ddc0d51be26d73ea7b0bb76ceede2d8",
        "contentType": "image/webp"
      },
      {
        "path": "textures/a5c0b58a403b3a9588c0.webp",
        "sizeBytes": 96,
        "sha256": "a5c0b58a403b3a9588c0b3b6db9636abfd3b5b008f3a8b7ec73880bb2fc0c65b",
        "contentType": "image/webp"
      },
      {
        "path": "textures/b15e3a86113fe0964ca1.webp",
        "sizeBytes": 350,
        "sha256": "b15e3a86113fe0964ca17b10fd265e33bebbb38e9ab9eab6e56d41ba023f0c8f",
        "contentType": "image/webp"
      },
      {
        "path": "textures/bf0e71821bb30f19498e.webp",
        "sizeBytes": 32974,
        "sha256": "bf0e71821bb30f19498ed4eb30cdca87a78e7f592fb11e3272093d346b7addec",
        "contentType": "image/webp"
      },
      {
        "path": "tiles/0062f6201d60d41329ec.glb",
        "sizeBytes": 34040,
        "sha256": "0062f6201d60d41329ec9a96e3bc78b8f7fc9cfa17166ab0cb788c6f4f4c2806",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/0279bb2dee56fcb46550.glb",
        "sizeBytes": 7884,
        "sha256": "0279bb2dee56fcb46550314ec5163bcef6f451b8b8538651de8b7cbf718dcdf4",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/0a2d4f6adc9c9f8fffff.glb",
        "sizeBytes": 65308,
        "sha256": "0a2d4f6adc9c9f8fffff7f3135eb59291adcd7075403e93794f7e9f77f116483",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/2fcc5fd95a6759b9abec.glb",
        "sizeBytes": 130704,
        "sha256": "2fcc5fd95a6759b9abec79b8b97eceb6cfed4a998222f9258d54447eaabcac24",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/36ec594117d692572f98.glb",
        "sizeBytes": 12208,
        "sha256": "36ec594117d692572f9845db254ea5964d16fe26df1284590a2e148e1e411f46",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/37edf344366fe1b07fe8.glb",
        "sizeBytes": 104368,
        "sha256": "37edf344366fe1b07fe83face900b808760e290fff72c18a61a193f696f32b1f",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/3d989c018ffbede6fc8d.glb",
        "sizeBytes": 123096,
        "sha256": "3d989c018ffbede6fc8dc6e769165cd1b8421cf940023ca227ea828a9d746c98",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/408db5dcd199a342b5a8.glb",
        "sizeBytes": 56680,
        "sha256": "408db5dcd199a342b5a8412819133cfacf29c7f06f25d95f461151247e3d6f9c",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/46bec31bc7204137b6dd.glb",
        "sizeBytes": 24888,
        "sha256": "46bec31bc7204137b6dd8581f54731de11cbf14247aa185da97e8d7fb77ee780",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/6eff87ee010f1769068a.glb",
        "sizeBytes": 46152,
        "sha256": "6eff87ee010f1769068a898fe949d19ee61fd372f878352b22fbed323739f4e9",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/7d4d6296b06bdf6a846b.glb",
        "sizeBytes": 40116,
        "sha256": "7d4d6296b06bdf6a846b511c871751c0a58ee6df5a7e0f858d0e73d314a91647",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/7d9a56c52c78d5fe215f.glb",
        "sizeBytes": 21536,
        "sha256": "7d9a56c52c78d5fe215f762094f4af03f0434973313a30b79ea427258f434005",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/7f8af4096a5f4ebfc0b3.glb",
        "sizeBytes": 35632,
        "sha256": "7f8af4096a5f4ebfc0b3a023e0c2ef3b64a89becc98413159463791890cb1732",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/8133650268879c0fab6c.glb",
        "sizeBytes": 46564,
        "sha256": "8133650268879c0fab6c88fe17eea6dc5fd4d7dca81411c500ce1c69ba6466cb",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/88076b19aff314595a86.glb",
        "sizeBytes": 41812,
        "sha256": "88076b19aff314595a867e2cea863300343cb9e6fdb24abc5e6ab321818f4ef5",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/8c7c12194f438e53fde6.glb",
        "sizeBytes": 47724,
        "sha256": "8c7c12194f438e53fde64be0a553aac92b68cf81cb48d99cb951d5ed6b547e22",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/8c8be7bbf54ca97fb5cc.glb",
        "sizeBytes": 87724,
        "sha256": "8c8be7bbf54ca97fb5cc50a1274c8ffdf728b470a9699a5b7b6690b2f268f2c8",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/9d90212279768c9094e6.glb",
        "sizeBytes": 66820,
        "sha256": "9d90212279768c9094e662ce6d85e9281fb1b1748206578c8a8050d455ebd4b2",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/9f397e5df00b7f22da5c.glb",
        "sizeBytes": 122068,
        "sha256": "9f397e5df00b7f22da5ca45037531454fc7e450fa6e7c6633f0e800b5da47803",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/a0ac50fb7a59e07e5d60.glb",
        "sizeBytes": 23808,
        "sha256": "a0ac50fb7a59e07e5d60986dd5774eaccab719880ec4d5c860748d81b50e7757",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/b2aaeee5ef140d828a4b.glb",
        "sizeBytes": 54248,
        "sha256": "b2aaeee5ef140d828a4b6b8e9550cf06cd696eb7099c1c697286776256b29671",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/c4f02212c60731b4ee05.glb",
        "sizeBytes": 49132,
        "sha256": "c4f02212c60731b4ee052783e7b927f1954df08f6deb6ddb375e54da81bab62c",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/d77701a84b2df8f8f258.glb",
        "sizeBytes": 188120,
        "sha256": "d77701a84b2df8f8f258b7da4a1ebbfd41064caba74385b76a94085cde259a08",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/d88d1da5793330773fe7.glb",
        "sizeBytes": 71104,
        "sha256": "d88d1da5793330773fe748287848f61ef8e4c5bce723e00bfb015c0b78a3ea5f",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tiles/e64572e48493efa7a883.glb",
        "sizeBytes": 102716,
        "sha256": "e64572e48493efa7a8836467b5352fa4b4d6be9bbd8bafa03a14e7341bbd3ae6",
        "contentType": "model/gltf-binary"
      },
      {
        "path": "tileset-38cdd5962a441aafbf64.json",
        "sizeBytes": 4437,
        "sha256": "38cdd5962a441aafbf6490631aa068315164486a9bb2682888a0af6a8a86c252",
        "contentType": "application/json"
      }
    ],
    "sizeBytes": 1693313
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
