import { type RefObject, useEffect } from "react";
import { restingMotion } from "./controls/camera-rig.ts";
import { findKeyMotion, type HeldKey, toHeldMotion } from "./controls/held-keys.ts";
import type { SceneSession } from "./scene-session.ts";

/** Moves the camera by keys while an element has the focus: arrows, W A S D, plus and minus, Home. */
export function useHeldKeys(elementRef: RefObject<HTMLElement | null>, session: SceneSession): void {
  useEffect(() => {
    const element = elementRef.current;
    if (element === null) return;
    const held = new Map<string, HeldKey>();
    const apply = (isShift: boolean) => {
      session.rig.hold(toHeldMotion(held.values(), session.rig.mode, isShift));
      session.invalidate();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== element) return;
      if (event.key === "Home") {
        event.preventDefault();
        session.rig.travelToStart();
        session.invalidate();
        return;
      }
      const key = { code: event.code, key: event.key };
      if (findKeyMotion(key, session.rig.mode, event.shiftKey) === undefined) {
        if (event.key === "Shift") apply(true);
        return;
      }
      event.preventDefault();
      held.set(event.code, key);
      apply(event.shiftKey);
    };
    const onKeyUp = (event: KeyboardEvent) => {
      held.delete(event.code);
      apply(event.shiftKey);
    };
    const release = () => {
      held.clear();
      session.rig.hold(restingMotion);
    };
    element.addEventListener("keydown", onKeyDown);
    element.addEventListener("keyup", onKeyUp);
    element.addEventListener("blur", release);
    return () => {
      release();
      element.removeEventListener("keydown", onKeyDown);
      element.removeEventListener("keyup", onKeyUp);
      element.removeEventListener("blur", release);
    };
  }, [elementRef, session]);
}
