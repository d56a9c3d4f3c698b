import * as library from "@playcanvas/splat-transform";

/**
 * Typings for the part of splat-transform used here: its own declarations import modules without file extensions, which
 * Node's module resolution does not find, so that every imported type would silently be `any`.
 */
export interface SplatSource {
  readonly meta: {
    readonly numGaussians: number;
    readonly chunkSize: number;
    /** The finest level comes first; the formats read here have only that one. */
    readonly numChunks: readonly number[];
    readonly shBands: 0 | 1 | 2 | 3;
    readonly model: "default" | "antialiased" | "2dgs";
    readonly availableLayers: ReadonlySet<SplatLayer>;
    readonly layouts: Readonly<Partial<Record<SplatLayer, LayerLayout>>>;
    /** From the rows to the library's frame, y up. */
    readonly transform: SplatTransform;
  };
  read(request: { readonly chunkIndex: number } & Partial<Record<SplatLayer, SplatBuffer>>): Promise<void>;
  close(): Promise<void>;
}

export type SplatLayer = "position" | "geometric" | "color";
export type SplatInputFormat = "ply" | "spz" | "splat" | "ksplat" | "sog" | "lod" | "lcc";

/** Scales evenly, then turns, then moves. */
export interface SplatTransform {
  readonly translation: { set(x: number, y: number, z: number): unknown };
  readonly rotation: { set(x: number, y: number, z: number, w: number): unknown };
  scale: number;
  /** Replaces this by a turn of degrees about x, y and z. */
  fromEulers(x: number, y: number, z: number): SplatTransform;
  /** Becomes the other transform followed by this one. */
  mul(other: SplatTransform): SplatTransform;
}

interface LayerLayout {
  readonly stride: number;
}

export interface SplatBuffer {
  readonly stride: number;
  readonly data: ArrayBuffer;
  release(): void;
}

interface BufferPool {
  acquire(layer: SplatLayer, layout: LayerLayout, count: number): SplatBuffer;
  destroy(): void;
}

export interface SplatReadStream {
  bytesRead: number;
  pull(target: Uint8Array): Promise<number>;
}

export interface SplatFileSystem {
  createSource(filename: string): Promise<{
    readonly size: number;
    readonly seekable: boolean;
    read(start?: number, end?: number): SplatReadStream;
    close(): void;
  }>;
}

export interface SplatMemoryFileSystem extends SplatFileSystem {
  set(name: string, bytes: Uint8Array): void;
  get(name: string): Uint8Array | undefined;
}

export interface SplatReadOptions {
  readonly filename: string;
  readonly inputFormat: SplatInputFormat;
  readonly fileSystem: SplatFileSystem;
  /** The levels to read from a file with several. */
  readonly options?: { readonly lodSelect: readonly number[] };
}

interface SplatLibrary {
  readonly readFile: (options: SplatReadOptions) => Promise<SplatSource[]>;
  readonly bakeTransform: (source: SplatSource, space: SplatTransform) => SplatSource;
  readonly createChunkDataPool: (options: { readonly chunkSize: number }) => BufferPool;
  readonly Transform: { new (): SplatTransform; readonly IDENTITY: SplatTransform };
  readonly MemoryReadFileSystem: new () => SplatMemoryFileSystem;
  readonly ReadStream: new (expectedBytes: number) => Omit<SplatReadStream, "pull">;
}

export const { readFile, bakeTransform, createChunkDataPool, Transform, MemoryReadFileSystem, ReadStream } =
  library as unknown as SplatLibrary;
