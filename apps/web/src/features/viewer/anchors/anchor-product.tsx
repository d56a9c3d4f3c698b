import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Badge } from "../../../ui/badge.tsx";
import { AnchorLink } from "./anchor-link.tsx";
import { AnchorPicture } from "./anchor-picture.tsx";
import { availabilityTexts, formatPrice } from "./anchor-types.ts";
import type { CardAnchor } from "./card-anchor.ts";

/** A product: its picture, price and availability, and the way to the shop. */
export function AnchorProduct({ anchor }: { readonly anchor: CardAnchor }) {
  const { t, language } = useWording();
  const { media, price, availability, sku, url, linkLabel } = anchor;
  return (
    <div className="grid gap-3">
      {media === undefined ? null : <AnchorPicture anchor={anchor} />}
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {price === undefined ? null : (
          <p className="text-title font-strong tabular-nums">{formatPrice(price, language)}</p>
        )}
        {availability === undefined ? null : (
          <Badge tone={availability === "sold-out" ? "danger" : availability === "limited" ? "attention" : "good"}>
            {t(availabilityTexts[availability])}
          </Badge>
        )}
        {sku === undefined ? null : <span className="font-mono text-caption text-ink-soft">{sku}</span>}
      </div>
      {url === undefined ? null : <AnchorLink anchor={{ ...anchor, linkLabel: linkLabel ?? t("card.seeInShop") }} />}
    </div>
  );
}
