import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { SiteFoot } from "../features/content/components/site-foot.tsx";
import { SiteHead } from "../features/content/components/site-head.tsx";
import { HomeScreen } from "../features/home/components/home-screen.tsx";
import { importSceneCanvas } from "../features/viewer/scene-loading.ts";
import { Spinner } from "../ui/spinner.tsx";

const importDemoWalk = () => import("../features/demo/components/demo-walk.tsx");
const DemoWalk = lazy(async () => ({ default: (await importDemoWalk()).DemoWalk }));

export const Route = createFileRoute("/")({ component: Home });

function Home() {
  return (
    <HomeScreen
      head={<SiteHead />}
      foot={<SiteFoot />}
      onWalkNear={preloadWalk}
      renderWalk={(onLeave) => (
        <Suspense fallback={<WalkLoading />}>
          <DemoWalk onLeave={onLeave} />
        </Suspense>
      )}
    />
  );
}

/** The 3D view is not part of the initial load: it is fetched when a visitor is about to enter. */
function preloadWalk(): void {
  // A failure recurs, and is reported, when a visitor actually enters.
  importDemoWalk().catch(() => undefined);
  importSceneCanvas().catch(() => undefined);
}

function WalkLoading() {
  return (
    <div className="grid aspect-[232/172] place-items-center border border-line bg-sunken text-ink-soft">
      <Spinner label="Opening the place" />
    </div>
  );
}
