import type { previewTransfer, TransferTarget } from "@blueprint/contract/blueprint-transfer";
import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { roleMay } from "@blueprint/contract/roles";
import { Check, type LucideIcon, Minus } from "lucide-react";
import { formatAmount, formatBytes } from "../../../lib/format.ts";

/** What moves with a blueprint, and what its team keeps. */
export function WhatMoves({
  preview: { scanCount, fileCount, sizeBytes, isPublished, staying },
  source,
  target,
}: {
  readonly preview: EndpointResponse<typeof previewTransfer>;
  readonly source: string;
  readonly target: TransferTarget | undefined;
}) {
  const there = target?.name ?? "the other team";
  const bound = [
    ...(staying.openTasks === 0 ? [] : [formatAmount(staying.openTasks, "open task")]),
    ...(staying.workflows === 0 ? [] : [formatAmount(staying.workflows, "workflow")]),
  ].join(" and ");
  const isOne = staying.openTasks + staying.workflows === 1;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Points
        title="Moves"
        icon={Check}
        points={[
          "The scene with its full history, comments and form answers",
          ...(scanCount === 0
            ? []
            : [`${formatAmount(scanCount, "scan")}, with ${scanCount === 1 ? "its original" : "their originals"}`]),
          ...(fileCount === 0
            ? []
            : [`${formatAmount(fileCount, "picture, document or other file", "pictures, documents and other files")}`]),
          isPublished
            ? "Published versions, all links and QR codes. Nothing changes for visitors"
            : "Published versions, all links and QR codes",
          `${formatBytes(sizeBytes)} of storage${isPublished ? " and one published place" : ""}, which count towards the plan of ${there} from then on`,
        ]}
      />
      <Points
        title={`Stays in ${source}`}
        icon={Minus}
        points={[
          `Its people: anyone who isn't in ${there} loses access within seconds`,
          "API keys, webhooks and the audit log",
          ...(bound === ""
            ? []
            : [`${bound} about it. ${isOne ? "It reconnects" : "They reconnect"} if the blueprint comes back`]),
          ...(target === undefined || roleMay(target.role, "blueprint.transfer")
            ? []
            : [`The way back: only owners and admins of ${there} can move it out again`]),
        ]}
      />
    </div>
  );
}

function Points({
  title,
  icon: Icon,
  points,
}: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly points: readonly string[];
}) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="font-strong break-words">{title}</h3>
      <ul className="grid gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex gap-2 break-words text-pretty">
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-soft" />
            <span className="min-w-0">{point}.</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
