import {
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Ray,
  RingGeometry,
  type Scene,
  Vector3,
  type WebGLRenderer,
  type XRTargetRaySpace,
} from "three";
import { toLookPose } from "../camera/camera-pose.ts";
import { floorNormalMin, type LiveScene } from "../scene/live-scene.ts";
import type { ImmersiveKind, ViewerAnchor } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";
import { AnchorPins } from "./anchor-pins.ts";
import { GuideCaptions } from "./guide-captions.ts";
import { type HeadsetCaption, type HeadsetTalk, TriggerHold } from "./headset-talk.ts";
import { moveRoom, type RoomPose, turnRoom } from "./immersive-pose.ts";

const snapTurn = Math.PI / 6;
const snapAt = 0.7;
const snapAgainBelow = 0.4;
const pointerM = 6;
const up = new Vector3(0, 1, 0);

export interface ImmersiveOptions {
  readonly kind: ImmersiveKind;
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly live: LiveScene;
  readonly anchors: readonly ViewerAnchor[];
  /** Speaking with the guide; null if the visitor hasn't turned answers on. */
  readonly talk: HeadsetTalk | null;
  /** Called after every move of the user, when a card opens or closes, and when a wall hides pins. */
  readonly onChange: (room: RoomPose, pins: Pick<AnchorPins, "openId" | "hiddenIds">) => void;
  /** Called with what is written of the conversation with the guide. */
  readonly onCaption: (caption: HeadsetCaption | null) => void;
  readonly onEnd: () => void;
}

export interface ImmersiveView {
  /** Each pin's label, in the order of the anchors: an icon's name or a number. */
  readonly pinSigns: readonly string[];
  end(): Promise<void>;
}

/**
 * Shows the scene around a user with a headset or an AR phone: point at the floor and press to go there, push a stick
 * sideways to turn, point at a pin to read its card, hold the trigger to speak with the guide.
 * @throws DOMException if the device or the user refuses
 */
