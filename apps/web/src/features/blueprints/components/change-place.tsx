import type { Blueprint } from "@blueprint/contract/blueprints";
import { Clock, MapPin, Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import { PlaceDialog } from "./place-dialog.tsx";
import { VisitorInfoDialog } from "./visitor-info-dialog.tsx";

/** Buttons that open the dialogs for a blueprint's details, its venue's location, and its opening hours. */
export function ChangePlace({ blueprint }: { readonly blueprint: Blueprint }) {
  const [open, setOpen] = useState<"details" | "place" | "visitors" | null>(null);
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
      <Button size="small" onClick={() => setOpen("visitors")}>
        <Clock aria-hidden="true" strokeWidth={1.75} />
        Opening hours and facts
      </Button>
      <DetailsDialog blueprint={blueprint} open={open === "details"} onOpenChange={close} />
      <PlaceDialog blueprint={blueprint} open={open === "place"} onOpenChange={close} />
      <VisitorInfoDialog blueprint={blueprint} open={open === "visitors"} onOpenChange={close} />
    </div>
  );
}
