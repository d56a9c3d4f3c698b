import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, Points, PointsMaterial } from "three";
import { useColourScheme } from "../../../lib/theme.ts";
import { toRgb } from "../scene/css-rgb.ts";
import { listSegments } from "./measurement-lines.ts";
import type { VisitorMeasure } from "./visitor-measure.ts";

// React Three Fiber only knows registered classes.
extend({ LineBasicMaterial, LineSegments, Points, PointsMaterial });

const pointSizePx = 9;

/** Points and lines of a visitor's measurement. */
export function VisitorMeasureLines({ measure }: { readonly measure: VisitorMeasure }) {
  const theme = useColourScheme();
  const invalidate = useThree((state) => state.invalidate);
  const { points, type } = measure;
  const lines = useMemo(
    () => toGeometry(points.length < 2 ? [] : listSegments({ type, points }).flat(2)),
    [type, points],
  );
  const dots = useMemo(() => toGeometry(points.flat()), [points]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another accent.
  const colour = useMemo(() => new Color().setRGB(...toRgb("var(--accent)"), "srgb"), [theme]);
  useEffect(() => {
    invalidate();
    return () => {
      lines.dispose();
      dots.dispose();
    };
  }, [lines, dots, invalidate]);
  return (
    <>
      <lineSegments geometry={lines} renderOrder={7} frustumCulled={false}>
        {/* Always visible: walls don't hide measurements. */}
        <lineBasicMaterial color={colour} depthTest={false} transparent toneMapped={false} />
      </lineSegments>
      <points geometry={dots} renderOrder={8} frustumCulled={false}>
        <pointsMaterial
          color={colour}
          size={pointSizePx}
          sizeAttenuation={false}
          depthTest={false}
          transparent
          toneMapped={false}
        />
      </points>
    </>
  );
}

function toGeometry(coordinates: readonly number[]): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(coordinates), 3));
}
