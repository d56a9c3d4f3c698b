import * as library from "@playcanvas/splat-transform";

/**
 * The part of splat-transform used here, typed: its own declarations name their modules without file extensions, which
 * Node's module resolution does not find, so that every imported type would silently be `any`.
 */
export interface SplatSource {
  readonly meta: {
    readonly numGaussians: number;
    readonly chunkSize: number;
    /** Of the finest level, which all formats read here have alone, in the first place. */
    readonly numChunks: readonly number[];
    readonly shBands: 0 | 1 | 2 | 3;
    readonly model: "default" | "antialiased" | "2dgs";
    readonly availableLayers: ReadonlySet<SplatLayer>;
    readonly layouts: Readonly<Partial<Record<SplatLayer, LayerLayout>>>;
  };
  read(request: { readonly chunkIndex: number } & Partial<Record<SplatLayer, SplatBuffer>>): Promise<void>;
  close(): Promise<void>;
}

export type SplatLayer = "position" | "geometric" | "color";
export type SplatInputFormat = "ply" | "spz" | "splat" | "ksplat" | "sog";

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

interface SplatLibrary {
  readonly readFile: (options: {
    readonly filename: string;
    readonly inputFormat: SplatInputFormat;
    readonly fileSystem: SplatFileSystem;
  }) => Promise<SplatSource[]>;
  readonly bakeTransform: (source: SplatSource, space: object) => SplatSource;
  readonly createChunkDataPool: (options: { readonly chunkSize: number }) => BufferPool;
  readonly Transform: { readonly IDENTITY: object };
  readonly MemoryReadFileSystem: new () => SplatMemoryFileSystem;
  readonly ReadStream: new (expectedBytes: number) => Omit<SplatReadStream, "pull">;
}

export const { readFile, bakeTransform, createChunkDataPool, Transform, MemoryReadFileSystem, ReadStream } =
  library as unknown as SplatLibrary;
