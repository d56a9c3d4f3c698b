import type { BlueprintState } from "@blueprint/contract/blueprints";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";

const looks: Record<BlueprintState, { readonly label: string; readonly tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "neutral" },
  ready: { label: "Ready", tone: "accent" },
  published: { label: "Published", tone: "good" },
  archived: { label: "Archived", tone: "neutral" },
  binned: { label: "In the bin", tone: "attention" },
};

export function BlueprintStateBadge({ state }: { readonly state: BlueprintState }) {
  const { label, tone } = looks[state];
  return <Badge tone={tone}>{label}</Badge>;
}
