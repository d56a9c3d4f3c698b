import type { NewAnchor } from "../anchor-operations.ts";

export function buildAnchor(input: Partial<NewAnchor> & { readonly id: string }): NewAnchor {
  return {
    type: "info",
    title: "Fire door",
    text: "Keep clear.",
    position: [1, 2, 3],
    normal: [0, 0, 1],
    floor: 0,
    createdBy: "1c5f6f0e-7d35-4a0e-9b6e-1d6a5d0c6a11",
    createdAt: "2026-01-02T03:04:05.000Z",
    ...input,
  };
}
