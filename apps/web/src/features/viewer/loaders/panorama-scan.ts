import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Frustum,
  Group,
  LinearFilter,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Sphere,
  SRGBColorSpace,
  Texture,
  Vector2,
  Vector3,
} from "three";
import { toLookPose } from "../camera/camera-pose.ts";
import { fetchDelivery, resolveDeliveryUrl } from "./fetch-delivery.ts";
import { type LoadContext, type LoadedScan, ScanLoadError, type ScanLoader, type ScanUsage } from "./loaded-scan.ts";
import {
  chooseLevel,
  listStages,
  listTiles,
  type Pyramid,
  type PyramidTile,
  pyramidSchema,
} from "./panorama-pyramid.ts";

/** A panorama has directions but no depth: its anchors are placed at this distance from the eye, metres. */
export const panoramaRadius = 4;

const tilesMax = 120;
const downloadsMax = 6;

/** A cube of image tiles around the eye: coarse at once, sharp in the viewing direction. */
export const loadPanoramaScan: ScanLoader = async (delivery, context) => {
  const bytes = await fetchDelivery(delivery.entryUrl, context.signal);
  const pyramid = parsePyramid(bytes);
  const tiles = new PanoramaTiles(delivery.entryUrl, pyramid, context);
  const centre = new Vector3(...delivery.startView.position);
  // The start view gives the position, and its direction the centre of the image.
  tiles.group.rotation.y = toLookPose(delivery.startView).yaw;
  tiles.group.position.copy(centre);
  tiles.group.updateMatrixWorld(true);
  try {
    await tiles.loadCoarsest();
  } catch (cause) {
    tiles.dispose();
    throw cause;
  }
  return {
    object: tiles.group,
    bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
    isSolid: false,
    raycast: (ray, { far }) => {
      const point = ray.intersectSphere(new Sphere(centre, panoramaRadius), new Vector3());
      if (point === null) return null;
      const distance = point.distanceTo(ray.origin);
      if (distance > far) return null;
      return { point, distance, normal: centre.clone().sub(point).normalize(), errorM: 0 };
    },
    update: (camera) => tiles.update(camera),
    usage: () => tiles.usage(),
    dispose: () => tiles.dispose(),
  } satisfies LoadedScan;
};

function parsePyramid(bytes: ArrayBuffer): Pyramid {
  try {
    return pyramidSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new ScanLoadError("unreadable", { cause });
  }
}

class PanoramaTiles {
  readonly group = new Group();
  readonly #entryUrl: string;
  readonly #pyramid: Pyramid;
  readonly #context: LoadContext;
  readonly #leaving = new AbortController();
  readonly #shown = new Map<string, Mesh<BufferGeometry, MeshBasicMaterial>>();
  readonly #loading = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(entryUrl: string, pyramid: Pyramid, context: LoadContext) {
    this.#entryUrl = entryUrl;
    this.#pyramid = pyramid;
    this.#context = context;
  }

  async loadCoarsest(): Promise<void> {
    await Promise.all(listTiles(this.#pyramid, 0).map((tile) => this.#load(tile)));
  }

  /** Fetches tiles in the camera's view, from coarse to the sharpest useful level, centre first. */
  update(camera: PerspectiveCamera): void {
    const height = this.#context.renderer.getDrawingBufferSize(new Vector2()).y;
    const level = chooseLevel(this.#pyramid, height, (camera.fov * Math.PI) / 180);
    if (level === 0) return;
    const view = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    );
    const ahead = camera.getWorldDirection(new Vector3());
    const wanted = listStages(level)
      .flatMap((stage) => listTiles(this.#pyramid, stage))
      .map((tile) => ({ tile, sphere: toSphere(tile, this.group.matrixWorld) }))
      .filter(({ sphere }) => view.intersectsSphere(sphere))
      .map(({ tile, sphere }) => ({ tile, offAxis: sphere.center.sub(this.group.position).angleTo(ahead) }))
      .sort((a, b) => a.tile.level - b.tile.level || a.offAxis - b.offAxis);
    for (const { tile } of wanted) {
      // Moves a used tile to the most recent end of the map.
      const mesh = this.#shown.get(tile.path);
      if (mesh !== undefined) {
        this.#shown.delete(tile.path);
        this.#shown.set(tile.path, mesh);
      } else if (this.#loading.size < downloadsMax && !this.#loading.has(tile.path) && !this.#failed.has(tile.path)) {
        this.#load(tile).catch(() => this.#failed.add(tile.path));
      }
    }
  }

  usage(): ScanUsage {
    let cacheBytes = 0;
    for (const { material } of this.#shown.values()) {
      const { width, height } = material.map!.image as ImageBitmap;
      cacheBytes += width * height * 4;
    }
    return { cacheBytes, loaded: this.#shown.size, loading: this.#loading.size, failed: this.#failed.size };
  }

  dispose(): void {
    this.#leaving.abort();
    for (const mesh of this.#shown.values()) disposeTile(mesh);
    this.#shown.clear();
    this.group.clear();
  }

  async #load(tile: PyramidTile): Promise<void> {
    this.#loading.add(tile.path);
    try {
      const bytes = await fetchDelivery(resolveDeliveryUrl(this.#entryUrl, tile.path), this.#leaving.signal);
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/webp" })).catch((cause: unknown) => {
        throw new ScanLoadError("unreadable", { cause });
      });
      if (this.#leaving.signal.aborted || this.#context.signal.aborted) {
        picture.close();
        return;
      }
      const mesh = buildTile(tile, picture);
      this.#shown.set(tile.path, mesh);
      this.group.add(mesh);
      this.#forgetOldest();
    } finally {
      this.#loading.delete(tile.path);
      if (!this.#leaving.signal.aborted) this.#context.invalidate();
    }
  }

  #forgetOldest(): void {
    for (const [path, mesh] of this.#shown) {
      if (this.#shown.size <= tilesMax) return;
      // The coarsest tiles always stay, so that there is never a hole.
      if (mesh.renderOrder === backgroundOrder) continue;
      this.#shown.delete(path);
      this.group.remove(mesh);
      disposeTile(mesh);
    }
  }
}

// Drawn before everything else in the scene, finer over coarser.
const backgroundOrder = -100;

function buildTile(tile: PyramidTile, picture: ImageBitmap): Mesh<BufferGeometry, MeshBasicMaterial> {
  const geometry = new BufferGeometry();
  const positions = Float32Array.from(tile.corners.flat().map((value) => value * panoramaRadius));
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new BufferAttribute(Float32Array.from([0, 0, 1, 0, 0, 1, 1, 1]), 2));
  geometry.setIndex([0, 2, 1, 1, 2, 3]);
  const texture = new Texture(picture);
  texture.flipY = false;
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  const material = new MeshBasicMaterial({ map: texture, depthTest: false, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = backgroundOrder + tile.level;
  return mesh;
}

function toSphere(tile: PyramidTile, place: Matrix4): Sphere {
  const corners = tile.corners.map((corner) =>
    new Vector3(...corner).multiplyScalar(panoramaRadius).applyMatrix4(place),
  );
  return new Sphere().setFromPoints(corners);
}

function disposeTile(mesh: Mesh<BufferGeometry, MeshBasicMaterial>): void {
  mesh.geometry.dispose();
  const texture = mesh.material.map;
  if (texture !== null) {
    (texture.image as ImageBitmap).close();
    texture.dispose();
  }
  mesh.material.dispose();
}
