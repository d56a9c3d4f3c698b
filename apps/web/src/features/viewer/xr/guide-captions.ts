import { Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from "three";
import { drawCard } from "./draw-panel.ts";
import type { HeadsetCaption, HeadsetTalk } from "./headset-talk.ts";

const widthM = 0.95;
const aheadM = 1.4;
/** Below the eyes: captions must not cover what they are about. */
const belowM = 0.42;
/** The captions stay where they are until the head has turned or gone this far from them. */
const leashM = 0.45;
const restM = 0.03;
const followShare = 0.12;
/** A finished caption is shown for this long. */
const shownMs = 15_000;

/** What visitor and guide say, written in the air in front of the head. */
export class GuideCaptions {
  readonly group = new Group();
  readonly #talk: HeadsetTalk;
  readonly #onChange: (caption: HeadsetCaption | null) => void;
  readonly #unsubscribe: () => void;
  readonly #now: () => number;
  #panel: Mesh<PlaneGeometry, MeshBasicMaterial> | null = null;
  #written = "";
  #changedAtMs: number;
  #isMoving = true;

  /** @param onChange called with each caption that is shown; null when it disappears */
  constructor(
    talk: HeadsetTalk,
    onChange: (caption: HeadsetCaption | null) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#talk = talk;
    this.#onChange = onChange;
    this.#now = now;
    this.#changedAtMs = now();
    this.#unsubscribe = talk.subscribe(() => this.#write());
    this.#write();
  }

  /** Moves the captions after the head, and hides them after a while. Scene coordinates. */
  follow(head: Vector3, ahead: Vector3): void {
    if (this.#panel === null) return;
    if (this.#talk.isGoingOn()) this.#changedAtMs = this.#now();
    else if (this.#now() - this.#changedAtMs > shownMs) {
      this.#remove();
      return;
    }
    const flat = new Vector3(ahead.x, 0, ahead.z);
    // Looking straight up or down says nothing about where ahead is.
    if (flat.lengthSq() < 1e-4) return;
    const wanted = head.clone().addScaledVector(flat.normalize(), aheadM);
    wanted.y -= belowM;
    const away = this.group.position.distanceTo(wanted);
    if (away > 3 * leashM) this.group.position.copy(wanted);
    if (away > leashM) this.#isMoving = true;
    if (away < restM) this.#isMoving = false;
    if (this.#isMoving) this.group.position.lerp(wanted, followShare);
    this.group.lookAt(head);
  }

  dispose(): void {
    this.#unsubscribe();
    this.#remove();
  }

  #write(): void {
    const caption = this.#talk.getCaption();
    const written = caption === null ? "" : `${caption.title}\n${caption.text}`;
    if (written === this.#written) return;
    this.#remove();
    this.#written = written;
    this.#changedAtMs = this.#now();
    if (caption === null) return;
    const { texture, aspect } = drawCard(caption.title, caption.text);
    const material = new MeshBasicMaterial({ map: texture, depthTest: false, transparent: true });
    this.#panel = new Mesh(new PlaneGeometry(widthM, widthM / aspect), material);
    this.#panel.renderOrder = 12;
    this.group.add(this.#panel);
    this.#onChange(caption);
  }

  #remove(): void {
    const panel = this.#panel;
    if (panel === null) return;
    this.#panel = null;
    this.group.remove(panel);
    panel.material.map?.dispose();
    panel.material.dispose();
    panel.geometry.dispose();
    this.#onChange(null);
  }
}
