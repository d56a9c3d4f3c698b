import { lazy, Suspense } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import type { CardAnchor } from "./card-anchor.ts";
import { InWords } from "./in-words.tsx";
import { MediaElsewhere } from "./media-elsewhere.tsx";
import { findMediaAddress, usePlaceAccess } from "./place-access.ts";

// Each has its own library, which only its cards load.
const ModelPicture = lazy(async () => ({ default: (await import("./model-picture.tsx")).ModelPicture }));
const PdfPage = lazy(async () => ({ default: (await import("./pdf-page.tsx")).PdfPage }));

interface MediaProps {
  readonly anchor: CardAnchor;
}

export function AnchorVideo({ anchor }: MediaProps) {
  const place = usePlaceAccess();
  const address = findMediaAddress(anchor.media, place);
  const captions = findMediaAddress(anchor.captions, place);
  if (address.kind !== "shown") return <MediaElsewhere address={address} noun="Video" anchor={anchor} />;
  return (
    <figure className="grid gap-1.5">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are there when the team gave some; the text below always is. */}
      <video
        controls
        playsInline
        preload="metadata"
        src={address.url}
        aria-label={anchor.alternative ?? address.name}
        className="max-h-96 w-full rounded-sharp bg-black"
      >
        {captions.kind === "shown" ? <track kind="captions" src={captions.url} default /> : null}
      </video>
      <InWords text={anchor.alternative} spoken={anchor.spoken} />
    </figure>
  );
}

export function AnchorSound({ anchor }: MediaProps) {
  const address = findMediaAddress(anchor.media, usePlaceAccess());
  if (address.kind !== "shown") return <MediaElsewhere address={address} noun="Audio" anchor={anchor} />;
  return (
    <figure className="grid gap-1.5">
      {/* biome-ignore lint/a11y/useMediaCaption: what is heard stands below in words. */}
      <audio
        controls
        preload="metadata"
        src={address.url}
        aria-label={anchor.title || address.name}
        className="w-full"
      />
      <InWords text={anchor.alternative} spoken={anchor.spoken} />
    </figure>
  );
}

export function AnchorDocument({ anchor }: MediaProps) {
  const { t } = useWording();
  const address = findMediaAddress(anchor.media, usePlaceAccess());
  if (address.kind !== "shown") return <MediaElsewhere address={address} noun="Document" anchor={anchor} />;
  return (
    <figure className="grid gap-1.5">
      <Suspense fallback={<Waiting label={t("card.openingPage")} />}>
        <PdfPage url={address.url} name={address.name} page={anchor.page ?? 1} alternative={anchor.alternative ?? ""} />
      </Suspense>
      <InWords text={anchor.alternative} spoken={anchor.spoken} />
    </figure>
  );
}

export function AnchorModel({ anchor }: MediaProps) {
  const { t } = useWording();
  const address = findMediaAddress(anchor.media, usePlaceAccess());
  if (address.kind !== "shown") return <MediaElsewhere address={address} noun="Model" anchor={anchor} />;
  return (
    <figure className="grid gap-1.5">
      <Suspense fallback={<Waiting label={t("card.openingModel")} />}>
        <ModelPicture
          url={address.url}
          name={anchor.alternative ?? (anchor.title || address.name)}
          rotation={anchor.rotation ?? [0, 0, 0, 1]}
        />
      </Suspense>
      <InWords text={anchor.alternative} spoken={anchor.spoken} />
    </figure>
  );
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="grid aspect-4/3 w-full place-items-center rounded-sharp border border-hairline bg-sunken">
      <Spinner label={label} />
    </div>
  );
}
