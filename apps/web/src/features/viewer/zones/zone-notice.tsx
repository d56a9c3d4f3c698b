import type { PublishedZone } from "@blueprint/contract/published-content";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { CameraWatch } from "../camera/camera-watch.ts";
import { useCameraPose } from "../camera/use-camera-pose.ts";
import { findZoneAt } from "./find-zone.ts";
import { describeZone } from "./zone-labels.ts";

/** Says which zone a visitor has entered, and its rule if it has one. */
export function ZoneNotice({
  zones,
  camera,
}: {
  readonly zones: readonly PublishedZone[];
  readonly camera: CameraWatch;
}) {
  const wording = useWording();
  const { t } = wording;
  const pose = useCameraPose(camera, true);
  const zone = pose === null ? null : findZoneAt(zones, pose.position);
  const name = zone === null || zone.name === "" ? t("page.untitledZone") : zone.name;
  return (
    <p
      aria-live="polite"
      className="max-w-64 rounded-sharp border border-line bg-sheet px-3 py-1.5 text-caption text-pretty empty:sr-only"
    >
      {zone === null
        ? null
        : zone.type === "public"
          ? t("zone.entered", { name })
          : t("zone.enteredWithRule", { name, rule: describeZone(zone, wording) })}
    </p>
  );
}
