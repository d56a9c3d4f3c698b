import type { Plan } from "@blueprint/scene/plan";
import { ArrowLeft, X } from "lucide-react";
import { formatAmount } from "../../../../lib/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import { chooseTool, selectObjects } from "../../editor.store.ts";
import { toPlanName } from "../../object-names.ts";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../../use-editor-room.ts";
import { addPlan, startPlan, startScan } from "./align-actions.ts";
import { AlignPlan } from "./align-plan.tsx";
import { AlignScan } from "./align-scan.tsx";
import { listPlanSources } from "./plan-sources.ts";

/** A ready scan with its file name. */
export type NamedScan = ViewerScan & { readonly name: string };

/** Aligns plans and scans with the place through pairs of points. */
export function AlignPanel({ scans }: { readonly scans: readonly NamedScan[] }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const tool = useEditor((state) => state.tool);
  const align = useEditor((state) => state.align);
  const hint = useEditor((state) => state.hint);
  const canEdit = useMayEdit();
  if (tool !== "align" || !canEdit) return null;
  const plan = align?.kind === "plan" ? scene.plans.find(({ id }) => id === align.planId) : undefined;
  const scan = align?.kind === "scan" ? scans.find(({ id }) => id === align.scanId) : undefined;
  const title = plan !== undefined ? toPlanName(plan) : scan !== undefined ? scan.name : "Place plans and scans";
  return (
    <section
      aria-label="Place plans and scans"
      className="absolute top-3 left-3 z-20 flex max-h-[calc(100%-1.5rem)] w-80 max-w-[calc(100%-1.5rem)] flex-col rounded-soft border border-line bg-sheet shadow-overlay max-md:right-3 max-md:max-h-[48%] max-md:w-auto"
    >
      <header className="flex items-center gap-1 border-b border-hairline py-1.5 pr-1.5 pl-2">
        {align === null ? null : (
          <IconButton
            label="All plans and scans"
            icon={ArrowLeft}
            size="small"
            tooltipSide="bottom"
            onClick={() => store.setState({ align: null, hint: null })}
          />
        )}
        <h2 className="min-w-0 flex-1 truncate px-1 font-strong">{title}</h2>
        <IconButton
          label="Done"
          icon={X}
          size="small"
          tooltipSide="bottom"
          onClick={() => chooseTool(store, "select")}
        />
      </header>
      <p
        aria-live="polite"
        className="border-b border-hairline px-3 py-2 font-strong text-attention text-pretty empty:hidden"
      >
        {hint}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        {plan !== undefined && align?.kind === "plan" ? (
          <AlignPlan plan={plan} task={align} scans={scans} />
        ) : scan !== undefined && align?.kind === "scan" ? (
          <AlignScan scan={scan} task={align} />
        ) : (
          <Choices scans={scans} />
        )}
      </div>
    </section>
  );
}

function Choices({ scans }: { readonly scans: readonly NamedScan[] }) {
  const room = useEditorRoom();
  const { scene } = useDocument();
  const sources = listPlanSources(scans).filter(
    ({ scanId, page }) => !scene.plans.some((plan) => plan.scanId === scanId && plan.page === page),
  );
  return (
    <div className="grid gap-4">
      <section className="grid gap-1.5">
        <h3 className="text-caption text-ink-soft">Plans on storeys</h3>
        {scene.plans.map((plan) => (
          <Row
            key={plan.id}
            name={toPlanName(plan)}
            detail={describePlan(plan)}
            onClick={() => {
              selectObjects(room.store, [{ kind: "plans", id: plan.id }]);
              startPlan(room, plan.id);
            }}
          />
        ))}
        {sources.map((source) => (
          <Row
            key={`${source.scanId} ${source.page}`}
            name={source.name}
            detail={source.isDrawing ? "Not placed yet" : "Walls detected in the scan"}
            onClick={() => addPlan(room, { ...source, floor: scene.settings.startFloor })}
          />
        ))}
        {scene.plans.length + sources.length > 0 ? null : (
          <p className="text-ink-soft text-pretty">No floor plans yet. Upload one in the Scans panel first.</p>
        )}
      </section>
      <section className="grid gap-1.5">
        <h3 className="text-caption text-ink-soft">Scans</h3>
        {scans.map(({ id, name }) => (
          <Row
            key={id}
            name={name}
            detail={scene.placements.some((placement) => placement.id === id) ? "Placed" : "Original position"}
            onClick={() => startScan(room, id)}
          />
        ))}
      </section>
    </div>
  );
}

function Row({
  name,
  detail,
  onClick,
}: {
  readonly name: string;
  readonly detail: string;
  readonly onClick: () => void;
}) {
  return (
    <Button className="h-auto min-h-11 justify-start py-1.5 text-left" onClick={onClick}>
      <span className="grid min-w-0">
        <span className="truncate">{name}</span>
        <span className="truncate text-caption font-regular text-ink-soft">{detail}</span>
      </span>
    </Button>
  );
}

function describePlan({ pairs, placement }: Plan): string {
  const complete = pairs.filter(({ world }) => world !== null).length;
  if (placement === null) return `${formatAmount(complete, "pair")}, two needed`;
  return complete > 2 ? `${complete} pairs, off by ${(placement.rms * 100).toFixed(0)} cm` : "2 pairs";
}
