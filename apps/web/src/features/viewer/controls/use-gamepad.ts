import { useEffect, useState } from "react";
import { restingMotion } from "../camera/camera-rig.ts";
import type { SceneSession } from "../scene/scene-session.ts";
import { readGamepad } from "./gamepad.ts";

/** Moves the camera with a gamepad while one is connected. @returns whether one is */
export function useGamepad(session: SceneSession): boolean {
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
      session.rig.hold(motion, "gamepad");
      if (motion !== restingMotion) session.invalidate();
      if (isJumpHeld && !wasJumpHeld) session.travelToAim();
      wasJumpHeld = isJumpHeld;
    };
    let polling = requestAnimationFrame(poll);
    return () => {
      cancelAnimationFrame(polling);
      session.rig.hold(restingMotion, "gamepad");
    };
  }, [session, isConnected]);
  return isConnected;
}

/** The first gamepad with the standard mapping. */
function findGamepad(): Gamepad | null {
  return navigator.getGamepads().find((pad) => pad?.connected && pad.mapping === "standard") ?? null;
}
