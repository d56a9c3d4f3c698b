import { useEffect, useState } from "react";
import { restingMotion } from "../camera/camera-rig.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import { readGamepad } from "./gamepad.ts";

/** Moves the camera with a gamepad while one is connected. @returns whether one is */
export function useGamepad(live: LiveScene): boolean {
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    const look = () => setConnected(findGamepad() !== null);
    look();
    window.addEventListener("gamepadconnected", look);
    window.addEventListener("gamepaddisconnected", look);
    return () => {
      window.removeEventListener("gamepadconnected", look);
      window.removeEventListener("gamepaddisconnected", look);
    };
  }, []);
  useEffect(() => {
    if (!isConnected) return;
    let wasJumpHeld = false;
    // Gamepads fire no input events: poll once per frame.
    const poll = () => {
      polling = requestAnimationFrame(poll);
      const pad = findGamepad();
      if (pad === null || document.hidden) return;
      const { motion, isJumpHeld } = readGamepad(pad);
      live.rig.hold(motion, "gamepad");
      if (motion !== restingMotion) live.invalidate();
      if (isJumpHeld && !wasJumpHeld) live.travelToAim();
      wasJumpHeld = isJumpHeld;
    };
    let polling = requestAnimationFrame(poll);
    return () => {
      cancelAnimationFrame(polling);
      live.rig.hold(restingMotion, "gamepad");
    };
  }, [live, isConnected]);
  return isConnected;
}

/** The first gamepad with the standard mapping. */
function findGamepad(): Gamepad | null {
  return navigator.getGamepads().find((pad) => pad?.connected && pad.mapping === "standard") ?? null;
}
