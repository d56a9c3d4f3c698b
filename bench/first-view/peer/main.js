// A typical page without the product: one GLB, orbit controls, the camera fitted to the model.
import { Box3, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const renderer = new WebGLRenderer({ antialias: true });
renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
renderer.setSize(window.innerWidth, window.innerHeight);
document.body.append(renderer.domElement);
const scene = new Scene();
scene.add(new HemisphereLight("white", "grey", 2), new DirectionalLight("white", 1));
const camera = new PerspectiveCamera(50, window.innerWidth / window.innerHeight, 0.05, 5000);
const controls = new OrbitControls(camera, renderer.domElement);
const draw = () => renderer.render(scene, camera);
controls.addEventListener("change", draw);

const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const model = await loader.loadAsync(new URLSearchParams(window.location.search).get("model"));
scene.add(model.scene);
const bounds = new Box3().setFromObject(model.scene);
const centre = bounds.getCenter(new Vector3());
const reach = bounds.getSize(new Vector3()).length();
camera.position.copy(centre).add(new Vector3(0.6, 0.5, 0.8).multiplyScalar(reach));
controls.target.copy(centre);
controls.update();
draw();
