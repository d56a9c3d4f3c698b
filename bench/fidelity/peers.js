// The best-known viewer of each kind of scan on the same file, with the camera that the reference has.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { metresPerUnit } from "@blueprint/contract/scan-report";
import { serveFolders } from "../first-picture/static-server.js";
import { background } from "./picture.js";

const fovDegrees = 50;
const loadTimeoutMs = 120_000;

/**
 * Serves the peer of a kind.
 * @param prepared what `../viewer/prepare-*.js` made of the samples
 * @param report of our conversion: says where our frame lies in the file's
 * @returns its name, its address, and `pose(page, camera)`, which opens it and resolves once it shows the file from a
 *   camera in our frame; null if it is not installed
 */
export async function servePeer({ part, prepared: { scans, peers }, dir, report, closing }) {
  const [peer] = peers;
  if (peer === undefined) return null;
  const folders = { ...peer.folders, ...makeFolders[part]({ dir, scan: scans[0] }) };
  const server = await serveFolders(folders);
  closing.push(() => server.close());
  server.warm(peer.warm);
  const origin = `http://localhost:${server.port}`;
  const toShown = (point) => toShownFrame[part](toFileFrame(point, report));
  return {
    name: names[part],
    port: server.port,
    path: peer.path,
    pose: (page, { position, target }) =>
      poses[part](page, `${origin}${peer.path}`, { position: toShown(position), target: toShown(target) }, dir),
  };
}

const names = { mesh: "<model-viewer>", points: "Potree", splats: "SuperSplat" };

const makeFolders = {
  // Its page shows a file of this name.
  mesh: ({ dir, scan }) => {
    const fileDir = join(dir, "peer-file");
    mkdirSync(fileDir, { recursive: true });
    copyFileSync(scan.path, join(fileDir, "scan.glb"));
    return { "/data/": fileDir };
  },
  points: () => ({}),
  splats: ({ dir }) => {
    mkdirSync(join(dir, "peer-cameras"), { recursive: true });
    return { "/cameras/": join(dir, "peer-cameras") };
  },
};

/** From metres, y up, near the origin, to the file's own numbers. */
function toFileFrame([x, y, z], { upAxis, unit, localOrigin }) {
  const turned = upAxis === "z" ? [x, -z, y] : upAxis === "-y" ? [-x, -y, z] : [x, y, z];
  return turned.map((value, axis) => value / metresPerUnit[unit] + localOrigin[axis]);
}

const toShownFrame = {
  mesh: (point) => point,
  points: (point) => point,
  // The SuperSplat viewer turns every file by 180° about z.
  splats: ([x, y, z]) => [-x, -y, z],
};

const poses = {
  mesh: async (page, url, { position, target }) => {
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector("model-viewer")?.loaded, undefined, {
      timeout: loadTimeoutMs,
    });
    const [x, y, z] = position.map((value, axis) => value - target[axis]);
    const radius = Math.hypot(x, y, z);
    await page.evaluate(
      async ({ orbit, radiusMax, at, fov }) => {
        const viewer = document.querySelector("model-viewer");
        viewer.minCameraOrbit = "-Infinity 0rad 0m";
        // Its near plane follows from the widest orbit.
        viewer.maxCameraOrbit = `Infinity 3.1416rad ${radiusMax}m`;
        viewer.minFieldOfView = "1deg";
        viewer.maxFieldOfView = "120deg";
        await viewer.updateComplete;
        viewer.cameraTarget = at;
        viewer.cameraOrbit = orbit;
        viewer.fieldOfView = `${fov}deg`;
        await viewer.updateComplete;
        viewer.jumpCameraToGoal();
      },
      {
        orbit: `${Math.atan2(x, z)}rad ${Math.acos(y / radius)}rad ${radius}m`,
        radiusMax: radius * 1.001,
        at: target.map((value) => `${value}m`).join(" "),
        fov: fovDegrees,
      },
    );
  },
  points: async (page, url, camera) => {
    await page.goto(url);
    await page.waitForFunction(() => window.pose, undefined, { timeout: loadTimeoutMs });
    await page.evaluate((pose) => window.pose(pose), {
      ...camera,
      fov: fovDegrees,
      background: `rgb(${background.join(", ")})`,
    });
  },
  splats: async (page, url, camera, dir) => {
    const settings = {
      camera: { ...camera, fov: fovDegrees, startAnim: "none" },
      background: { color: background.map((value) => value / 255) },
      animTracks: [],
    };
    writeFileSync(join(dir, "peer-cameras", "camera.json"), JSON.stringify(settings));
    await page.goto(url.replace("/settings/settings.json", "/cameras/camera.json"));
  },
};
