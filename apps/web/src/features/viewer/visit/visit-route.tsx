import { lazy, Suspense } from "react";
import { useVisit } from "./visit.ts";
import { closeRoute, goAlong, showRoute } from "./visit-moves.ts";

// Loaded with the first way.
const RoutePanel = lazy(async () => ({ default: (await import("../routes/route-panel.tsx")).RoutePanel }));

/** The way that was asked for, while there is one. */
export function VisitRoute() {
  const visit = useVisit();
  const { blueprint, state, isCompact } = visit;
  const { route } = state;
  if (route === null) return null;
  return (
    <Suspense fallback={null}>
      <RoutePanel
        route={route}
        units={blueprint.scene.units ?? "metric"}
        isBare={isCompact}
        onStepFree={(stepFree) => void showRoute(visit, { ...route, stepFree })}
        onGo={() => goAlong(visit)}
        onClose={() => closeRoute(visit)}
      />
    </Suspense>
  );
}
