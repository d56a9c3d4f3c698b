import type { BlueprintId, SignId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { Select } from "../../../ui/select.tsx";
import { linkTargetsQuery } from "../signs.queries.ts";
import { AddSignsDialog } from "./add-signs-dialog.tsx";
import { MakeSheetsDialog } from "./make-sheets-dialog.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import { SignPrints } from "./sign-prints.tsx";
import { SignRegister } from "./sign-register.tsx";

export interface SignPlace {
  readonly id: BlueprintId;
  readonly name: string;
}

/** The signs of the team's published places: what hangs where, and its sheets. */
export function SignsScreen({
  places,
  blueprintId,
  onPlace,
  canPublish,
}: {
  readonly places: readonly SignPlace[];
  /** The place whose signs are shown. */
  readonly blueprintId: BlueprintId | undefined;
  readonly onPlace: (id: BlueprintId) => void;
  readonly canPublish: boolean;
}) {
  const place = places.find(({ id }) => id === blueprintId) ?? places[0];
  if (place === undefined)
    return (
      <>
        <title>Venue signs · Blueprint</title>
        <PageHead title="Venue signs">Signs with codes that open a place, or something in it.</PageHead>
        <EmptyState
          title="Nothing is published yet"
          action={
            <Button asChild>
              <Link to="/dashboard">Go to your blueprints</Link>
            </Button>
          }
        >
          Publish a blueprint to make signs for it.
        </EmptyState>
      </>
    );
  return <PlaceSigns key={place.id} place={place} places={places} onPlace={onPlace} canPublish={canPublish} />;
}

type Opened = { readonly kind: "add" } | { readonly kind: "sheets" };

function PlaceSigns({
  place,
  places,
  onPlace,
  canPublish,
}: {
  readonly place: SignPlace;
  readonly places: readonly SignPlace[];
  readonly onPlace: (id: BlueprintId) => void;
  readonly canPublish: boolean;
}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shownId, setShownId] = useState<SignId | null>(null);
  /** Signs to make sheets of; none for all in use. */
  const [chosen, setChosen] = useState<ReadonlySet<SignId>>(new Set());
  const { data: targets } = useQuery(linkTargetsQuery(place.id));
  const close = () => setOpened(null);
  return (
    <>
      <title>{`Signs of ${place.name} · Blueprint`}</title>
      <PageHead
        title="Venue signs"
        actions={
          <>
            {places.length > 1 ? (
              <Select
                compact
                label="Place"
                className="w-56"
                options={places.map(({ id, name }) => ({ value: id, label: name }))}
                value={place.id}
                onChange={(event) => onPlace(event.target.value as BlueprintId)}
              />
            ) : null}
            {canPublish ? (
              <Button variant="primary" onClick={() => setOpened({ kind: "add" })}>
                <Plus aria-hidden="true" strokeWidth={1.5} />
                Add signs
              </Button>
            ) : null}
          </>
        }
      >
        {places.length > 1
          ? "Codes on the wall that open a place, or something in it."
          : `Codes that open ${place.name}, or something in it.`}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <SignRegister
          blueprintId={place.id}
          canPublish={canPublish}
          chosen={chosen}
          onChosen={setChosen}
          options={targets?.options ?? []}
          renderShown={(sign) => (
            <SignDialog
              blueprintId={place.id}
              placeName={place.name}
              sign={sign}
              options={targets?.options ?? []}
              canPublish={canPublish}
              onClose={() => setShownId(null)}
            />
          )}
          shownId={shownId}
          onShow={setShownId}
          onAdd={() => setOpened({ kind: "add" })}
          onSheets={() => setOpened({ kind: "sheets" })}
        />
        <SignPrints blueprintId={place.id} canPublish={canPublish} />
      </div>
      <AddSignsDialog blueprintId={place.id} placeName={place.name} isOpen={opened?.kind === "add"} onClose={close} />
      <MakeSheetsDialog blueprintId={place.id} signIds={chosen} isOpen={opened?.kind === "sheets"} onClose={close} />
    </>
  );
}
