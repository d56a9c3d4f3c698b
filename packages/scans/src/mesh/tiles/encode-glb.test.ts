import validator from "gltf-validator";
import { describe, expect, it } from "vitest";
import { encodeGlb } from "./encode-glb.ts";
import { plainStyle } from "./tile-surfaces.ts";

const readJson = (glb: Uint8Array) => {
  const jsonBytes = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonBytes))) as {
    accessors: { componentType: number; min?: number[]; max?: number[] }[];
    nodes: { scale: number[]; translation: number[] }[];
  };
};

describe("encodeGlb", () => {
  it("indexes more than 65,535 vertices with 32 bits, and is valid", async () => {
    const triangles = 24_000;
    const positions = Int32Array.from({ length: triangles * 9 }, (_, at) => (at * 7919) % 60_000);
    const indices = Uint32Array.from({ length: triangles * 3 }, (_, at) => at);
    const glb = await encodeGlb({ primitives: [{ style: plainStyle, positions, indices }], step: 2 ** -12 });
    expect(readJson(glb).accessors.at(-1)!.componentType).toBe(5125);
    const { issues } = await validator.validateBytes(glb);
    expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  });

  it("keeps positions exact that are further apart than 16 bits can express", async () => {
    const positions = Int32Array.from([-400_001, 0, 0, 400_000, 1, 0, 0, 300_003, 5]);
    const indices = Uint32Array.from([0, 1, 2]);
    const glb = await encodeGlb({ primitives: [{ style: plainStyle, positions, indices }], step: 0.5 });
    const { accessors, nodes } = readJson(glb);
    const [position] = accessors;
    expect(position!.componentType).toBe(5126);
    const place = (values: number[]) => values.map((value, axis) => value * 0.5 + nodes[0]!.translation[axis]!);
    expect(place(position!.min!)).toEqual([-200_000.5, 0, 0]);
    expect(place(position!.max!)).toEqual([200_000, 150_001.5, 2.5]);
    const { issues } = await validator.validateBytes(glb);
    expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  });
});
