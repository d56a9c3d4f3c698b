import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

/** The foot of a card whose log is read when it is opened. */
export function LogDisclosure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-t border-hairline px-4 py-2">
      <Button
        size="small"
        variant="quiet"
        className="-ml-2.5"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Hide" : "Show"} the log of ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide the log" : "Show the log"}
      </Button>
      {isOpen ? children : null}
    </div>
  );
}
