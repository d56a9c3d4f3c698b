import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Matrix4 } from "three";
import type { MarkerLayer } from "../pins/marker-layer.ts";
import { PixelPace } from "./pixel-pace.ts";
import type { SceneSession } from "./scene-session.ts";

const settleMs = 120;

/**
 * Advances the session every frame, measures frame times, lowers the resolution while the view moves and frames are
 * slow, and reports when the camera comes to rest.
 */
export function FrameDriver({
  session,
  layer,
  onSettle,
}: {
  readonly session: SceneSession;
  readonly layer: MarkerLayer;
  readonly onSettle: () => void;
}) {
  const { width, height } = useThree((state) => state.size);
  const [pace] = useState(() => new PixelPace());
  const [seen] = useState(() => new Matrix4());
  const settling = useRef(0);
  const settle = useEffectEvent(onSettle);

  useEffect(() => session.setSize(width, height), [session, width, height]);
  useEffect(() => () => window.clearTimeout(settling.current), []);

  useFrame(({ gl, invalidate, setDpr, viewport }, seconds) => {
    // While stats are on, all passes of a frame count together.
    if (!gl.info.autoReset) gl.info.reset();
    if (gl.xr.isPresenting) {
      session.applyCut(gl);
      session.advance(seconds);
      return;
    }
    session.setSize(width, height);
    session.applyCut(gl);
    const isCarriedOn = session.advance(seconds);
    const isMoving = !seen.equals(session.camera.matrixWorld);
    layer.place(session, isMoving);
    seen.copy(session.camera.matrixWorld);
    const startedAtMs = performance.now();
    // Starts the next frame once the browser and the GPU are done with this one.
    requestAnimationFrame(() => {
      const nowMs = performance.now();
      session.frameTimes.note(nowMs - startedAtMs);
      if (isMoving) pace.note(nowMs - startedAtMs, nowMs);
    });
    const full = Math.min(Math.max(1, window.devicePixelRatio), session.budget.pixelRatioMax);
    const draw = (pixelRatio: number) => {
      session.pixelRatio = pixelRatio;
      if (viewport.dpr !== pixelRatio) setDpr(pixelRatio);
    };
    draw(isMoving ? full * pace.scale : session.pixelRatio);

    window.clearTimeout(settling.current);
    if (isCarriedOn) {
      invalidate();
      return;
    }
    settling.current = window.setTimeout(() => {
      if (session.pixelRatio !== full) {
        // At rest, the picture has the screen's full resolution.
        session.pixelRatio = full;
        invalidate();
      } else if (gl.getContext().getError() === WebGL2RenderingContext.OUT_OF_MEMORY) {
        session.budget.noteShortage();
        invalidate();
      }
      settle();
    }, settleMs);
  });

  return null;
}
