import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Matrix4 } from "three";
import type { MarkerLayer } from "../pins/marker-layer.ts";
import type { LiveScene } from "./live-scene.ts";
import { PixelPace } from "./pixel-pace.ts";
import { screenPixelRatio } from "./screen-pixel-ratio.ts";

const settleMs = 120;

/**
 * Advances the live scene every frame, measures frame times, lowers the resolution while the view moves and frames are
 * slow, and reports when the camera comes to rest.
 */
export function FrameDriver({
  live,
  layer,
  onSettle,
}: {
  readonly live: LiveScene;
  readonly layer: MarkerLayer;
  readonly onSettle: () => void;
}) {
  const { width, height } = useThree((state) => state.size);
  const [pace] = useState(() => new PixelPace());
  const [seen] = useState(() => new Matrix4());
  const settling = useRef(0);
  const settle = useEffectEvent(onSettle);

  useEffect(() => live.setSize(width, height), [live, width, height]);
  useEffect(() => () => window.clearTimeout(settling.current), []);

  useFrame(({ gl, invalidate, setDpr, viewport }, seconds) => {
    // While stats are on, all passes of a frame count together.
    if (!gl.info.autoReset) gl.info.reset();
    if (gl.xr.isPresenting) {
      live.applyCut(gl);
      live.advance(seconds);
      return;
    }
    live.setSize(width, height);
    live.applyCut(gl);
    const isCarriedOn = live.advance(seconds);
    const isMoving = !seen.equals(live.camera.matrixWorld);
    layer.place(live, isMoving);
    seen.copy(live.camera.matrixWorld);
    const startedAtMs = performance.now();
    // Starts the next frame once the browser and the GPU are done with this one.
    requestAnimationFrame(() => {
      const nowMs = performance.now();
      live.frameTimes.note(nowMs - startedAtMs);
      if (isMoving) pace.note(nowMs - startedAtMs, nowMs);
    });
    const full = screenPixelRatio(live.budget);
    const draw = (pixelRatio: number) => {
      live.pixelRatio = pixelRatio;
      if (viewport.dpr !== pixelRatio) setDpr(pixelRatio);
    };
    draw(isMoving ? full * pace.scale : live.pixelRatio);

    window.clearTimeout(settling.current);
    if (isCarriedOn) {
      invalidate();
      return;
    }
    settling.current = window.setTimeout(() => {
      if (live.pixelRatio !== full) {
        // At rest, the picture has the screen's full resolution.
        live.pixelRatio = full;
        invalidate();
      } else if (gl.getContext().getError() === WebGL2RenderingContext.OUT_OF_MEMORY) {
        live.budget.noteShortage();
        invalidate();
      }
      settle();
    }, settleMs);
  });

  return null;
}
