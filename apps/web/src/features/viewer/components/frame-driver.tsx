import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent, useRef } from "react";
import type { MarkerLayer } from "../marker-layer.ts";
import type { SceneSession } from "../scene-session.ts";

const settleMs = 120;

/** Carries the session through each frame and tells when the camera has come to rest. */
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
  const settling = useRef(0);
  const settle = useEffectEvent(onSettle);

  useEffect(() => session.setSize(width, height), [session, width, height]);
  useEffect(() => () => window.clearTimeout(settling.current), []);

  useFrame(({ invalidate }, seconds) => {
    session.setSize(width, height);
    const isMoving = session.advance(seconds);
    layer.place(session);
    window.clearTimeout(settling.current);
    if (isMoving) invalidate();
    else settling.current = window.setTimeout(() => settle(), settleMs);
  });

  return null;
}
