import type { Blueprint } from "@blueprint/contract/blueprints";
import { printShortCode } from "@blueprint/contract/short-code";
import type { ShortLink } from "@blueprint/contract/short-links";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { describeState, nameTarget } from "../../../lib/link-targets.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { QrDownloads } from "./qr-downloads.tsx";
import { RetireLink } from "./retire-link.tsx";
import { ShortLinkFields } from "./short-link-fields.tsx";
import { toShortUrl } from "./short-links.queries.ts";
import { useTargetOptions } from "./target-field.tsx";

/** One short link: its code to copy and print, how often it was used, and what can be changed. */
export function ShortLinkDetail({
  blueprint,
  link,
  canPublish,
}: {
  readonly blueprint: Blueprint;
  readonly link: ShortLink;
  readonly canPublish: boolean;
}) {
  const options = useTargetOptions();
  const url = toShortUrl(link.code);
  const { word, tone, text } = describeState(link, options);
  return (
    <>
      <div className="flex flex-col gap-5 sm:flex-row">
        <div className="grid shrink-0 justify-items-center gap-2 self-center">
          <QrCode
            label={`QR code of ${printShortCode(link.code)}`}
            text={url}
            className="size-40 rounded-sharp border border-line"
          />
          <QrDownloads url={url} name={`${blueprint.slug}-${link.code}`} />
        </div>
        <div className="grid min-w-0 flex-1 content-start gap-4">
          <CopyField label={`Link ${printShortCode(link.code)}`} value={url} />
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={tone}>{word}</Badge>
            <span className="text-ink-soft">{text}</span>
          </p>
          <FactList
            facts={[
              ["Used", formatAmount(link.useCount, "time")],
              ["Last used", link.lastUsedAt === null ? "Never" : formatDateTime(link.lastUsedAt)],
              ["Created", formatDateTime(link.createdAt)],
              ...(canPublish ? [] : ([["Opens", nameTarget(link.target, options)]] as const)),
            ]}
          />
        </div>
      </div>
      {canPublish ? (
        <>
          <ShortLinkFields blueprintId={blueprint.id} link={link} />
          <RetireLink blueprintId={blueprint.id} link={link} />
        </>
      ) : null}
    </>
  );
}
