import { demoBlueprint } from "../features/demo/demo-venue.ts";
import { ClosedPlace } from "../features/viewer/components/closed-place.tsx";
import { TextVersion } from "../features/viewer/components/text-version.tsx";
import { VisitorScene } from "../features/viewer/components/visitor-scene.tsx";
import { buildSettings } from "../lib/build-settings.ts";

/**
 * The example museum in the visitors' own viewer, for whoever runs the installation: tries a headset or a phone without
 * a published place. Whoever has no code, or another one, is answered as at any address that is not open.
 */
export function InternalScene({ code, isText }: { readonly code: string; readonly isText: boolean }) {
  if (code !== buildSettings.sceneAccessCode) return <ClosedPlace reason="not-open" />;
  return isText ? (
    <TextVersion blueprint={demoBlueprint} search={{ code }} />
  ) : (
    <VisitorScene blueprint={demoBlueprint} search={{ code }} />
  );
}
