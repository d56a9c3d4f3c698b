import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Flag, MoveDown, MoveUp } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { directionTexts } from "./anchor-types.ts";
import type { CardAnchor } from "./card-anchor.ts";

const directionIcons = {
  straight: ArrowUp,
  left: ArrowLeft,
  right: ArrowRight,
  up: MoveUp,
  down: MoveDown,
  arrive: Flag,
} as const;

/** Where a route goes on from here. */
export function RouteStep({ anchor: { direction = "straight" } }: { readonly anchor: CardAnchor }) {
  const { t } = useWording();
  const Icon = directionIcons[direction] ?? ArrowDown;
  return (
    <p className="flex items-center gap-3 rounded-sharp bg-accent-wash px-3 py-2.5 text-lead font-strong text-accent">
      <Icon size={28} strokeWidth={2} aria-hidden="true" />
      {t(directionTexts[direction])}
    </p>
  );
}
