import type { Blueprint } from "@blueprint/contract/blueprints";
import type { ShortLinkId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { NewShortLink } from "./new-short-link.tsx";
import { ShortLinkDetail } from "./short-link-detail.tsx";
import { ShortLinkList } from "./short-link-list.tsx";
import { shortLinksQuery } from "./short-links.queries.ts";

/** Codes for signs and emails. Each opens the place or something in it, and can be retargeted after printing. */
export function ShortLinksDialog({
  blueprint,
  canPublish,
}: {
  readonly blueprint: Blueprint;
  readonly canPublish: boolean;
}) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "short-links");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "short-links" : null })}
      title="Short links"
      description="Codes for signs, emails and posters. You can change what a code opens after it's printed."
      width="wide"
    >
      {isOpen ? <ShortLinks blueprint={blueprint} canPublish={canPublish} /> : null}
    </Dialog>
  );
}

function ShortLinks({ blueprint, canPublish }: { readonly blueprint: Blueprint; readonly canPublish: boolean }) {
  const { data: links, error } = useQuery(shortLinksQuery(blueprint.id));
  const [shownId, setShownId] = useState<ShortLinkId | null>(null);
  if (error !== null) return <Notice tone="danger">{readableError(error)}</Notice>;
  if (links === undefined) return <Skeleton className="h-32" />;
  const shown = links.find(({ id }) => id === shownId);
  if (shown !== undefined)
    return (
      <div className="grid gap-5">
        <Button variant="quiet" className="-ml-3.5 justify-self-start" onClick={() => setShownId(null)}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
          All short links
        </Button>
        <ShortLinkDetail key={shown.id} blueprint={blueprint} link={shown} canPublish={canPublish} />
      </div>
    );
  return (
    <div className="grid gap-6">
      {canPublish ? <NewShortLink blueprintId={blueprint.id} onCreated={setShownId} /> : null}
      <ShortLinkList links={links} onShow={setShownId} />
    </div>
  );
}
