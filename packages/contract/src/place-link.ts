/** What the address of a place can open besides the place itself, in order of precedence: each has its search param. */
export const placeLinkKinds = ["camera", "anchor", "view", "tour", "storey"] as const;
export type PlaceLinkKind = (typeof placeLinkKinds)[number];

/** Search params of links into a place; `at` is the camera's in older links. */
export const placeLinkParams = [...placeLinkKinds, "at"] as const;
