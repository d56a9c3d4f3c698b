import type { DiscoveredPlace } from "@blueprint/contract/discover";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { TitleBlock } from "../../../ui/title-block.tsx";
import { formatDistance } from "../format-distance.ts";

/** One public place as a card that opens it. */
export function PlaceCard({ place }: { readonly place: DiscoveredPlace }) {
  const { slug, name, industry, address, description, tags, anchorCount, publishedAt, distanceMetres } = place;
  return (
    <article className="group relative flex h-full flex-col border border-line bg-sheet transition-colors duration-120 focus-within:border-accent hover:border-ink">
      <PlaceCover url={place.coverUrl} />
      <TitleBlock
        className="flex flex-1 flex-col [&>dl]:mt-auto"
        title={
          <div className="grid min-w-0 gap-1">
            <h2 className="truncate font-strong">
              <Link
                to="/webxr"
                search={{ b: slug }}
                // The link covers the whole card.
                className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {name}
              </Link>
            </h2>
            {address === "" ? null : <p className="truncate text-caption text-ink-soft">{address}</p>}
            {description === "" ? null : <p className="line-clamp-2 text-ink-soft">{description}</p>}
            {tags.length === 0 ? null : <p className="truncate text-caption text-ink-soft">{tags.join(", ")}</p>}
          </div>
        }
        cells={[
          { label: "Kind", value: toIndustryLabel(industry) },
          distanceMetres === undefined
            ? { label: "Anchors", value: formatCount(anchorCount) }
            : { label: "Distance", value: formatDistance(distanceMetres) },
          { label: "Published", value: formatDate(publishedAt) },
        ]}
      />
    </article>
  );
}

/** A place's picture; a blank sheet if its URL expired while the page was open. */
export function PlaceCover({ url }: { readonly url: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl)
    return <div className="sheet-grid corner-marks relative aspect-[16/10] w-full bg-sheet" />;
  return (
    <img
      src={url}
      alt=""
      width={640}
      height={400}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(url)}
      className="aspect-[16/10] w-full bg-sunken object-cover"
    />
  );
}
