import type { Blueprint } from "@blueprint/contract/blueprints";

export const blueprintOrders = ["changed", "created", "name"] as const;
export type BlueprintOrder = (typeof blueprintOrders)[number];

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const comparisons: Record<BlueprintOrder, (first: Blueprint, second: Blueprint) => number> = {
  changed: (first, second) => second.updatedAt.localeCompare(first.updatedAt),
  created: (first, second) => second.createdAt.localeCompare(first.createdAt),
  name: (first, second) => collator.compare(first.name, second.name),
};

export function orderBlueprints(blueprints: readonly Blueprint[], order: BlueprintOrder): readonly Blueprint[] {
  return blueprints.toSorted(comparisons[order]);
}
