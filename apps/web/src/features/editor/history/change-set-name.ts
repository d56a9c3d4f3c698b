import type { ChangedObject, ChangeSet, ChangeSummary } from "@blueprint/contract/scene-history";
import { formatAmount, formatCount } from "../../../lib/format.ts";

type Change = ChangedObject["change"];

/** Singular, plural and the verb for a new one. */
const words: Readonly<Record<string, readonly [one: string, many: string, added: string]>> = {
  anchors: ["anchor", "anchors", "placed"],
  zones: ["zone", "zones", "drew"],
  measurements: ["measurement", "measurements", "took"],
  plans: ["plan", "plans", "added"],
  tours: ["tour", "tours", "made"],
  views: ["view", "views", "saved"],
  threads: ["comment", "comments", "wrote"],
  floors: ["storey", "storeys", "added"],
  placements: ["scan", "scans", "aligned"],
  groups: ["group", "groups", "made"],
};

const verbs: Readonly<Record<Exclude<Change, "added">, string>> = {
  moved: "moved",
  changed: "edited",
  removed: "removed",
};

const settingPhrases: Readonly<Record<string, string>> = {
  startViewId: "chose where visitors start",
  units: "set the units",
  northDegrees: "set north",
  latitude: "set the coordinates",
  longitude: "set the coordinates",
  startFloor: "chose the first storey",
  calibration: "calibrated the scale",
  guideInstructions: "wrote instructions for the guide",
  guideVoice: "chose the guide's voice",
  guideLanguages: "chose the guide's languages",
  suggestedQuestions: "suggested questions for the guide",
  otherWords: "listed other words for the guide",
  transcripts: "decided whether visitors are asked for their conversations",
  unansweredQuestions: "decided whether unanswered questions are kept",
};

const phrasesMax = 3;
/** Fields that determine an object's position in the outline. */
const outlineFields: ReadonlySet<string> = new Set(["order", "group"]);

/** What a change set did, in words: "Moved 3 anchors, drew zone Lobby". Without known changes, how many there were. */
export function nameChangeSet({ changes, changeCount, authorId }: ChangeSet): string {
  if (changes == null) return formatAmount(changeCount, "change");
  const phrases = [...changes.counts.map((some) => toPhrase(some, changes)), ...toSettingPhrases(changes.settings)];
  if (phrases.length === 0) return authorId === null ? "Prepared the document" : "Made changes and undid them";
  const shown = phrases.slice(0, phrasesMax);
  const rest = phrases.length - shown.length;
  const name = `${shown.join(", ")}${rest === 0 ? "" : `, and ${rest} more`}`;
  return name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
}

function toPhrase({ kind, change, count }: ChangeSummary["counts"][number], { objects }: ChangeSummary): string {
  const [one, many, added] = words[kind] ?? ["object", "objects", "added"];
  const known = objects.filter((object) => object.kind === kind && object.change === change);
  const verb = change === "added" ? added : toVerb(kind, change, known);
  const name = known[0]?.name.trim() ?? "";
  if (count === 1) return name === "" ? `${verb} 1 ${one}` : `${verb} ${one} ${name}`;
  return `${verb} ${formatCount(count)} ${many}`;
}

function toVerb(kind: string, change: Exclude<Change, "added">, known: readonly ChangedObject[]): string {
  if (change === "changed" && known.every(({ fields }) => fields.every((field) => outlineFields.has(field))))
    return "rearranged";
  // A view and a comment have no position of their own.
  return change === "moved" && kind === "views" ? "edited" : verbs[change];
}

function toSettingPhrases(settings: readonly string[]): string[] {
  return [...new Set(settings.map((key) => settingPhrases[key] ?? "changed the settings"))];
}
