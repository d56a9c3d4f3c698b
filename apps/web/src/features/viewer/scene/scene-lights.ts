import {
  Color,
  DataTexture,
  DirectionalLight,
  EquirectangularReflectionMapping,
  HemisphereLight,
  type Scene,
  SRGBColorSpace,
} from "three";
import { groundLight, skyLight } from "./light-tokens.ts";

const ambience = 1.15;
/** Not along the axes: each wall of a room gets a shade of its own. */
const directions = [
  { intensity: 1.2, x: 3, y: 8, z: 5 },
  { intensity: 0.25, x: -6, y: 2, z: -3 },
];
const widthPx = 256;
const heightPx = widthPx / 2;

/** Light for scans without light of their own: sky and ground, a key light, and a weaker one from the other side. */
export function addLights(scene: Scene): void {
  scene.add(new HemisphereLight(skyLight, groundLight, ambience));
  for (const { intensity, x, y, z } of directions) {
    const light = new DirectionalLight(undefined, intensity);
    light.position.set(x, y, z);
    scene.add(light);
  }
}

/**
 * Gives glossy and metal surfaces a sky and a ground to reflect. They replace the hemisphere light and are as bright.
 * Only scans that need reflections pay for them.
 */
export function addReflections(scene: Scene): void {
  if (scene.environment !== null) return;
  const pixels = new Uint8Array(widthPx * heightPx * 4);
  for (let row = 0; row < heightPx; row++) {
    const { r, g, b } = new Color(row < heightPx / 2 ? groundLight : skyLight).convertLinearToSRGB();
    const texel = [r, g, b, 1].map((part) => Math.round(part * 255));
    for (let column = 0; column < widthPx; column++) {
      pixels.set(texel, (row * widthPx + column) * 4);
    }
  }
  const surroundings = new DataTexture(pixels, widthPx, heightPx);
  surroundings.mapping = EquirectangularReflectionMapping;
  surroundings.colorSpace = SRGBColorSpace;
  surroundings.needsUpdate = true;
  scene.environment = surroundings;
  // A hemisphere light's intensity is the irradiance, which is π times the brightness of its sky.
  scene.environmentIntensity = ambience / Math.PI;
  for (const light of scene.children.filter((child) => child instanceof HemisphereLight)) light.removeFromParent();
}
