import {
  BoxGeometry,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Scene,
  Texture,
} from "three";
import { describe, expect, it } from "vitest";
import { addLights, addReflections } from "../scene/scene-lights.ts";
import { hasGloss, simplifyMaterials } from "./glb-scan.ts";

function simplify(material: MeshStandardMaterial | MeshBasicMaterial, unlit?: "trusts-unlit") {
  const mesh = new Mesh<BoxGeometry, MeshStandardMaterial | MeshBasicMaterial | MeshLambertMaterial>(
    new BoxGeometry(),
    material,
  );
  const object = new Group().add(mesh);
  simplifyMaterials(object, unlit);
  return { material: mesh.material, isGlossy: hasGloss(object) };
}

describe("simplifyMaterials", () => {
  it("shades rough, non-metallic surfaces with the cheaper material, including occlusion and emission", () => {
    const [map, aoMap, emissiveMap] = [new Texture(), new Texture(), new Texture()];
    const given = { roughness: 1, metalness: 0, map, aoMap, aoMapIntensity: 0.5, emissiveMap, emissiveIntensity: 4 };
    const { material, isGlossy } = simplify(new MeshStandardMaterial(given), "trusts-unlit");
    expect(material).toBeInstanceOf(MeshLambertMaterial);
    expect(material).toMatchObject({ map, aoMap, aoMapIntensity: 0.5, emissiveMap, emissiveIntensity: 4 });
    expect(isGlossy).toBe(false);
  });

  it.each([
    ["metal", { roughness: 1, metalness: 0.4 }],
    ["gloss", { roughness: 0.6, metalness: 0 }],
    ["relief", { roughness: 1, metalness: 0, normalMap: new Texture() }],
  ])("keeps the material of %s", (_, given) => {
    const standard = new MeshStandardMaterial({ ...given, map: new Texture() });
    expect(simplify(standard, "trusts-unlit")).toEqual({ material: standard, isGlossy: true });
  });

  it("shows the texture of a delivery that declares no lighting without shading", () => {
    const standard = new MeshStandardMaterial({ roughness: 1, metalness: 0, map: new Texture() });
    expect(simplify(standard).material).toBeInstanceOf(MeshBasicMaterial);
  });

  it("leaves declared unlit materials alone", () => {
    const basic = new MeshBasicMaterial({ map: new Texture() });
    expect(simplify(basic, "trusts-unlit")).toEqual({ material: basic, isGlossy: false });
  });

  it("keeps cutouts and transparency", () => {
    const cut = { roughness: 1, metalness: 0, alphaTest: 0.3, transparent: true, opacity: 0.4, depthWrite: false };
    expect(simplify(new MeshStandardMaterial(cut), "trusts-unlit").material).toMatchObject({
      alphaTest: 0.3,
      transparent: true,
      opacity: 0.4,
      depthWrite: false,
    });
  });
});

describe("the scene's lights", () => {
  it("gives each of a room's walls, its floor and its ceiling a different brightness", () => {
    const scene = new Scene();
    addLights(scene);
    const lights = scene.children.flatMap((child) => ("isDirectionalLight" in child ? [child] : []));
    const walls = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ] as const;
    const shades = walls.map(([x, , z]) =>
      lights.reduce((sum, light) => {
        const from = light.position.clone().normalize();
        const { intensity } = light as unknown as { intensity: number };
        return sum + intensity * Math.max(0, x * from.x + z * from.z);
      }, 0),
    );
    const steps = shades.toSorted((a, b) => a - b).map((shade, at, all) => shade - (at === 0 ? 0 : all[at - 1]!));
    expect(Math.min(...steps)).toBeGreaterThan(0.08);
  });

  it("replaces the hemisphere light by reflections of the same brightness, once", () => {
    const scene = new Scene();
    addLights(scene);
    const hemisphere = scene.children.find((child) => child instanceof HemisphereLight)!;
    addReflections(scene);
    const { environment } = scene;
    addReflections(scene);
    expect(scene.environment).toBe(environment);
    expect(scene.children.some((child) => child instanceof HemisphereLight)).toBe(false);
    expect(scene.environmentIntensity * Math.PI).toBeCloseTo(hemisphere.intensity);
    const pixels = environment!.image as { data: Uint8Array };
    // The first row is straight down.
    expect([...pixels.data.subarray(0, 3)]).toEqual([0x7c, 0x7f, 0x8a]);
    expect([...pixels.data.subarray(-4, -1)]).toEqual([255, 255, 255]);
  });
});
