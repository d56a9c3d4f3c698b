import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const tones = {
  neutral: "border-line text-ink-soft bg-sheet",
  accent: "border-accent text-accent bg-accent-wash",
  good: "border-good text-good bg-good-wash",
  attention: "border-attention text-attention bg-attention-wash",
  danger: "border-danger text-danger bg-danger-wash",
} as const;
export type BadgeTone = keyof typeof tones;

/** A state in one word. Never conveyed by colour alone. */
export function Badge({
  tone = "neutral",
  children,
  className,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 rounded-sharp border px-1.5 text-caption font-strong whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
