import { ApiError } from "@blueprint/contract/api-client";
import { errorCatalogue } from "@blueprint/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { publishedBlueprintQuery } from "../published.queries.ts";
import { ClosedPlace } from "./closed-place.tsx";
import { TextVersion } from "./text-version.tsx";
import { VisitorScene } from "./visitor-scene.tsx";

/** What a visitor's link opens: the place to walk in, or as text, or why it cannot be shown. */
export function VisitorScreen({ slug, isText }: { readonly slug: string | undefined; readonly isText: boolean }) {
  if (slug === undefined || slug === "") return <ClosedPlace reason="no-address" />;
  return <PublishedPlace slug={slug} isText={isText} />;
}

function PublishedPlace({ slug, isText }: { readonly slug: string; readonly isText: boolean }) {
  const { data, error, fetchStatus, refetch } = useQuery(publishedBlueprintQuery(slug));
  if (data !== undefined) return isText ? <TextVersion blueprint={data} /> : <VisitorScene blueprint={data} />;
  if (error instanceof ApiError && error.code === "blueprint-not-published") return <ClosedPlace reason="not-open" />;
  if (error !== null || fetchStatus === "paused") {
    const message =
      fetchStatus === "paused"
        ? "You are offline. The place opens by itself once the connection is back."
        : error instanceof ApiError
          ? error.message
          : errorCatalogue.internal.message;
    return (
      <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
        <title>Place · Blueprint</title>
        <h1 className="sr-only">Place</h1>
        <ErrorPanel
          message={message}
          onRetry={fetchStatus === "paused" ? undefined : () => void refetch()}
          action={
            <Button asChild variant="quiet">
              <a href="/">Home</a>
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <main id="content" tabIndex={-1} className="sheet-grid grid min-h-dvh place-items-center outline-none">
      <title>Opening a place · Blueprint</title>
      <PageSpinner />
    </main>
  );
}
