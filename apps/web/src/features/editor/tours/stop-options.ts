import type { Scene } from "@blueprint/scene/read-scene";
import { type StopTarget, type toStopRef, toStopTarget } from "@blueprint/scene/tour";
import { toZoneName } from "../object-names.ts";
import { toAnchorName } from "../scene-changes.ts";

export interface StopOption {
  readonly value: string;
  readonly label: string;
  readonly target: StopTarget;
}

export function toStopValue({ kind, id }: ReturnType<typeof toStopRef>): string {
  return `${kind}:${id}`;
}

/** Everything a stop may show: anchors with the number on their pin, then views and zones. */
export function listStopOptions({ anchors, views, zones }: Pick<Scene, "anchors" | "views" | "zones">): StopOption[] {
  const toOption = (kind: "anchors" | "views" | "zones", id: string, label: string): StopOption => ({
    value: toStopValue({ kind, id }),
    label,
    target: toStopTarget({ kind, id }),
  });
  return [
    ...anchors.map((anchor, index) => toOption("anchors", anchor.id, `${index + 1}. ${toAnchorName(anchor)}`)),
    ...views.map(({ id, name }) => toOption("views", id, `View: ${name.trim() === "" ? "Unnamed view" : name}`)),
    ...zones.map((zone) => toOption("zones", zone.id, `Zone: ${toZoneName(zone)}`)),
  ];
}
