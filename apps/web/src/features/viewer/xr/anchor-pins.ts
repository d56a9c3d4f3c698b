import {
  type CanvasTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Ray,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import { nameSign } from "../anchors/anchor-type-icons.ts";
import type { ViewerAnchor } from "../scene/scene.ts";
import { drawCard, drawPin } from "./draw-panel.ts";

const pinM = 0.14;
/** Pins also accept hits slightly beyond their rim, more so at a distance: hands tremble. */
const pinReachM = 0.1;
const pinReachPerMetre = 0.02;
const cardWidthM = 0.75;
/** Opacity of a pin behind a wall: the pin stays recognisable, and so does the wall. */
const hiddenOpacity = 0.3;
/** Pins checked per frame, in turn: a headset has no time to spare. */
const checksPerFrame = 6;

/** Pins in the scene with their icons, and the card of the selected one. */
export class AnchorPins {
  readonly group = new Group();
  readonly #anchors: readonly ViewerAnchor[];
  #card: Mesh<PlaneGeometry, MeshBasicMaterial> | null = null;
  #openId: string | null = null;
  readonly #pins: Sprite[] = [];
  readonly #pictures = new Map<string, CanvasTexture>();
  readonly #signs: string[] = [];
  readonly #hidden = new Set<string>();
  #checked = 0;

  constructor(anchors: readonly ViewerAnchor[]) {
    this.#anchors = anchors;
    for (const [index, { position, number = index + 1, icon, type, colour }] of anchors.entries()) {
      const sign = nameSign({ icon, type }) ?? String(number);
      const look = `${sign} ${colour ?? ""}`;
      // Pins that look alike share a texture.
      const map = this.#pictures.get(look) ?? drawPin({ sign, colour });
      this.#pictures.set(look, map);
      this.#signs.push(sign);
      const pin = new Sprite(new SpriteMaterial({ map, depthTest: false, transparent: true }));
      pin.position.set(...position);
      pin.scale.setScalar(pinM);
      pin.renderOrder = 10;
      this.#pins.push(pin);
      this.group.add(pin);
    }
  }

  /** Each pin's label, in the order of the anchors: an icon's name, or a number without one. */
  get signs(): readonly string[] {
    return this.#signs;
  }

  /** Anchors whose pins are behind a wall. */
  get hiddenIds(): ReadonlySet<string> {
    return this.#hidden;
  }

  /** Dims occluded pins, a few per call. @returns whether any changed */
  dimHidden(isHidden: (anchor: ViewerAnchor) => boolean): boolean {
    let hasChanged = false;
    for (let check = 0; check < Math.min(checksPerFrame, this.#anchors.length); check++) {
      this.#checked = (this.#checked + 1) % this.#anchors.length;
      const anchor = this.#anchors[this.#checked]!;
      const isNow = isHidden(anchor);
      if (isNow === this.#hidden.has(anchor.id)) continue;
      hasChanged = true;
      if (isNow) this.#hidden.add(anchor.id);
      else this.#hidden.delete(anchor.id);
      this.#pins[this.#checked]!.material.opacity = isNow ? hiddenOpacity : 1;
    }
    return hasChanged;
  }

  get openId(): string | null {
    return this.#openId;
  }

  /** The pin hit by a ray, nearer than `far` metres. */
  findPin(ray: Ray, far: number): ViewerAnchor | null {
    let found: ViewerAnchor | null = null;
    let nearest = far + pinReachM;
    const at = new Vector3();
    for (const anchor of this.#anchors) {
      at.set(...anchor.position);
      const along = at.clone().sub(ray.origin).dot(ray.direction);
      if (along <= 0 || along > nearest) continue;
      if (ray.distanceToPoint(at) > pinReachM + along * pinReachPerMetre) continue;
      nearest = along;
      found = anchor;
    }
    return found;
  }

  /** Opens a card next to its pin, facing the head; a second call closes it. */
  toggleCard(anchor: ViewerAnchor, head: Vector3): void {
    const isOpen = this.#openId === anchor.id;
    this.#close();
    if (isOpen) return;
    const { texture, aspect } = drawCard(anchor.title, anchor.text ?? "");
    const height = cardWidthM / aspect;
    const material = new MeshBasicMaterial({ map: texture, depthTest: false, transparent: true });
    const card = new Mesh(new PlaneGeometry(cardWidthM, height), material);
    const pin = new Vector3(...anchor.position);
    // Constant apparent size, and never below the floor.
    const scale = Math.max(1, pin.distanceTo(head) / 2);
    card.scale.setScalar(scale);
    card.position.copy(pin).add(new Vector3(0, (height / 2) * scale + pinM, 0));
    card.lookAt(head.x, card.position.y, head.z);
    card.renderOrder = 11;
    this.group.add(card);
    this.#card = card;
    this.#openId = anchor.id;
  }

  dispose(): void {
    this.#close();
    for (const { material } of this.#pins) material.dispose();
    for (const picture of this.#pictures.values()) picture.dispose();
    this.group.clear();
  }

  #close(): void {
    this.#openId = null;
    if (this.#card === null) return;
    this.group.remove(this.#card);
    this.#card.material.map?.dispose();
    this.#card.material.dispose();
    this.#card.geometry.dispose();
    this.#card = null;
  }
}
