import { type Audience, audiences, type LinkedAudience, linkedAudiences } from "@blueprint/contract/audiences";
import { questionCharactersMax, suggestedQuestionsMax } from "@blueprint/contract/guide";
import type { PublishedAnchor, PublishedScene } from "@blueprint/contract/published";
import type {
  PublishedPlan,
  PublishedStorey,
  PublishedTour,
  PublishedView,
  PublishedZone,
} from "@blueprint/contract/published-content";
import type * as Y from "yjs";
import { type Anchor, type AnchorContent, toAnchorContent } from "./anchor.ts";
import type { MediaSource } from "./media-source.ts";
import type { Plan } from "./plan.ts";
import { readScene, type Scene } from "./read-scene.ts";
import type { RichText } from "./rich-text.ts";
import { type ScanPlacement, toTurns } from "./scan-placement.ts";
import { selectForAudience } from "./scene-audience.ts";
import { type SceneSettings, toScale } from "./scene-settings.ts";
import { type Storey, toStoreyName } from "./storey.ts";
import type { Tour } from "./tour.ts";
import type { View } from "./view.ts";
import type { Volume } from "./volume.ts";
import { toPolygon, type Zone } from "./zone.ts";

/** Freezes what an audience may see: no drafts, authors, times, list keys or empty values. */
export function toPublishedScene(doc: Y.Doc, audience: Audience = "visitor"): PublishedScene {
  return freezeScene(selectForAudience(readScene(doc), audience));
}

/** Scenes of audiences other than visitors, where they differ from the visitors' scene. */
export type AudienceScenes = Partial<Record<LinkedAudience, PublishedScene>>;

/** The frozen scenes for all audiences, taken at one moment. */
export interface PublishedScenes {
  readonly visitors: PublishedScene;
  readonly others: AudienceScenes;
  /** Who may see a plan's drawing, by the drawing's scan; drawings visible to everyone are omitted. */
  readonly drawingAudiences: ReadonlyMap<string, readonly Audience[]>;
  /** What only the guide reads. */
  readonly guide: Pick<SceneSettings, "guideInstructions" | "guideVoice" | "guideLanguages" | "otherWords">;
}

/** Like `toPublishedScene`, for all audiences. */
export function toPublishedScenes(doc: Y.Doc): PublishedScenes {
  const whole = readScene(doc);
  const visitors = freezeScene(selectForAudience(whole, "visitor"));
  const known = JSON.stringify(visitors);
  const others: AudienceScenes = {};
  for (const audience of linkedAudiences) {
    const frozen = freezeScene(selectForAudience(whole, audience));
    if (JSON.stringify(frozen) !== known) others[audience] = frozen;
  }
  const { guideInstructions, guideVoice, guideLanguages, otherWords } = whole.settings;
  const guide = { guideInstructions, guideVoice, guideLanguages, otherWords };
  return { visitors, others, drawingAudiences: findDrawingAudiences(whole), guide };
}

// A partly placed drawing is still published as the sheet it was; a hidden one, or one for other audiences, is not.
function findDrawingAudiences(whole: Scene): Map<string, Audience[]> {
  const found = new Map<string, Audience[]>();
  for (const { scanId } of whole.plans) if (scanId !== null) found.set(scanId, []);
  if (found.size === 0) return found;
  for (const audience of audiences) {
    const seen = selectForAudience(whole, audience).plans.filter(({ isHidden }) => !isHidden);
    for (const scanId of new Set(seen.map((plan) => plan.scanId)))
      if (scanId !== null) found.get(scanId)!.push(audience);
  }
  return new Map([...found].filter(([, seenBy]) => seenBy.length < audiences.length));
}

/** A scene as its audience gets it: no authors, times, list keys or empty values. */
export function freezeScene(scene: Scene): PublishedScene {
  const { startViewId, units, calibration, unansweredQuestions, transcripts } = scene.settings;
  const suggestedQuestions = listSuggested(scene.settings.suggestedQuestions);
  const plans = scene.plans.flatMap(listPublishedPlan);
  const unseen = new Set(scene.plans.map(({ id }) => id).filter((id) => !plans.some((plan) => plan.id === id)));
  return {
    schemaVersion: scene.schemaVersion,
    anchors: scene.anchors.map(toPublishedAnchor),
    ...(scene.zones.length === 0 ? {} : { zones: scene.zones.map(toPublishedZone) }),
    ...(scene.tours.length === 0 ? {} : { tours: scene.tours.map(toPublishedTour) }),
    ...(scene.views.length === 0 ? {} : { views: scene.views.map((view) => toPublishedView(view, unseen)) }),
    ...(scene.floors.length === 0 ? {} : { floors: scene.floors.map(toPublishedStorey) }),
    ...(plans.length === 0 ? {} : { plans }),
    ...(startViewId === null ? {} : { startViewId }),
    ...(scene.placements.length === 0 ? {} : { placements: scene.placements.map(toPublishedPlacement) }),
    ...(scene.volumes.length === 0 ? {} : { volumes: scene.volumes.map(toPublishedVolume) }),
    ...(units === "metric" ? {} : { units }),
    ...(calibration === null ? {} : { scale: { ...toScale(scene.settings) } }),
    ...(suggestedQuestions.length === 0 ? {} : { suggestedQuestions }),
    ...(unansweredQuestions === "keep" ? { keepsQuestions: true as const } : {}),
    ...(transcripts === "ask" ? { asksForTranscripts: true as const } : {}),
  };
}

