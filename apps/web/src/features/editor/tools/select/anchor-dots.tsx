import type { Vector3 } from "@blueprint/scene/vector";
import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferAttribute, BufferGeometry, Color, Points, PointsMaterial } from "three";
import { toRgb } from "../../../viewer/viewer.ts";

// React Three Fiber only knows registered classes.
extend({ Points, PointsMaterial });

/** Anchors beyond the limit for pins, in one draw call. */
export function AnchorDots({
  anchors,
  theme,
}: {
  readonly anchors: readonly { readonly position: Vector3; readonly colour?: string }[];
  readonly theme: string;
}) {
  const invalidate = useThree((state) => state.invalidate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another accent.
  const geometry = useMemo(() => {
    const positions = new Float32Array(anchors.length * 3);
    const colours = new Float32Array(anchors.length * 3);
    const plain = new Color().setRGB(...toRgb("var(--accent)"), "srgb");
    anchors.forEach(({ position, colour }, index) => {
      positions.set(position, index * 3);
      const { r, g, b } = colour === undefined ? plain : new Color().setRGB(...toRgb(colour), "srgb");
      colours.set([r, g, b], index * 3);
    });
    return new BufferGeometry()
      .setAttribute("position", new BufferAttribute(positions, 3))
      .setAttribute("color", new BufferAttribute(colours, 3));
  }, [anchors, theme]);
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  if (anchors.length === 0) return null;
  return (
    <points geometry={geometry} renderOrder={8} frustumCulled={false}>
      <pointsMaterial size={7} sizeAttenuation={false} vertexColors depthTest={false} transparent toneMapped={false} />
    </points>
  );
}
