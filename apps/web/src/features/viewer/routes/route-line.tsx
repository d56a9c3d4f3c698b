import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferAttribute, BufferGeometry, CircleGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from "three";
import { useColourScheme } from "../../../lib/theme.ts";
import { toRgb } from "../scene/css-rgb.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { toRibbon } from "./route-ribbon.ts";

// React Three Fiber only knows registered classes.
extend({ Mesh, MeshBasicMaterial });

const widthM = 0.14;
const endRadiusM = 0.22;
/** Above the floor, so that its unevenness doesn't cover the band. */
const liftM = 0.04;

/** A way as a band on the floor, with a disc at its end. Walls don't hide it. */
export function RouteLine({ points }: { readonly points: readonly Vector3Tuple[] }) {
  const theme = useColourScheme();
  const invalidate = useThree((state) => state.invalidate);
  const band = useMemo(() => {
    const { positions, indices } = toRibbon(points, widthM, liftM);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
    geometry.setIndex([...indices]);
    return geometry;
  }, [points]);
  const disc = useMemo(() => new CircleGeometry(endRadiusM, 40).rotateX(-Math.PI / 2), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another accent.
  const colour = useMemo(() => new Color().setRGB(...toRgb("var(--accent)"), "srgb"), [theme]);
  useEffect(() => {
    invalidate();
    return () => {
      band.dispose();
      invalidate();
    };
  }, [band, invalidate]);
  useEffect(() => () => disc.dispose(), [disc]);
  const [x, y, z] = points.at(-1) ?? [0, 0, 0];
  return (
    <>
      <mesh geometry={band} renderOrder={6} frustumCulled={false}>
        <meshBasicMaterial
          color={colour}
          depthTest={false}
          transparent
          opacity={0.85}
          side={DoubleSide}
          toneMapped={false}
        />
      </mesh>
      <mesh geometry={disc} position={[x, y + liftM, z]} renderOrder={6}>
        <meshBasicMaterial color={colour} depthTest={false} transparent side={DoubleSide} toneMapped={false} />
      </mesh>
    </>
  );
}
