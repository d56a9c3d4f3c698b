import type { Blueprint } from "@blueprint/contract/blueprints";
import { MapPin, Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import { PlaceDialog } from "./place-dialog.tsx";

/** Buttons that open the dialogs for a blueprint's details and its venue's location. */
export function ChangePlace({ blueprint }: { readonly blueprint: Blueprint }) {
  const [open, setOpen] = useState<"details" | "place" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => setOpen("details")}>
        <Pencil aria-hidden="true" strokeWidth={1.75} />
        Details
      </Button>
      <Button size="small" onClick={() => setOpen("place")}>
        <MapPin aria-hidden="true" strokeWidth={1.75} />
        Address and place
      </Button>
      <DetailsDialog blueprint={blueprint} open={open === "details"} onOpenChange={close} />
      <PlaceDialog blueprint={blueprint} open={open === "place"} onOpenChange={close} />
    </div>
  );
}
