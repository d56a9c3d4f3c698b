import { toLangAttribute } from "../place/visitor-language.ts";
import type { CardAnchor } from "./card-anchor.ts";
import { MediaElsewhere } from "./media-elsewhere.tsx";
import { findMediaAddress, usePlaceAccess } from "./place-access.ts";

/** An anchor's picture. */
export function AnchorPicture({ anchor }: { readonly anchor: CardAnchor }) {
  const address = findMediaAddress(anchor.media, usePlaceAccess());
  if (address.kind !== "shown") return <MediaElsewhere address={address} noun="Picture" anchor={anchor} />;
  return (
    <img
      src={address.url}
      alt={anchor.alternative ?? ""}
      {...toLangAttribute(anchor.spoken, "alternative")}
      className="max-h-96 w-full rounded-sharp border border-hairline bg-sunken object-contain"
    />
  );
}
