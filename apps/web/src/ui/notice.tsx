import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const tones: Record<string, { readonly icon: LucideIcon; readonly look: string; readonly iconLook: string }> = {
  info: { icon: Info, look: "border-hairline bg-sunken", iconLook: "text-ink-soft" },
  good: { icon: CircleCheck, look: "border-good bg-good-wash", iconLook: "text-good" },
  attention: { icon: TriangleAlert, look: "border-attention bg-attention-wash", iconLook: "text-attention" },
  danger: { icon: CircleAlert, look: "border-danger bg-danger-wash", iconLook: "text-danger" },
};

/** A message within the screen: what happened, what was kept, what to do. `danger` is announced at once. */
export function Notice({
  tone = "info",
  title,
  children,
  action,
}: {
  readonly tone?: "info" | "good" | "attention" | "danger";
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  const { icon: Icon, look, iconLook } = tones[tone]!;
  return (
    <div
      role={tone === "danger" ? "alert" : tone === "good" ? "status" : undefined}
      className={classNames("flex gap-3 rounded-sharp border px-3.5 py-3", look)}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={classNames("mt-0.5 shrink-0", iconLook)} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        {title === undefined ? null : <p className="font-strong break-words">{title}</p>}
        {children ? <div className="break-words text-pretty">{children}</div> : null}
        {action ? <div className="mt-1.5 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