function listSuggested(lines: string): string[] {
  const questions = lines.split("\n").map((line) => [...line.trim()].slice(0, questionCharactersMax).join(""));
  return [...new Set(questions)].filter((question) => question !== "").slice(0, suggestedQuestionsMax);
}

/** An anchor as a visitor's card needs it. */
export function toPublishedAnchor(anchor: Anchor): PublishedAnchor {
  const { id, type, title, text, position, normal, floor, icon, colour, translations } = anchor;
  const content = toAnchorContent(anchor);
  const languages = Object.entries(translations);
  return {
    id,
    type,
    title,
    text,
    position: [...position],
    normal: [...normal],
    ...(floor === 0 ? {} : { floor }),
    ...(isPlain(anchor.body) ? {} : { body: toPublishedText(anchor.body) }),
    ...(hasContent(content) ? { content: toPublishedContent(content) } : {}),
    ...(icon === null ? {} : { icon }),
    ...(colour === null ? {} : { markColour: colour }),
    ...(languages.length === 0
      ? {}
      : {
          translations: Object.fromEntries(
            languages.map(([language, { body, ...said }]) => [language, { ...said, body: toPublishedText(body) }]),
          ),
        }),
  };
}

function isPlain(body: RichText): boolean {
  return body.every(
    ({ style, spans }) => style === "paragraph" && spans.every((span) => Object.keys(span).length === 1),
  );
}

function hasContent(content: AnchorContent): boolean {
  return (content.type !== "info" && content.type !== "guide-topic") || content.topicQuestions.length > 0;
}

function toPublishedContent(content: AnchorContent): NonNullable<PublishedAnchor["content"]> {
  // A copy: frozen content must not share lists with the document it was read from.
  return structuredClone(content) as NonNullable<PublishedAnchor["content"]>;
}

function toPublishedText(body: RichText): NonNullable<PublishedAnchor["body"]> {
  return body.map(({ style, spans }) => ({ style, spans: spans.map((span) => ({ ...span })) }));
}

/** A zone as a visitor's viewer needs it. */
export function toPublishedZone(zone: Zone): PublishedZone {
  const { id, name, type, text, colour, capacity, floor, heights } = zone;
  const { outer, holes } = toPolygon(zone);
  return {
    id,
    name,
    type,
    text,
    colour,
    capacity,
    floor,
    heights: [...heights],
    outer: outer.map(([x, z]) => [x, z]),
    holes: holes.map((hole) => hole.map(([x, z]) => [x, z])),
  };
}

function toPublishedTour({ id, name, summary, isStepFree, walkingSpeed, stops }: Tour): PublishedTour {
  return {
    id,
    name,
    summary,
    isStepFree,
    walkingSpeed,
    stops: stops.map(({ order: _, audio, ...stop }) => ({ ...stop, audio: copySource(audio) })),
  };
}

function copySource(source: MediaSource | null): MediaSource | null {
  return source && { ...source };
}

function toPublishedView(view: View, unseen: ReadonlySet<string>): PublishedView {
  const { id, name, mode, position, target, floor, hidden, hiddenLayers, hiddenScans } = view;
  return {
    id,
    name,
    mode,
    position: [...position],
    target: [...target],
    floor,
    hidden: hidden.filter((hiddenId) => !unseen.has(hiddenId)),
    ...(hiddenLayers.length === 0 ? {} : { hiddenLayers: [...hiddenLayers] }),
    ...(hiddenScans.length === 0 ? {} : { hiddenScans: [...hiddenScans] }),
  };
}

function toPublishedPlacement({ id, position, rotation, scale }: ScanPlacement) {
  const { yaw, pitch, roll } = toTurns(rotation);
  const isUpright = pitch === 0 && roll === 0;
  const tilt = { tilt: [pitch, roll] as [number, number] };
  return {
    scanId: id,
    position: [...position] as [number, number, number],
    yaw,
    ...(isUpright ? {} : tilt),
    scale,
  };
}

function toPublishedVolume({ scanId, effect, position, yaw, size }: Volume) {
  return {
    scanId,
    effect,
    position: [...position] as [number, number, number],
    yaw,
    size: [...size] as [number, number, number],
  };
}

export function toPublishedStorey(storey: Storey): PublishedStorey {
  return { storey: storey.storey, name: toStoreyName(storey), elevation: storey.elevation, height: storey.height };
}

/** As visitors get it; empty while the plan is hidden, not placed yet, or shows no sheet of a scan. */
export function listPublishedPlan(plan: Plan): PublishedPlan[] {
  const { id, name, scanId, page, floor, opacity, isHidden, placement, widthPixels, heightPixels } = plan;
  if (isHidden || placement === null || scanId === null) return [];
  const { scale, angle, shift } = placement.similarity;
  const size: [number, number] = [widthPixels * scale, heightPixels * scale];
  return [{ id, name, scanId, page, floor, opacity, corner: [...shift], angle, size }];
}
