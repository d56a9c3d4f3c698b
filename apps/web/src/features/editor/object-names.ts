import type { CommentThread } from "@blueprint/scene/comment-thread";
import type { Measurement, MeasurementType } from "@blueprint/scene/measurement";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { toStoreyName } from "@blueprint/scene/storey";
import type { Volume } from "@blueprint/scene/volume";

export const measurementLabels: Readonly<Record<MeasurementType, string>> = {
  distance: "Distance",
  height: "Height",
  area: "Area",
  angle: "Angle",
  volume: "Volume",
};

export function toZoneName({ name }: { readonly name: string }): string {
  return name.trim() === "" ? "Unnamed zone" : name;
}

export function toMeasurementName({ name, type }: Pick<Measurement, "name" | "type">): string {
  return name.trim() === "" ? measurementLabels[type] : name;
}

export function toPlanName({ name }: { readonly name: string }): string {
  return name.trim() === "" ? "Unnamed plan" : name;
}

const threadNameCharactersMax = 60;

/** A thread is named after its first comment. */
export function toThreadName({ comments }: Pick<CommentThread, "comments">): string {
  const text = (comments[0]?.text ?? "").trim().split("\n", 1)[0] ?? "";
  return text.length > threadNameCharactersMax ? `${text.slice(0, threadNameCharactersMax - 1).trimEnd()}…` : text;
}

/** A volume is named after its effect and numbered among those of its scan. */
export function toVolumeName({ volumes }: Pick<Scene, "volumes">, { id, scanId, effect }: Volume): string {
  const same = volumes.filter((other) => other.scanId === scanId && other.effect === effect);
  return `${effect === "crop" ? "Crop" : "Erase"} ${same.findIndex((other) => other.id === id) + 1}`;
}

/** Display name of an object; null if it was deleted. */
export function findObjectName(scene: Scene, { kind, id }: ObjectRef): string | null {
  switch (kind) {
    case "anchors": {
      const anchor = scene.anchors.find((candidate) => candidate.id === id);
      if (anchor === undefined) return null;
      return anchor.title.trim() === "" ? "Unnamed anchor" : anchor.title;
    }
    case "zones": {
      const zone = scene.zones.find((candidate) => candidate.id === id);
      return zone === undefined ? null : toZoneName(zone);
    }
    case "measurements": {
      const measurement = scene.measurements.find((candidate) => candidate.id === id);
      return measurement === undefined ? null : toMeasurementName(measurement);
    }
    case "plans": {
      const plan = scene.plans.find((candidate) => candidate.id === id);
      return plan === undefined ? null : toPlanName(plan);
    }
    case "floors": {
      const storey = scene.floors.find((candidate) => candidate.id === id);
      return storey === undefined ? null : toStoreyName(storey);
    }
    case "placements":
      return scene.placements.some((placement) => placement.id === id) ? "Scan" : null;
    case "volumes": {
      const volume = scene.volumes.find((candidate) => candidate.id === id);
      return volume === undefined ? null : toVolumeName(scene, volume);
    }
    case "groups":
    case "views":
    case "tours": {
      const named = scene[kind].find((candidate) => candidate.id === id);
      if (named === undefined) return null;
      return named.name.trim() === "" ? `Unnamed ${kind.slice(0, -1)}` : named.name;
    }
    case "threads": {
      const thread = scene.threads.find((candidate) => candidate.id === id);
      return thread === undefined ? null : toThreadName(thread);
    }
  }
}
