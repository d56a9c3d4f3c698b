import type { Measurement } from "@blueprint/scene/measurement";
import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from "three";
import { toRgb } from "../scene/css-rgb.ts";
import { listSegments } from "./measurement-lines.ts";

// React Three Fiber only knows registered classes.
extend({ LineBasicMaterial, LineSegments });

/** The lines of all visible measurements, in one draw call. */
export function MeasurementMeshes({
  measurements,
  theme,
}: {
  readonly measurements: readonly Measurement[];
  readonly theme: string;
}) {
  const invalidate = useThree((state) => state.invalidate);
  const geometry = useMemo(() => {
    const positions = measurements.flatMap((measurement) => listSegments(measurement).flat(2));
    return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  }, [measurements]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another accent.
  const colour = useMemo(() => new Color().setRGB(...toRgb("var(--accent)"), "srgb"), [theme]);
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  if (measurements.length === 0) return null;
  return (
    <lineSegments geometry={geometry} renderOrder={7} frustumCulled={false}>
      {/* Always visible: walls don't hide measurements. */}
      <lineBasicMaterial color={colour} depthTest={false} transparent toneMapped={false} />
    </lineSegments>
  );
}
