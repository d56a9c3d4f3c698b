import { useThree } from "@react-three/fiber";
import { type RefObject, useEffect, useMemo } from "react";
import { Color, Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from "three";
import { useColourScheme } from "../../../lib/theme.ts";
import { toRgb } from "../scene/css-rgb.ts";
import type { LiveScene } from "../scene/live-scene.ts";

const innerM = 0.2;
const outerM = 0.25;
/** Above the floor, so that its unevenness doesn't cover the ring. */
const liftM = 0.02;
const facing = new Vector3(0, 0, 1);

/** A ring on the floor under the pointer, where a click walks to. */
export function WalkRing({
  live,
  stageRef,
}: {
  readonly live: LiveScene;
  readonly stageRef: RefObject<HTMLElement | null>;
}) {
  const scene = useThree((state) => state.scene);
  const theme = useColourScheme();
  const ring = useMemo(() => {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false, toneMapped: false });
    const mesh = new Mesh(new RingGeometry(innerM, outerM, 48), material);
    mesh.renderOrder = 6;
    mesh.visible = false;
    return mesh;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another accent.
  useEffect(() => {
    ring.material.color = new Color().setRGB(...toRgb("var(--accent)"), "srgb");
  }, [ring, theme]);

  useEffect(() => {
    const stage = stageRef.current;
    if (stage === null) return;
    scene.add(ring);
    let frame = 0;
    const show = (isShown: boolean) => {
      stage.toggleAttribute("data-walk-ring", isShown);
      if (!isShown && !ring.visible) return;
      ring.visible = isShown;
      live.invalidate();
    };
    const place = (x: number, y: number) => {
      const hit = live.pick(x, y);
      if (hit === null || !live.canWalkTo(hit)) {
        show(false);
        return;
      }
      const normal = new Vector3(...hit.normal);
      ring.position.set(...hit.point).addScaledVector(normal, liftM);
      ring.quaternion.setFromUnitVectors(facing, normal);
      show(true);
    };
    const onMove = ({ clientX, clientY, buttons, target }: PointerEvent) => {
      cancelAnimationFrame(frame);
      const isOnControl = target instanceof Element && target.closest("button, [data-marker]") !== null;
      if (buttons !== 0 || isOnControl) {
        show(false);
        return;
      }
      const box = stage.getBoundingClientRect();
      // Pointers report more often than frames are drawn.
      frame = requestAnimationFrame(() => place(clientX - box.left, clientY - box.top));
    };
    const onLeave = () => {
      cancelAnimationFrame(frame);
      show(false);
    };
    const listening = new AbortController();
    stage.addEventListener("pointermove", onMove, { signal: listening.signal });
    stage.addEventListener("pointerdown", onLeave, { signal: listening.signal });
    stage.addEventListener("pointerleave", onLeave, { signal: listening.signal });
    return () => {
      listening.abort();
      onLeave();
      scene.remove(ring);
    };
  }, [scene, live, stageRef, ring]);

  useEffect(
    () => () => {
      ring.geometry.dispose();
      ring.material.dispose();
    },
    [ring],
  );
  return null;
}
