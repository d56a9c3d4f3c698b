import { ArrowDown, ArrowUp } from "lucide-react";
import { type PointerEvent, useEffect, useRef } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { restingMotion } from "../camera/camera-rig.ts";
import type { LiveScene } from "../scene/live-scene.ts";

/** Pixels from the centre to full speed. */
const reachPx = 44;

/** Walks and flies with one thumb while another finger looks around. Touch only: other devices have keys. */
export function ThumbStick({ live, isFlying }: { readonly live: LiveScene; readonly isFlying: boolean }) {
  const { t } = useWording();
  const knob = useRef<HTMLSpanElement>(null);
  const wish = useRef({ right: 0, forward: 0, up: 0 });
  const move = (change: Partial<typeof wish.current>) => {
    Object.assign(wish.current, change);
    const { right, forward, up } = wish.current;
    const isResting = right === 0 && forward === 0 && up === 0;
    live.rig.hold(isResting ? restingMotion : { ...restingMotion, right, forward, up }, "stick");
    live.invalidate();
  };
  useEffect(() => () => live.rig.hold(restingMotion, "stick"), [live]);

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const dx = event.clientX - box.left - box.width / 2;
    const dy = event.clientY - box.top - box.height / 2;
    const scale = 1 / Math.max(reachPx, Math.hypot(dx, dy));
    if (knob.current !== null) knob.current.style.translate = `${dx * scale * reachPx}px ${dy * scale * reachPx}px`;
    move({ right: dx * scale, forward: 0 - dy * scale });
  };
  const release = () => {
    if (knob.current !== null) knob.current.style.translate = "";
    move({ right: 0, forward: 0 });
  };
  const holdUp = (up: number) => ({
    onPointerDown: () => move({ up }),
    onPointerUp: () => move({ up: 0 }),
    onPointerCancel: () => move({ up: 0 }),
    onPointerLeave: () => move({ up: 0 }),
  });

  return (
    <div
      data-marker="controls"
      className="absolute bottom-[max(calc(var(--foot,0px)+0.75rem),env(safe-area-inset-bottom))] left-[max(1rem,env(safe-area-inset-left))] z-10 flex items-end gap-3"
    >
      <div
        role="img"
        data-touch=""
        aria-label={t(isFlying ? "scene.stickFly" : "scene.stickWalk")}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={follow}
        onPointerUp={release}
        onPointerCancel={release}
        className="grid size-28 touch-none place-items-center rounded-full border border-line bg-sheet/70 select-none"
      >
        <span ref={knob} className="size-12 rounded-full border border-accent bg-accent-wash" />
      </div>
      {isFlying ? (
        <div className="grid rounded-sharp border border-line bg-sheet">
          <IconButton label={t("scene.up")} icon={ArrowUp} tooltipSide="right" {...holdUp(1)} />
          <IconButton label={t("scene.down")} icon={ArrowDown} tooltipSide="right" {...holdUp(-1)} />
        </div>
      ) : null}
    </div>
  );
}
