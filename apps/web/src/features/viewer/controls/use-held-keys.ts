import { type RefObject, useEffect, useEffectEvent } from "react";
import { restingMotion } from "../camera/camera-rig.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import { findKeyMotion, type HeldKey, toHeldMotion } from "./held-keys.ts";
import { isForScene } from "./is-for-scene.ts";

const tapSeconds = 0.06;

/**
 * Moves the camera with keys while an element has the focus: arrows, W A S D, plus and minus, Home.
 * @param isPageWide also from elsewhere on the page, unless the user is typing or a list handles the key
 */
export function useHeldKeys(
  elementRef: RefObject<HTMLElement | null>,
  live: LiveScene,
  isPageWide: boolean,
  onHome: () => void,
): void {
  const goHome = useEffectEvent(onHome);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null) return;
    const held = new Map<string, HeldKey>();
    const apply = (isShift: boolean) => {
      live.rig.hold(toHeldMotion(held.values(), live.rig.mode, isShift));
      live.invalidate();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isForScene(event, element, isPageWide)) return;
      if (event.key === "Home") {
        event.preventDefault();
        goHome();
        return;
      }
      const key = { code: event.code, key: event.key };
      if (findKeyMotion(key, live.rig.mode, event.shiftKey) === undefined) {
        if (event.key === "Shift" && held.size > 0) apply(true);
        return;
      }
      event.preventDefault();
      held.set(event.code, key);
      apply(event.shiftKey);
      // A key tapped between two slow frames still moves one step.
      if (!event.repeat) live.rig.advance(tapSeconds);
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (held.delete(event.code) || event.key === "Shift") apply(event.shiftKey);
    };
    const release = () => {
      held.clear();
      live.rig.hold(restingMotion);
    };
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const source: HTMLElement | Window = isPageWide ? window : element;
    source.addEventListener("keydown", onKeyDown as EventListener, options);
    // A key released elsewhere must not keep moving the camera.
    window.addEventListener("keyup", onKeyUp, options);
    window.addEventListener("blur", release, options);
    element.addEventListener("blur", release, options);
    return () => {
      listening.abort();
      release();
    };
  }, [elementRef, live, isPageWide]);
}
