import type { Plan } from "@blueprint/scene/plan";
import { removePlanPair } from "@blueprint/scene/plan-operations";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useEditorRoom } from "../../use-editor-room.ts";
import { formatOffset } from "./format-offset.ts";
import { findResiduals } from "./plan-aim.ts";

/** A plan's pairs of points, each with how far it is off. */
export function PlanPairs({ plan }: { readonly plan: Plan }) {
  const { attempt } = useEditorRoom();
  // Two pairs always fit exactly, so they show where they lie instead.
  const residuals = findResiduals(plan);
  return (
    <ol className="grid gap-1" aria-label="Pairs of points">
      {plan.pairs.map((pair, index) => (
        <li key={pair.id} className="flex items-center justify-between gap-2">
          <span>
            Pair {index + 1}
            <span className="ml-2 font-mono text-caption text-ink-soft">
              {pair.world === null
                ? "waiting for its match"
                : residuals.has(pair.id) && residuals.size > 2
                  ? `off by ${formatOffset(residuals.get(pair.id) ?? 0)}`
                  : `x ${pair.world[0].toFixed(2)}, z ${pair.world[1].toFixed(2)} m`}
            </span>
          </span>
          <IconButton
            label={`Remove pair ${index + 1}`}
            icon={Trash2}
            size="small"
            onClick={() => attempt((doc) => removePlanPair(doc, plan.id, pair.id))}
          />
        </li>
      ))}
    </ol>
  );
}
