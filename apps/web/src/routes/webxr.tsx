import { createFileRoute } from "@tanstack/react-router";
import { VisitorScreen } from "../features/viewer/components/visitor-screen.tsx";
import { importSceneCanvas, preloadFirstPicture } from "../features/viewer/preload-scene.ts";
import { publishedBlueprintQuery } from "../features/viewer/published.queries.ts";

export interface VisitorSearch {
  /** Slug of the published blueprint. */
  readonly b?: string;
  /** `1`: everything as text, without 3D. */
  readonly text?: 1;
}

export const Route = createFileRoute("/webxr")({
  validateSearch: (search: Record<string, unknown>): VisitorSearch => ({
    ...(typeof search.b === "string" || typeof search.b === "number" ? { b: String(search.b) } : {}),
    ...(String(search.text) === "1" ? { text: 1 } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { b, text } }) => {
    if (b === undefined) return;
    // Nothing waits: code, place and scan are fetched side by side, and the screen shows how far they are.
    const blueprint = context.queryClient.fetchQuery(publishedBlueprintQuery(b));
    if (text === undefined) {
      importSceneCanvas().catch(() => undefined);
      blueprint.then(preloadFirstPicture, () => undefined);
    } else {
      blueprint.catch(() => undefined);
    }
  },
  component: VisitorRoute,
});

function VisitorRoute() {
  const { b, text } = Route.useSearch();
  return <VisitorScreen key={b} slug={b} isText={text === 1} />;
}
