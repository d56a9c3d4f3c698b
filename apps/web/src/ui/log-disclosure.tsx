import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

/** A card's footer with a log that loads when opened. */
export function LogDisclosure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-t border-hairline px-4 py-2">
      <Button
        size="small"
        variant="quiet"
        className="-ml-2.5"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Hide" : "Show"} log of ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide log" : "Show log"}
      </Button>
      {isOpen ? children : null}
    </div>
  );
}
