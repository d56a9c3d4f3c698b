import { type Audience, audiences } from "@blueprint/contract/audiences";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import {
  importSceneCanvas,
  preloadFirstPicture,
  publishedBlueprintQuery,
  takeEmbeddedPlace,
  type VisitorSearch,
} from "../features/viewer/scene-loading.ts";
import { VisitorScreen } from "../features/viewer/visitor-screens.ts";
import { PageSpinner } from "../ui/page-spinner.tsx";

const InternalScene = lazy(async () => ({ default: (await import("./-internal-scene.tsx")).InternalScene }));

export const Route = createFileRoute("/webxr")({
  // Leaves the URL unchanged: values that don't match stay in it.
  validateSearch: (search: Record<string, unknown>) => search as VisitorSearch,
  loaderDeps: ({ search }) => readSearch(search as Record<string, unknown>),
  loader: ({ context, deps: { b, text, key, as } }) => {
    if (b === undefined) return;
    const place = takeEmbeddedPlace(b, as);
    if (place !== null) {
      // The place was embedded in the page, and its first picture is shown or on its way.
      context.queryClient.setQueryData(publishedBlueprintQuery(b, { key, as }).queryKey, place);
      return;
    }
    // Not awaited: code, place and scan load in parallel, and the screen shows their progress.
    const blueprint = context.queryClient.fetchQuery(publishedBlueprintQuery(b, { key, as }));
    if (text === undefined) {
      importSceneCanvas().catch(() => undefined);
      blueprint.then(preloadFirstPicture, () => undefined);
    } else {
      blueprint.catch(() => undefined);
    }
  },
  component: VisitorRoute,
});

function readSearch(search: Record<string, unknown>): VisitorSearch {
  return {
    ...(typeof search.b === "string" ? { b: search.b } : {}),
    ...(typeof search.code === "string" ? { code: search.code } : {}),
    ...(typeof search.key === "string" ? { key: search.key } : {}),
    ...(audiences.some((known) => known === search.as) ? { as: search.as as Audience } : {}),
    ...(search.text === "1" ? { text: 1 } : {}),
    ...(typeof search.lang === "string" && search.lang.length <= 35 ? { lang: search.lang } : {}),
    ...(search.stats === undefined ? {} : { stats: 1 }),
  };
}

function VisitorRoute() {
  const { b, code, text, key, as, lang } = readSearch(Route.useSearch() as Record<string, unknown>);
  if (b === undefined && code !== undefined)
    return (
      <Suspense fallback={<PageSpinner />}>
        <InternalScene code={code} isText={text === 1} />
      </Suspense>
    );
  return <VisitorScreen key={`${b} ${as ?? ""}`} slug={b} eyes={{ key, as }} isText={text === 1} lang={lang} />;
}
