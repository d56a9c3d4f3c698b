import { classNames } from "../../../lib/class-names.ts";
import { Badge } from "../../../ui/badge.tsx";

/** Marks every demo screen as a demo. */
export function DemoNotice({ className }: { readonly className?: string }) {
  return (
    <p
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1 border border-attention bg-attention-wash px-3.5 py-2",
        className,
      )}
    >
      <Badge tone="attention">Demo venue</Badge>
      <span>Nothing here is saved. You're not signed in, and the server shares no data.</span>
    </p>
  );
}
