import { demoBlueprint } from "../features/demo/demo-venue.ts";
import { ClosedPlace, TextVersion, VisitorScene } from "../features/viewer/visitor-screens.ts";
import { buildSettings } from "../lib/build-settings.ts";

/**
 * The example museum in the visitors' viewer, for operators to test a headset or phone without a published place.
 * Without the right code, the response is the same as for any place that isn't open.
 */
export function InternalScene({ code, isText }: { readonly code: string; readonly isText: boolean }) {
  if (code !== buildSettings.sceneAccessCode) return <ClosedPlace reason="not-open" />;
  return isText ? (
    <TextVersion blueprint={demoBlueprint} search={{ code }} />
  ) : (
    <VisitorScene blueprint={demoBlueprint} search={{ code }} />
  );
}
