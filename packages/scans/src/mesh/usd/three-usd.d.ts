// three.js ships these without declarations; only the parts used here are declared.

declare module "three/examples/jsm/loaders/usd/USDCParser.js" {
  import type { UsdLayer } from "three/examples/jsm/loaders/usd/USDComposer.js";

  export class USDCParser {
    parseData(buffer: ArrayBuffer): UsdLayer;
    _buildPathsFromCompressed(paths: Int32Array, names: Int32Array, jumps: Int32Array): void;
  }
}

declare module "three/examples/jsm/loaders/usd/USDAParser.js" {
  import type { UsdLayer } from "three/examples/jsm/loaders/usd/USDComposer.js";

  export class USDAParser {
    parseData(text: string): UsdLayer;
  }
}

declare module "three/examples/jsm/loaders/usd/USDComposer.js" {
  import type { Group, LoadingManager, Texture } from "three";

  export interface UsdLayer {
    readonly specsByPath: Readonly<Record<string, { readonly fields: Readonly<Record<string, unknown>> }>>;
  }

  export class USDComposer {
    /** @param manager if given, pictures that are not among the assets are requested too */
    constructor(manager: LoadingManager);
    compose(layer: UsdLayer, assets: Record<string, unknown>, variants: object, basePath: string): Group;
    _createTextureFromData(
      data: unknown,
      textureAttributes: Record<string, unknown> | null,
      transformAttributes: Record<string, unknown> | null,
    ): Texture | null;
    _getWrapMode(value: unknown): number;
    _applyTextureTransforms(texture: Texture, attributes: Record<string, unknown> | null): void;
  }
}
