import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Anchor } from "@blueprint/scene/anchor";
import { toPublishedAnchor } from "@blueprint/scene/published-scene";
import { useQuery } from "@tanstack/react-query";
import { AnchorContent, PlaceAccessContext } from "../../viewer/viewer.ts";
import { toAnchorName } from "../scene-changes.ts";
import { mediaUrlsQuery } from "./media.queries.ts";

/** The card as visitors see it, for read-only members. */
export function AnchorReading({ anchor, blueprint }: { readonly anchor: Anchor; readonly blueprint: Blueprint }) {
  const fileIds = [anchor.media, anchor.captions].flatMap((source) => (source?.kind === "file" ? [source.fileId] : []));
  const { data: mediaUrls = {} } = useQuery(mediaUrlsQuery(blueprint.id, fileIds));
  return (
    <div className="grid gap-2">
      <p className="text-lead font-strong break-words">{toAnchorName(anchor)}</p>
      <PlaceAccessContext value={{ slug: null, mediaUrls }}>
        <AnchorContent anchor={toPublishedAnchor(anchor)} />
      </PlaceAccessContext>
    </div>
  );
}
