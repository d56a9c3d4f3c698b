import { extend, useThree } from "@react-three/fiber";
import { useEffect, useMemo } from "react";
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from "three";
import { useColourScheme } from "../../../lib/theme.ts";
import { toRgb } from "../scene/css-rgb.ts";
import { highlightColour } from "./zone-colour.ts";
import type { ViewerZone } from "./zone-mesh.ts";
import { buildFloors, buildOutline, type FlatMesh, lineM, rimM } from "./zone-outline.ts";

// React Three Fiber only knows registered classes.
extend({ Mesh, MeshBasicMaterial });

const floorOpacity = 0.18;
const highlightOpacity = 0.45;

/** Zones as visitors see them: outlines on the floor, coloured where the team chose a colour. */
export function ZoneOutlines({ zones }: { readonly zones: readonly ViewerZone[] }) {
  const coloured = useMemo(() => [...Map.groupBy(zones, ({ colour }) => colour)], [zones]);
  return coloured.map(([colour, alike]) => <AlikeZones key={colour ?? ""} zones={alike} colour={colour} />);
}

function AlikeZones({ zones, colour }: { readonly zones: readonly ViewerZone[]; readonly colour: string | null }) {
  const theme = useColourScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other tokens.
  const [rim, line] = useMemo(() => [toColour("var(--ink)"), toColour(colour ?? "var(--paper)")], [colour, theme]);
  const rims = useMemo(() => buildOutline(zones, rimM), [zones]);
  const lines = useMemo(() => buildOutline(zones, lineM, true), [zones]);
  const floors = useMemo(() => (colour === null ? null : buildFloors(zones)), [zones, colour]);
  return (
    <>
      {floors === null ? null : (
        <Flat
          mesh={floors}
          colour={line}
          opacity={colour === highlightColour ? highlightOpacity : floorOpacity}
          order={4}
        />
      )}
      <Flat mesh={rims} colour={rim} opacity={1} order={5} />
      <Flat mesh={lines} colour={line} opacity={1} order={6} />
    </>
  );
}

function Flat({
  mesh,
  colour,
  opacity,
  order,
}: {
  readonly mesh: FlatMesh;
  readonly colour: Color;
  readonly opacity: number;
  readonly order: number;
}) {
  const invalidate = useThree((state) => state.invalidate);
  const geometry = useMemo(() => {
    const flat = new BufferGeometry();
    flat.setAttribute("position", new BufferAttribute(mesh.positions, 3));
    flat.setIndex(new BufferAttribute(mesh.indices, 1));
    return flat;
  }, [mesh]);
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  // Transparent ones are drawn after the scans, in this order.
  return (
    <mesh geometry={geometry} renderOrder={order}>
      <meshBasicMaterial
        color={colour}
        transparent
        opacity={opacity}
        depthWrite={false}
        side={DoubleSide}
        toneMapped={false}
      />
    </mesh>
  );
}

function toColour(css: string): Color {
  return new Color().setRGB(...toRgb(css), "srgb");
}
