import type { EmbedToken } from "@blueprint/contract/embed-tokens";
import type { BlueprintId, EmbedTokenId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { embedTokensQuery } from "../embeds.queries.ts";
import { EmbedCode } from "./embed-code.tsx";
import { EmbedForm } from "./embed-form.tsx";
import { EmbedTokenRow } from "./embed-token-row.tsx";

export interface EmbeddedPlace {
  readonly id: BlueprintId;
  readonly name: string;
}

/** Which sites show which numbers of a place. For owners and admins. */
export function EmbedDialog({
  place,
  open,
  onOpenChange,
}: {
  readonly place: EmbeddedPlace;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Embed these numbers"
      description="Your own sites show the numbers you choose. No other site can."
      width="wide"
    >
      {open ? <Embeds place={place} /> : null}
    </Dialog>
  );
}

type View = { readonly kind: "list" | "new" } | { readonly kind: "code" | "change"; readonly id: EmbedTokenId };

function Embeds({ place }: { readonly place: EmbeddedPlace }) {
  const list = useQuery(embedTokensQuery(place.id));
  const [view, setView] = useState<View>({ kind: "list" });
  const tokens = list.data?.tokens;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (tokens === undefined) return <LoadFailure query={list} />;
  const showList = () => setView({ kind: "list" });
  const showCode = (id: EmbedTokenId) => setView({ kind: "code", id });
  if (tokens.length === 0) return <EmbedForm place={place} changed={null} onSaved={showCode} />;
  // One that has ended in the meantime is shown in the list.
  const shown = "id" in view ? tokens.find(({ id, state }) => id === view.id && state === "active") : undefined;
  if (view.kind === "new")
    return (
      <WithWayBack onBack={showList}>
        <EmbedForm place={place} changed={null} onSaved={showCode} />
      </WithWayBack>
    );
  if (view.kind === "change" && shown !== undefined)
    return (
      <WithWayBack onBack={showList}>
        <EmbedForm key={shown.id} place={place} changed={shown} onSaved={showList} />
      </WithWayBack>
    );
  if (view.kind === "code" && shown?.token != null)
    return (
      <WithWayBack onBack={showList}>
        <EmbedCode place={place} embed={{ ...shown, token: shown.token }} />
      </WithWayBack>
    );
  return <EmbedList place={place} tokens={tokens} onShow={setView} />;
}

function EmbedList({
  place,
  tokens,
  onShow,
}: {
  readonly place: EmbeddedPlace;
  readonly tokens: readonly EmbedToken[];
  readonly onShow: (view: View) => void;
}) {
  return (
    <div className="grid gap-4">
      <Button className="justify-self-start" onClick={() => onShow({ kind: "new" })}>
        <Plus aria-hidden="true" strokeWidth={1.5} />
        New embed
      </Button>
      <ul className="divide-y divide-hairline border border-line" aria-label="Embeds">
        {tokens.map((token) => (
          <EmbedTokenRow key={token.id} place={place} embed={token} onShow={(kind) => onShow({ kind, id: token.id })} />
        ))}
      </ul>
    </div>
  );
}

function WithWayBack({ onBack, children }: { readonly onBack: () => void; readonly children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <Button variant="quiet" className="-ml-3.5 justify-self-start" onClick={onBack}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.5} />
        All embeds
      </Button>
      {children}
    </div>
  );
}
