import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A row that needs attention, with a link to it. */
export function AttentionItem({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-attention" />
      <span className="min-w-0 flex-1 break-words text-pretty">{children}</span>
      <span className="shrink-0 text-accent underline underline-offset-2">{action}</span>
    </li>
  );
}
