import {
  type BufferGeometry,
  ClampToEdgeWrapping,
  LoaderUtils,
  type Mesh,
  type MeshBasicMaterial,
  MirroredRepeatWrapping,
  type Object3D,
  RepeatWrapping,
  Source,
  SRGBColorSpace,
  Texture,
} from "three";
import type { GLTFLoaderPlugin, GLTFParser } from "three/addons/loaders/GLTFLoader.js";

/** RGBA with its smaller levels. */
const bytesPerPixel = (4 * 4) / 3;
const wrapModes: Readonly<Record<number, Texture["wrapS"]>> = {
  33071: ClampToEdgeWrapping,
  33648: MirroredRepeatWrapping,
};

type PictureSource = Source<HTMLImageElement>;

interface TextureJson {
  readonly sampler?: number;
  readonly extensions?: { readonly EXT_texture_webp?: { readonly source: number } };
}

interface TileJson {
  readonly textures?: readonly TextureJson[];
  readonly images?: readonly { readonly uri?: string }[];
  readonly samplers?: readonly { readonly wrapS?: number; readonly wrapT?: number }[];
}

/**
 * Pictures that many tiles repeat are files beside the tiles. Each is fetched, decoded and put on the graphics card
 * once: textures with one source are one picture to three.js.
 */
export class SharedTilePictures {
  readonly #sources = new Map<string, Promise<PictureSource>>();
  readonly #own = new WeakSet<object>();

  /** Takes the place of three.js' own plugin for WebP textures; pictures inside a tile go its usual way. */
  createPlugin(parser: GLTFParser): GLTFLoaderPlugin {
    return {
      name: "EXT_texture_webp",
      loadTexture: (index) => {
        const json = parser.json as TileJson;
        const texture = json.textures?.[index];
        const source = texture?.extensions?.EXT_texture_webp?.source;
        if (texture === undefined || source === undefined) return null;
        const uri = json.images?.[source]?.uri;
        if (uri === undefined) return parser.loadTextureImage(index, source, parser.textureLoader);
        const sampler = json.samplers?.[texture.sampler ?? -1];
        return this.#load(LoaderUtils.resolveURL(uri, parser.options.path)).then((shared) => {
          const made = new Texture();
          made.source = shared;
          made.flipY = false;
          made.wrapS = wrapModes[sampler?.wrapS ?? 0] ?? RepeatWrapping;
          made.wrapT = wrapModes[sampler?.wrapT ?? 0] ?? RepeatWrapping;
          made.colorSpace = SRGBColorSpace;
          made.needsUpdate = true;
          parser.associations.set(made, { textures: index });
          return made;
        });
      },
    };
  }

  /** Graphics memory of the shared pictures that an object uses, as its owner would count it. */
  countBytes(object: Object3D): number {
    let bytes = 0;
    object.traverse((child) => {
      const map = (child as Partial<Mesh<BufferGeometry, MeshBasicMaterial>>).material?.map;
      if (!map || !this.#own.has(map.source)) return;
      const { width, height } = (map.source as PictureSource).data;
      bytes += width * height * bytesPerPixel;
    });
    return bytes;
  }

  #load(url: string): Promise<PictureSource> {
    let source = this.#sources.get(url);
    if (source === undefined) {
      source = loadImage(url).then((image) => {
        const made = new Source(image);
        this.#own.add(made);
        return made;
      });
      // Asked for again by the next tile when it did not come.
      source.catch(() => this.#sources.delete(url));
      this.#sources.set(url, source);
    }
    return source;
  }
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  // Decoded beside the drawing thread, before it is needed.
  await image.decode();
  return image;
}
