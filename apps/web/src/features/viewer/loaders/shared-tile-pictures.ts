import {
  type BufferGeometry,
  ClampToEdgeWrapping,
  LoaderUtils,
  type Mesh,
  type MeshStandardMaterial,
  MirroredRepeatWrapping,
  type Object3D,
  RepeatWrapping,
  Source,
  Texture,
} from "three";
import type { GLTFLoaderPlugin, GLTFParser } from "three/addons/loaders/GLTFLoader.js";

/** RGBA with mipmaps. */
const bytesPerPixel = (4 * 4) / 3;
const wrapModes: Readonly<Record<number, Texture["wrapS"]>> = {
  33071: ClampToEdgeWrapping,
  33648: MirroredRepeatWrapping,
};

const mapNames = ["map", "normalMap", "roughnessMap", "metalnessMap", "aoMap", "emissiveMap"] as const;

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
 * Images shared by many tiles are separate files. Each is fetched, decoded and uploaded to the GPU once: three.js
 * treats textures with one source as one image.
 */
export class SharedTilePictures {
  readonly #sources = new Map<string, Promise<PictureSource>>();
  readonly #own = new WeakSet<object>();

  /** Replaces three.js' plugin for WebP textures; images embedded in a tile take its usual path. */
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
          made.needsUpdate = true;
          parser.associations.set(made, { textures: index });
          return made;
        });
      },
    };
  }

  /** GPU memory of the shared images that an object uses, as if it owned them. */
  countBytes(object: Object3D): number {
    const textures = new Set<Texture>();
    object.traverse((child) => {
      const { material } = child as Partial<Mesh<BufferGeometry, MeshStandardMaterial>>;
      for (const name of mapNames) {
        const texture = material?.[name];
        if (texture && this.#own.has(texture.source)) textures.add(texture);
      }
    });
    let bytes = 0;
    for (const { source } of textures) {
      const { width, height } = (source as PictureSource).data;
      bytes += width * height * bytesPerPixel;
    }
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
      // A failed image is requested again by the next tile.
      source.catch(() => this.#sources.delete(url));
      this.#sources.set(url, source);
    }
    return source;
  }
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  // Decoded off the render thread, before it is needed.
  await image.decode();
  return image;
}
