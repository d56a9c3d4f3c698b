import { ExternalLink } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import type { CardAnchor } from "./card-anchor.ts";
import { toHost } from "./to-host.ts";

/** A way to another site. */
export function AnchorLink({ anchor: { url, linkLabel } }: { readonly anchor: CardAnchor }) {
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
