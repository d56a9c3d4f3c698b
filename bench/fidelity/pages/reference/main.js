// The original file, whole, in a plain renderer.
import { SparkRenderer, SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  MeshBasicMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const settleMs = 300;
const solidOpacity = 0.5;
const scene = new Scene();
const frame = new Group();
scene.add(frame);
const camera = new PerspectiveCamera(50, window.innerWidth / window.innerHeight, 0.01, 100_000);
let renderer;
const centres = [];
let isSplat = false;

/** Opens a file. `upAxis`, `origin` and `metres` say where our frame lies in the file's. */
window.open3d = async ({ kind, url, upAxis, origin, metres }) => {
  isSplat = kind === "splats";
  renderer = new WebGLRenderer({ antialias: kind === "mesh", alpha: true });
  renderer.setSize(window.innerWidth, window.innerHeight);
  document.body.append(renderer.domElement);
  const own = new Group();
  own.position.set(...origin.map((value) => -value));
  const upright = new Group();
  if (upAxis === "z") upright.rotation.x = -Math.PI / 2;
  if (upAxis === "-y") upright.rotation.z = Math.PI;
  upright.scale.setScalar(metres);
  upright.add(own);
  frame.add(upright);
  if (kind === "mesh") own.add(await loadMesh(url));
  if (kind === "points") own.add(await loadPoints(url, metres));
  if (kind === "points") own.position.set(0, 0, 0);
  if (kind === "splats") own.add(await loadSplats(url));
  frame.updateMatrixWorld(true);
  collectCentres();
};

async function loadMesh(url) {
  const { scene: object } = await new GLTFLoader().loadAsync(url);
  object.traverse((child) => {
    // A photograph has its light in it.
    if (child.isMesh && child.material.map) {
      child.material = new MeshBasicMaterial({ map: child.material.map, side: child.material.side });
    }
  });
  return object;
}

/** Positions relative to the origin and spacings as float32, then colours as bytes. */
async function loadPoints(url, metres) {
  const bytes = await (await fetch(url)).arrayBuffer();
  const count = bytes.byteLength / 19;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(bytes, 0, count * 3), 3));
  geometry.setAttribute("spacing", new BufferAttribute(new Float32Array(bytes, count * 12, count), 1));
  const linear = new Float32Array(count * 3);
  new Uint8Array(bytes, count * 16).forEach((value, at) => {
    const share = value / 255;
    linear[at] = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  geometry.setAttribute("color", new BufferAttribute(linear, 3));
  // A spacing of one metre, as three.js sizes points for a view 90° high.
  const size = metres / Math.tan((camera.fov * Math.PI) / 360);
  const material = new PointsMaterial({ size, vertexColors: true });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute float spacing;\n${shader.vertexShader}`.replace(
      "#include <logdepthbuf_vertex>",
      "gl_PointSize = clamp(gl_PointSize * spacing, 1.5, 24.0);\n#include <logdepthbuf_vertex>",
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <clipping_planes_fragment>",
      "vec2 off = gl_PointCoord - 0.5;\nif (dot(off, off) > 0.25) discard;\n#include <clipping_planes_fragment>",
    );
  };
  return new Points(geometry, material);
}

async function loadSplats(url) {
  const spark = new SparkRenderer({ renderer, enableLod: false });
  scene.add(spark);
  const mesh = new SplatMesh({ url, fileType: SplatFileType.PCSOGSZIP, lod: false });
  await mesh.initialized;
  return mesh;
}

function collectCentres() {
  frame.traverse((child) => {
    if (child.forEachSplat) {
      child.forEachSplat((index, centre, _scales, _turn, opacity) => {
        if (opacity > solidOpacity && index % 7 === 0) centres.push(centre.clone().applyMatrix4(child.matrixWorld));
      });
      return;
    }
    const positions = child.geometry?.getAttribute?.("position");
    if (!positions || !(child.isMesh || child.isPoints)) return;
    for (let at = 0; at < positions.count; at += 7) {
      centres.push(new Vector3().fromBufferAttribute(positions, at).applyMatrix4(child.matrixWorld));
    }
  });
}

/** The place of the scan nearest to an eye, near the middle of its view. */
window.findNearest = ({ position, target }) => {
  const eye = new Vector3(...position);
  const ahead = new Vector3(...target).sub(eye).normalize();
  let found = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const centre of centres) {
    const to = centre.clone().sub(eye);
    const distance = to.length();
    if (distance < nearest && to.dot(ahead) > distance * 0.99) [nearest, found] = [distance, centre];
  }
  return found?.toArray() ?? null;
};

/** Draws a view. Splats are sorted in a worker: frames go on until it has answered. */
window.show = async ({ position, target }) => {
  camera.position.set(...position);
  camera.lookAt(...target);
  const distance = camera.position.distanceTo(new Vector3(...target));
  camera.near = Math.min(1, Math.max(0.005, distance / 100));
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  for (let at = 0; at < (isSplat ? 5 : 1); at++) {
    renderer.render(scene, camera);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
};
window.isReady = true;
