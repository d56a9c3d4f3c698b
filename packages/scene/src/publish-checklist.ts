import type { Anchor } from "./anchor.ts";
import { findLinkProblem } from "./link-problem.ts";
import type { MediaSource } from "./media-source.ts";
import { listAnchorLinks } from "./outside-links.ts";
import type { Scene } from "./read-scene.ts";
import type { ObjectRef } from "./scene-kinds.ts";
import { findTourStops, toStopRef } from "./tour.ts";
import type { Zone } from "./zone.ts";
import { findZoneOverlaps } from "./zone-geometry.ts";
import { findUnreachableZones, type ScanExtent } from "./zone-reach.ts";

export const findingCodes = [
  "anchor-empty",
  "anchor-untitled",
  "anchor-lost-surface",
  "media-missing",
  "file-missing",
  "alternative-missing",
  "captions-missing",
  "link-missing",
  "link-broken",
  "link-incomplete",
  "link-private",
  "form-without-questions",
  "question-without-options",
  "code-missing",
  "tour-empty",
  "tour-stop-missing",
  "narration-missing",
  "zone-unnamed",
  "zone-unreachable",
  "zone-capacity-missing",
  "zone-outline-repaired",
  "zones-overlap",
  "plan-not-placed",
  "plan-inaccurate",
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** `problem`: visitors would find something broken or inaccessible. `advice`: worth a look before publishing. */
export type FindingSeverity = "problem" | "advice";

export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** The affected objects; two for overlapping zones. */
  readonly refs: readonly ObjectRef[];
  /** The URL, language or number to insert into the message; may be empty. */
  readonly detail: string;
}

/** Facts beyond the document. Omitted ones are not checked. */
export interface ChecklistFacts {
  /** Extents of the scans to be published; without them, only plans determine where people can be. */
  readonly scanExtents?: readonly ScanExtent[];
  /** URLs that were checked and do not respond. */
  readonly brokenLinks?: ReadonlySet<string>;
  /** Ids of the files in the team's storage. */
  readonly fileIds?: ReadonlySet<string>;
  /** Ids of the scans that will be published. */
  readonly scanIds?: ReadonlySet<string>;
}

/** Maximum error of a plan, metres; a less accurate one is useless for navigation. */
const planErrorMetresMax = 0.25;

/** Checks what would be published: pass the scene as visitors receive it (`selectForAudience`). */
export function checkScene(scene: Scene, facts: ChecklistFacts = {}): Finding[] {
  const unreachable = facts.scanExtents === undefined ? null : findUnreachableZones(scene, facts.scanExtents);
  return [
    ...scene.anchors.flatMap((anchor) => checkAnchor(anchor, facts)),
    ...checkTours(scene, facts),
    ...scene.zones.flatMap((zone) => checkZone(zone, unreachable?.has(zone.id) === true)),
    ...findZoneOverlaps(scene.zones).map(({ ids, area }) =>
      toFinding(
        "zones-overlap",
        "advice",
        ids.map((id) => ({ kind: "zones", id })),
        area.toFixed(2),
      ),
    ),
    ...checkPlans(scene, facts),
  ];
}

function checkAnchor(anchor: Anchor, facts: ChecklistFacts): Finding[] {
  const found: Finding[] = [];
  const report = (code: FindingCode, severity: FindingSeverity, detail = "") => {
    found.push(toFinding(code, severity, [{ kind: "anchors", id: anchor.id }], detail));
  };
  const { type, media, url } = anchor;
  if (anchor.title.trim() === "") report("anchor-untitled", "problem");
  if (isEmpty(anchor)) report("anchor-empty", "problem");
  if (needsMedia.has(type) && media === null) report("media-missing", "problem");
  if (media !== null && anchor.alternative.trim() === "") report("alternative-missing", "problem");
  if (type === "video" && media !== null && anchor.captions === null) report("captions-missing", "advice");
  for (const [language, translation] of Object.entries(anchor.translations)) {
    const isHalf = media !== null && anchor.alternative.trim() !== "" && translation.alternative.trim() === "";
    if (isHalf) report("alternative-missing", "advice", language);
  }
  for (const source of [media, anchor.captions]) checkSource(source, facts, report);
  if (type === "link" && url === null) report("link-missing", "problem");
  for (const link of listAnchorLinks(anchor)) checkLink(link, facts, report);
  if (type === "form") {
    if (anchor.questions.length === 0) report("form-without-questions", "problem");
    for (const { kind, options, label } of anchor.questions) {
      if ((kind === "choice" || kind === "choices") && options.length === 0) {
        report("question-without-options", "problem", label);
      }
    }
  }
  if (type === "qr-spot" && anchor.code === "") report("code-missing", "problem");
  const isLost = anchor.scanId !== null && facts.scanIds !== undefined && !facts.scanIds.has(anchor.scanId);
  if (isLost) report("anchor-lost-surface", "advice");
  return found;
}

