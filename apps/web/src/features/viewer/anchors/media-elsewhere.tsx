import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { CardAnchor } from "./card-anchor.ts";
import { InWords } from "./in-words.tsx";
import { toHost } from "./to-host.ts";

/** In place of a medium that is on another site, or missing. */
export function MediaElsewhere({
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
