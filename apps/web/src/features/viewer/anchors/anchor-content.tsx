import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ExternalLink, Flag, MoveDown, MoveUp } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { nameLanguage, type SpokenAnchor, type SpokenIn, toLangAttribute } from "../place/visitor-language.ts";
import { AnchorForm } from "./anchor-form.tsx";
import { availabilityTexts, directionTexts, formatPrice, safetyTexts } from "./anchor-types.ts";
import { type CardAnchor, toCardAnchor } from "./card-anchor.ts";
import { findMediaAddress, usePlaceAccess } from "./place-access.ts";
import { RichTextView } from "./rich-text-view.tsx";

// Each has its own library, which only its cards load.
const ModelPicture = lazy(async () => ({ default: (await import("./model-picture.tsx")).ModelPicture }));
const PdfPage = lazy(async () => ({ default: (await import("./pdf-page.tsx")).PdfPage }));

const byText: ReadonlySet<string> = new Set(["info", "guide-topic"]);

/** An anchor's content for visitors, for every type. */
export function AnchorContent({ anchor: published }: { readonly anchor: SpokenAnchor }) {
  const { t } = useWording();
  const anchor = toCardAnchor(published);
  const { text, body, type, spoken } = anchor;
  const own = <OwnPart anchor={anchor} />;
  const words =
    text === "" ? null : body === undefined ? (
      <p {...toLangAttribute(spoken, "text")} className="break-words whitespace-pre-line text-pretty">
        {text}
      </p>
    ) : (
      <div {...toLangAttribute(spoken, "text")}>
        <RichTextView blocks={body} />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <UntranslatedNote spoken={spoken} />
      {own}
      {words}
      {words === null && byText.has(type) ? <p className="text-ink-soft">{t("card.nothing")}</p> : null}
    </div>
  );
}

/** Says that an anchor isn't available in the chosen language; without it, the text would look like a mistake. */
function UntranslatedNote({ spoken }: { readonly spoken: CardAnchor["spoken"] }) {
  const { t, language } = useWording();
  if (spoken === undefined || (spoken.title && spoken.text && spoken.alternative)) return null;
  const isNothing = !spoken.title && !spoken.text;
  return (
    <p className="border-l-2 border-line pl-2.5 text-caption text-ink-soft">
      {t(isNothing ? "card.untranslated" : "card.partlyTranslated", {
        language: nameLanguage(spoken.language, language),
      })}
    </p>
  );
}

function OwnPart({ anchor }: { readonly anchor: CardAnchor }): ReactNode {
  const { t } = useWording();
  switch (anchor.type) {
    case "image":
      return <Picture anchor={anchor} />;
    case "video":
      return <Video anchor={anchor} />;
    case "audio":
      return <Sound anchor={anchor} />;
    case "pdf":
      return <Document anchor={anchor} />;
    case "link":
      return <LinkOut anchor={anchor} />;
    case "product":
      return <Product anchor={anchor} />;
    case "model":
      return <Model anchor={anchor} />;
    case "form":
      return <AnchorForm anchor={anchor} />;
    case "route-step":
      return <RouteStep anchor={anchor} />;
    case "safety":
      return (
        <p className="flex items-center gap-2 rounded-sharp border border-good bg-good-wash px-3 py-2 font-strong">
          {t(safetyTexts[anchor.safety ?? "other"])}
        </p>
      );
    case "qr-spot":
      return anchor.code === undefined ? null : (
        <p className="text-ink-soft">
          {t("card.signCode")} <span className="font-mono text-ink">{anchor.code}</span>
        </p>
      );
    default:
      return null;
  }
}

interface PartProps {
  readonly anchor: CardAnchor;
}

function Picture({ anchor }: PartProps) {
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

function Video({ anchor }: PartProps) {
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

function Sound({ anchor }: PartProps) {
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

function Document({ anchor }: PartProps) {
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

function Model({ anchor }: PartProps) {
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

function LinkOut({ anchor: { url, linkLabel } }: PartProps) {
  const { t } = useWording();
  if (url === undefined) return <p className="text-ink-soft">{t("card.noLink")}</p>;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button asChild variant="primary">
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {linkLabel ?? t("card.openPage")}
          <ExternalLink aria-hidden="true" strokeWidth={1.75} />
        </a>
      </Button>
      <p className="text-caption wrap-anywhere text-ink-soft">{t("card.opensIn", { host: toHost(url) })}</p>
    </div>
  );
}

function Product({ anchor }: PartProps) {
  const { t, language } = useWording();
  const { media, price, availability, sku, url, linkLabel } = anchor;
  return (
    <div className="grid gap-3">
      {media === undefined ? null : <Picture anchor={anchor} />}
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
      {url === undefined ? null : <LinkOut anchor={{ ...anchor, linkLabel: linkLabel ?? t("card.seeInShop") }} />}
    </div>
  );
}

const directionIcons = {
  straight: ArrowUp,
  left: ArrowLeft,
  right: ArrowRight,
  up: MoveUp,
  down: MoveDown,
  arrive: Flag,
} as const;

function RouteStep({ anchor: { direction = "straight" } }: PartProps) {
  const { t } = useWording();
  const Icon = directionIcons[direction] ?? ArrowDown;
  return (
    <p className="flex items-center gap-3 rounded-sharp bg-accent-wash px-3 py-2.5 text-lead font-strong text-accent">
      <Icon size={28} strokeWidth={2} aria-hidden="true" />
      {t(directionTexts[direction])}
    </p>
  );
}

function MediaElsewhere({
  address,
  noun,
  anchor,
}: {
  readonly address: { readonly kind: "linked"; readonly url: string } | { readonly kind: "missing" };
  readonly noun: "Picture" | "Video" | "Audio" | "Document" | "Model";
  readonly anchor: CardAnchor;
}) {
  const { t } = useWording();
  return (
    <div className="grid justify-items-start gap-1.5 rounded-sharp border border-dashed border-line px-3 py-2.5">
      {address.kind === "linked" ? (
        <a
          href={address.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-words text-accent underline underline-offset-2"
        >
          {t(`card.open${noun}`, { host: toHost(address.url) })}
        </a>
      ) : (
        <p className="text-ink-soft">{t(`card.no${noun}`)}</p>
      )}
      <InWords text={anchor.alternative} spoken={anchor.spoken} />
    </div>
  );
}

function InWords({ text, spoken }: { readonly text: string | undefined; readonly spoken: SpokenIn | undefined }) {
  const { t } = useWording();
  if (text === undefined || text === "") return null;
  return (
    <details className="text-caption text-ink-soft">
      <summary className="cursor-pointer py-0.5">{t("card.inWords")}</summary>
      <p {...toLangAttribute(spoken, "alternative")} className="mt-1 whitespace-pre-line text-pretty">
        {text}
      </p>
    </details>
  );
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="grid aspect-4/3 w-full place-items-center rounded-sharp border border-hairline bg-sunken">
      <Spinner label={label} />
    </div>
  );
}

function toHost(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}