const needsMedia: ReadonlySet<Anchor["type"]> = new Set(["image", "video", "audio", "pdf", "model"]);
const livesByText: ReadonlySet<Anchor["type"]> = new Set(["info", "guide-topic"]);

// Other types are meaningful by their presence: an exit, a turn, a sign.
function isEmpty(anchor: Anchor): boolean {
  return livesByText.has(anchor.type) && anchor.text.trim() === "" && anchor.media === null && anchor.url === null;
}

type Report = (code: FindingCode, severity: FindingSeverity, detail?: string) => void;

function checkSource(source: MediaSource | null, facts: ChecklistFacts, report: Report): void {
  if (source === null) return;
  const { fileIds } = facts;
  if (source.kind === "file" && fileIds !== undefined && !fileIds.has(source.fileId)) {
    report("file-missing", "problem", source.name);
  }
  if (source.kind === "url") checkLink(source.url, facts, report);
}

function checkLink(link: string, { brokenLinks }: ChecklistFacts, report: Report): void {
  const problem = findLinkProblem(link);
  if (problem === "incomplete") report("link-incomplete", "problem", link);
  else if (brokenLinks?.has(link)) report("link-broken", "problem", link);
  // An installation that serves a private network may link into it on purpose.
  else if (problem === "private") report("link-private", "advice", link);
}

function checkTours(scene: Scene, facts: ChecklistFacts): Finding[] {
  const texts = {
    anchors: new Map(scene.anchors.map(({ id, text }) => [id, text])),
    zones: new Map(scene.zones.map(({ id, text }) => [id, text])),
    views: new Map(scene.views.map(({ id }) => [id, ""])),
  };
  return scene.tours.flatMap((tour) => {
    const found: Finding[] = [];
    const refs: ObjectRef[] = [{ kind: "tours", id: tour.id }];
    const stops = findTourStops(tour, texts);
    if (stops.length === 0) found.push(toFinding("tour-empty", "problem", refs));
    const missing = tour.stops.length - stops.length;
    if (missing > 0) found.push(toFinding("tour-stop-missing", "problem", refs, String(missing)));
    const silent = stops.filter((stop) => {
      const { kind, id } = toStopRef(stop);
      return stop.narration.trim() === "" && texts[kind].get(id)?.trim() === "";
    });
    // Visitors who cannot hear the sound, or who read the tour, would get nothing there.
    if (silent.length > 0) found.push(toFinding("narration-missing", "problem", refs, String(silent.length)));
    for (const stop of stops)
      checkSource(stop.audio, facts, (code, severity, detail) => found.push(toFinding(code, severity, refs, detail)));
    return found;
  });
}

function checkZone(zone: Zone, isUnreachable: boolean): Finding[] {
  const found: Finding[] = [];
  const refs: ObjectRef[] = [{ kind: "zones", id: zone.id }];
  if (zone.name.trim() === "") found.push(toFinding("zone-unnamed", "advice", refs));
  if (zone.type === "capacity" && zone.capacity === null)
    found.push(toFinding("zone-capacity-missing", "problem", refs));
  if (zone.isRepaired) found.push(toFinding("zone-outline-repaired", "advice", refs));
  if (isUnreachable) found.push(toFinding("zone-unreachable", "problem", refs));
  return found;
}

function checkPlans(scene: Scene, facts: ChecklistFacts): Finding[] {
  return scene.plans
    .filter((plan) => !plan.isHidden)
    .flatMap((plan) => {
      const found: Finding[] = [];
      const refs: ObjectRef[] = [{ kind: "plans", id: plan.id }];
      if (plan.placement === null) found.push(toFinding("plan-not-placed", "problem", refs));
      else if (plan.placement.rms > planErrorMetresMax) {
        found.push(toFinding("plan-inaccurate", "advice", refs, plan.placement.rms.toFixed(2)));
      }
      checkSource(plan.media, facts, (code, severity, detail) => found.push(toFinding(code, severity, refs, detail)));
      return found;
    });
}

function toFinding(code: FindingCode, severity: FindingSeverity, refs: readonly ObjectRef[], detail = ""): Finding {
  return { code, severity, refs, detail };
}
