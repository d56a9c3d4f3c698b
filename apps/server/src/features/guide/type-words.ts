import type { PublishedAnchorContent, PublishedTour, PublishedZone } from "@blueprint/contract/published-content";

type SafetyKind = Extract<PublishedAnchorContent, { type: "safety" }>["safety"];

/** What people call things that the team only chose the type of, in the languages of the visitors' pages. */
const safetyWords: Readonly<Record<SafetyKind, string>> = {
  exit: "exit, emergency exit, fire exit, escape route, way out; Ausgang, Notausgang, Fluchtweg",
  extinguisher: "fire extinguisher; Feuerlöscher",
  "first-aid": "first aid, first aid kit, bandage, plasters; Erste Hilfe, Verbandkasten, Pflaster",
  defibrillator: "defibrillator, AED; Defibrillator, Defi",
  alarm: "fire alarm, alarm button; Feuermelder, Alarmknopf",
  "assembly-point": "assembly point, meeting point; Sammelplatz, Sammelstelle, Treffpunkt",
  hazard: "hazard, danger; Gefahr, Gefahrenstelle",
  other: "safety; Sicherheit",
};

const zoneWords: Readonly<Record<PublishedZone["type"], string>> = {
  public: "",
  staff: "staff only, employees; nur Personal, Mitarbeiter",
  "keep-out": "keep out, no entry, closed; Zutritt verboten, gesperrt",
  slow: "slow; langsam",
  quiet: "quiet, silence; Ruhe, ruhig, leise",
  capacity: "",
};

const stepFreeWords =
  "step-free route, without steps, wheelchair, pushchair, stroller, accessible; stufenloser Weg, barrierefrei, Rollstuhl, Kinderwagen";

export function findAnchorWords(content: PublishedAnchorContent | undefined): string {
  return content?.type === "safety" ? safetyWords[content.safety] : "";
}

export function findZoneWords({ type }: Pick<PublishedZone, "type">): string {
  return zoneWords[type];
}

export function findTourWords({ isStepFree }: Pick<PublishedTour, "isStepFree">): string {
  return isStepFree ? stepFreeWords : "";
}