export async function enterImmersive(options: ImmersiveOptions): Promise<ImmersiveView> {
  const { kind, renderer, scene, live, anchors, talk, onChange, onCaption, onEnd } = options;
  const system = navigator.xr;
  if (system === undefined) throw new DOMException("There is no WebXR here.", "NotSupportedError");
  const device = await system.requestSession(`immersive-${kind}`, { requiredFeatures: ["local-floor"] });
  renderer.xr.setReferenceSpaceType("local-floor");
  await renderer.xr.setSession(device);

  const pins = new AnchorPins(anchors);
  const ring = buildRing();
  const captions = talk === null ? null : new GuideCaptions(talk, onCaption);
  const tools = new Group();
  // The floor of the user's room: head and hands move on it, and it moves through the scene.
  const floor = new Group();
  floor.add(live.camera);
  tools.add(pins.group, ring, floor);
  if (captions !== null) tools.add(captions.group);
  scene.add(tools);

  const eye = live.rig.mode === "look" ? live.rig.getPose().position : live.rig.findWayIn();
  let room: RoomPose = {
    feet: [eye[0], eye[1] - eyeHeight, eye[2]],
    yaw: toLookPose(live.rig.getPose()).yaw,
  };
  const tell = () => onChange(room, pins);
  const place = (next: RoomPose) => {
    room = next;
    floor.position.set(...room.feet);
    floor.rotation.y = room.yaw;
    floor.updateMatrixWorld(true);
    tell();
  };
  place(room);

  const findHead = () => new Vector3().setFromMatrixPosition(renderer.xr.getCamera().matrixWorld);
  const findAhead = () => new Vector3(0, 0, -1).transformDirection(renderer.xr.getCamera().matrixWorld);
  const pointers = [0, 1].map((index) => buildPointer(renderer.xr.getController(index)));
  const holds = pointers.map(() => (talk === null ? null : new TriggerHold(talk)));
  for (const [index, { space }] of pointers.entries()) {
    const hold = holds[index] ?? null;
    floor.add(space);
    space.addEventListener("selectstart", () => hold?.begin());
    space.addEventListener("selectend", () => hold?.end());
    // Comes before the end of a pull.
    space.addEventListener("select", () => {
      if (hold?.isTalking) return;
      const ray = toRay(space);
      const hit = live.pickAlong(ray);
      const pin = pins.findPin(ray, hit?.distance ?? Number.POSITIVE_INFINITY);
      if (pin !== null) {
        pins.toggleCard(pin, findHead());
        tell();
      } else if (hit !== null && live.rig.mode !== "look" && hit.normal.y > floorNormalMin) {
        place(moveRoom(room, findHead().toArray(), hit.point.toArray()));
      }
    });
  }

  const turned = new Map<XRInputSource, boolean>();
  const turnBySticks = () => {
    for (const source of device.inputSources) {
      // Standard mapping (WebXR Gamepads): a stick is axes 2 and 3; 0 and 1 are a touchpad.
      const aside = source.gamepad?.axes[2] ?? 0;
      if (Math.abs(aside) < snapAgainBelow) turned.delete(source);
      if (Math.abs(aside) < snapAt || turned.get(source)) continue;
      turned.set(source, true);
      place(turnRoom(room, findHead().toArray(), aside > 0 ? 0 - snapTurn : snapTurn));
    }
  };
  const aim = () => {
    ring.visible = false;
    if (live.rig.mode === "look") return;
    for (const { space } of pointers) {
      if (!space.visible) continue;
      const hit = live.pickAlong(toRay(space));
      if (hit === null || hit.normal.y <= floorNormalMin) continue;
      ring.position.copy(hit.point).addScaledVector(up, 0.01);
      ring.visible = true;
    }
  };
  live.immersiveFrame = () => {
    turnBySticks();
    aim();
    const head = findHead();
    captions?.follow(head, findAhead());
    if (pins.dimHidden((anchor) => live.isHidden(anchor, { origin: head }))) tell();
  };

  const leave = () => {
    live.immersiveFrame = null;
    scene.remove(tools);
    floor.remove(live.camera);
    pins.dispose();
    captions?.dispose();
    for (const hold of holds) hold?.end();
    disposeLines(ring, ...pointers.map(({ line }) => line));
    // The device changed the camera's pose and lens; the rig still has the previous pose.
    live.camera.zoom = 1;
    live.camera.scale.setScalar(1);
    live.rig.apply();
    live.camera.updateProjectionMatrix();
    live.invalidate();
    onEnd();
  };
  device.addEventListener("end", leave, { once: true });
  return { pinSigns: pins.signs, end: () => device.end() };
}

/** A thin line from the hand. It needs no model of the controller, which would be an extra download. */
function buildPointer(space: XRTargetRaySpace) {
  const line = new Line(
    new BufferGeometry().setFromPoints([new Vector3(0, 0, 0), new Vector3(0, 0, -pointerM)]),
    new LineBasicMaterial({ transparent: true, opacity: 0.6 }),
  );
  space.add(line);
  return { space, line };
}

function buildRing(): Mesh<RingGeometry, MeshBasicMaterial> {
  const geometry = new RingGeometry(0.18, 0.24, 40).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.85,
    depthTest: false,
  });
  const ring = new Mesh(geometry, material);
  ring.renderOrder = 9;
  ring.visible = false;
  return ring;
}

function toRay(space: XRTargetRaySpace): Ray {
  space.updateWorldMatrix(true, false);
  const origin = new Vector3().setFromMatrixPosition(space.matrixWorld);
  return new Ray(origin, new Vector3(0, 0, -1).transformDirection(space.matrixWorld));
}

function disposeLines(
  ...drawn: (Line<BufferGeometry, LineBasicMaterial> | Mesh<RingGeometry, MeshBasicMaterial>)[]
): void {
  for (const { geometry, material, parent } of drawn) {
    geometry.dispose();
    material.dispose();
    parent?.clear();
  }
}
