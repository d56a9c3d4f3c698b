// Potree as in its package's example, with the camera fitted to the cloud.
import { Potree } from "potree-core";
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Potree's `ColorEncoding.SRGB`, which its package does not export. */
const srgb = 1;
const renderer = new WebGLRenderer({ antialias: true });
renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
renderer.setSize(window.innerWidth, window.innerHeight);
document.body.append(renderer.domElement);
const scene = new Scene();
const camera = new PerspectiveCamera(60, window.innerWidth / window.innerHeight, 0.01, 1000);
camera.up.set(0, 0, 1);
const controls = new OrbitControls(camera, renderer.domElement);
const potree = new Potree();
const cloud = await potree.loadPointCloud("metadata.json", "/data/potree/");
cloud.material.size = 1;
cloud.material.pointSizeType = 2;
// Colours of the file are sRGB, as the canvas's are; left alone, they are drawn white.
cloud.material.outputColorEncoding = srgb;
scene.add(cloud);
const box = cloud.pcoGeometry.tightBoundingBox ?? cloud.pcoGeometry.boundingBox;
const centre = box.getCenter(new Vector3()).add(cloud.position);
const reach = box.getSize(new Vector3()).length();
camera.position.copy(centre).add(new Vector3(0.45, -0.6, 0.4).multiplyScalar(reach));
controls.target.copy(centre);
/** A camera in the file's own frame; `fov` in degrees, `background` a CSS colour: points have no alpha of their own. */
window.pose = ({ position, target, fov, background }) => {
  renderer.setClearColor(background);
  camera.position.set(...position);
  camera.fov = fov;
  camera.updateProjectionMatrix();
  controls.target.set(...target);
};
renderer.setAnimationLoop(() => {
  potree.updatePointClouds([cloud], camera, renderer);
  controls.update();
  renderer.render(scene, camera);
});
