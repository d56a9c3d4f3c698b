import type { Blueprint } from "@blueprint/contract/blueprints";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { PlaceDialog } from "./place-dialog.tsx";

/** The button that opens where a blueprint's venue is. */
export function ChangePlace({ blueprint }: { readonly blueprint: Blueprint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <MapPin aria-hidden="true" strokeWidth={1.75} />
        Address and place
      </Button>
      <PlaceDialog blueprint={blueprint} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
