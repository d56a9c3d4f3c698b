/** What a rebuilding process is told, in order: where to start, what came after, and to say what it has. */
export type RebuildRequest =
  | { readonly type: "start"; readonly packedState: Uint8Array }
  | { readonly type: "segment"; readonly packed: Uint8Array; readonly after: number; readonly through: number }
  | { readonly type: "updates"; readonly updates: readonly Uint8Array[] }
  | { readonly type: "finish" };

/** Every request is answered before the next one is sent, so that no more than one of them is ever in memory. */
export type RebuildAnswer =
  | { readonly type: "taken" }
  | { readonly type: "state"; readonly state: Uint8Array }
  | { readonly type: "failed"; readonly problem: string };
