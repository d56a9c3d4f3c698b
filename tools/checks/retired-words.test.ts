import { expect, test } from "vitest";
import { findRetiredNames } from "./retired-words.ts";

test.each([
  ["apps/web/src/features/viewer/scans/planted.ts", "const scanSeat = 1;"],
  ["packages/scene/src/move-stand.ts", ""],
  ["apps/web/src/features/editor/planted.ts", "const session = open();"],
  ["apps/web/src/features/editor/document-session.ts", ""],
  ["packages/uploads/src/planted.ts", "class Planted { #startSession() {} }"],
  ["apps/web/src/lib/planted.ts", "type Planted = SceneSession;"],
  ["packages/scene/src/planted.ts", "export function readFloor() {}"],
  ["apps/web/src/features/editor/views/floor-inspector.tsx", ""],
  ["apps/web/src/features/editor/planted.ts", "const [floorLevel, setFloorLevel] = useState(0);"],
  ["packages/contract/src/planted.ts", "export type PublishedFloor = number;"],
  ["apps/web/src/ui/map/planted.tsx", "export function MapFrame() {}"],
  ["apps/web/src/features/editor/tools/transform/planted.ts", "const target: FrameTarget = made;"],
  ["apps/server/src/features/programs/planted.ts", "interface WebhookPlace {}"],
  ["packages/scans/src/mesh/planted.ts", "const isSamePlace = true;"],
])("in %s, %s is refused", (path, text) => {
  expect(findRetiredNames({ path, text })).not.toEqual([]);
});

test.each([
  ["apps/web/src/features/viewer/walking/stand-free.ts", "canStandOn(floorPoint); const floorM = 0;"],
  ["apps/server/src/features/plans/planted.ts", "await requireEditorSeat(tx, scope);"],
  ["apps/web/src/lib/session.ts", "export function useSession() {}"],
  ["apps/server/src/features/people/sessions.service.ts", "endSessions(tx, userId);"],
  ["apps/web/src/features/viewer/planted.ts", 'await system.requestSession("immersive-vr"); // a session'],
  ["packages/scans/src/plan/find-floors.ts", "export class FloorFinder {}"],
  ["apps/web/src/features/scans/planted.ts", "const frame: FrameAnswers = {}; requestAnimationFrame(draw);"],
  ["apps/web/src/features/viewer/planted.ts", "const place: PublishedPlace = placeAnchor(at);"],
  ["apps/web/src/features/content/articles/workplace-os.ts", ""],
])("in %s, %s is accepted", (path, text) => {
  expect(findRetiredNames({ path, text })).toEqual([]);
});
