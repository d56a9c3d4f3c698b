import type { ReactNode } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { nameLanguage, type SpokenAnchor, toLangAttribute } from "../place/visitor-language.ts";
import { AnchorForm } from "./anchor-form.tsx";
import { AnchorLink } from "./anchor-link.tsx";
import { AnchorDocument, AnchorModel, AnchorSound, AnchorVideo } from "./anchor-media.tsx";
import { AnchorPicture } from "./anchor-picture.tsx";
import { AnchorProduct } from "./anchor-product.tsx";
import { safetyTexts } from "./anchor-types.ts";
import { type CardAnchor, toCardAnchor } from "./card-anchor.ts";
import { RichTextView } from "./rich-text-view.tsx";
import { RouteStep } from "./route-step.tsx";

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
      return <AnchorPicture anchor={anchor} />;
    case "video":
      return <AnchorVideo anchor={anchor} />;
    case "audio":
      return <AnchorSound anchor={anchor} />;
    case "pdf":
      return <AnchorDocument anchor={anchor} />;
    case "link":
      return <AnchorLink anchor={anchor} />;
    case "product":
      return <AnchorProduct anchor={anchor} />;
    case "model":
      return <AnchorModel anchor={anchor} />;
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
