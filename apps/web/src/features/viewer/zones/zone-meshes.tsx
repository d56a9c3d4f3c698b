import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from "three";
import { useColourScheme } from "../../../lib/theme.ts";
import { toRgb } from "../scene/css-rgb.ts";
import { toZoneColour } from "./zone-colour.ts";
import { buildZoneMesh, type Rgb, type ViewerZone } from "./zone-mesh.ts";

// React Three Fiber only knows registered classes.
extend({ LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial });

/** All visible zones, in two draw calls. */
export function ZoneMeshes({ zones }: { readonly zones: readonly ViewerZone[] }) {
  const theme = useColourScheme();
  const invalidate = useThree((state) => state.invalidate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  const { fill, lines } = useMemo(() => {
    const mesh = buildZoneMesh(zones, (zone) => toLinear(toRgb(toZoneColour(zone))));
    const fillGeometry = new BufferGeometry();
    fillGeometry.setAttribute("position", new BufferAttribute(mesh.positions, 3));
    fillGeometry.setAttribute("color", new BufferAttribute(mesh.colours, 4));
    fillGeometry.setIndex(new BufferAttribute(mesh.indices, 1));
    const lineGeometry = new BufferGeometry();
    lineGeometry.setAttribute("position", new BufferAttribute(mesh.linePositions, 3));
    lineGeometry.setAttribute("color", new BufferAttribute(mesh.lineColours, 3));
    return { fill: fillGeometry, lines: lineGeometry };
  }, [zones, theme]);
  useEffect(() => {
    invalidate();
    return () => {
      fill.dispose();
      lines.dispose();
    };
  }, [fill, lines, invalidate]);
  if (zones.length === 0) return null;
  return (
    <>
      <mesh geometry={fill} renderOrder={5}>
        <meshBasicMaterial vertexColors transparent depthWrite={false} side={DoubleSide} toneMapped={false} />
      </mesh>
      <lineSegments geometry={lines} renderOrder={6}>
        <lineBasicMaterial vertexColors transparent opacity={0.9} depthWrite={false} toneMapped={false} />
      </lineSegments>
    </>
  );
}

function toLinear([red, green, blue]: Rgb): Rgb {
  const colour = new Color().setRGB(red, green, blue, "srgb");
  return [colour.r, colour.g, colour.b];
}
