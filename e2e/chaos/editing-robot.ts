import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import type { Scene } from "@blueprint/scene/read-scene";
import type { SaveState, UnsavedEdit } from "@blueprint/scene/save-state";
import { openSceneClient, type SceneClient } from "../../apps/server/src/features/scene/testing/scene-client.ts";

export interface RobotOptions {
  readonly name: string;
  readonly serverUrl: string;
  readonly blueprintId: string;
  readonly cookie: string;
  readonly untilMsMax: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

interface OwnEdit {
  readonly anchorId: string;
  readonly isRemoval: boolean;
}

const longestPauseMs = 40;
/** Enough for every kind of edit; the document must not grow without end. */
const ownAnchorsMax = 40;

/**
 * Edits a document without a pause, connected or not, and remembers what the server confirmed. It only touches its own
 * anchors, so that the expected result is known; every edit writes its number into the anchor's title.
 */
export class EditingRobot {
  readonly name: string;
  readonly client: SceneClient;
  readonly #random: () => number;
  readonly #edits: OwnEdit[] = [];
  /** Edits that were not confirmed when last seen, by their number, oldest first. */
  readonly #unconfirmed = new Map<UnsavedEdit, number>();
  #own: string[] = [];
  #confirmedCount = 0;
  #isEditing = false;
  #isHeldOff = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ name, random, ...address }: RobotOptions) {
    this.name = name;
    this.#random = random;
    this.client = openSceneClient({
      ...address,
      onChange: (state) => this.#noteConfirmed(state),
    });
    // The provider reconnects shortly after the server is gone, even when told not to.
    const socket = this.client.provider.configuration.websocketProvider;
    socket.on("status", ({ status }: { status: string }) => {
      if (this.#isHeldOff && status === "connecting") socket.disconnect();
    });
  }

  get editCount(): number {
    return this.#edits.length;
  }

  /** Edits that were confirmed, counted up to the first that was not. */
  get confirmedCount(): number {
    return this.#confirmedCount;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      const number = this.#edits.length;
      this.#isEditing = true;
      this.#edit();
      this.#isEditing = false;
      const edit = this.client.state.unsaved.at(-1);
      if (edit !== undefined) this.#unconfirmed.set(edit, number);
      this.start();
    }, this.#random() * longestPauseMs);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  connect(): void {
    this.#isHeldOff = false;
    void this.client.provider.configuration.websocketProvider.connect();
  }

  /** Stops sending and receiving; editing continues. */
  disconnect(): void {
    this.#isHeldOff = true;
    this.client.provider.configuration.websocketProvider.disconnect();
  }

  /** Confirmed edits that a scene lacks, as text. */
  findLosses(scene: Scene): string[] {
    const last = new Map<string, { confirmed: number; isRemoved: boolean; isRemovedLater: boolean }>();
    for (const [number, { anchorId, isRemoval }] of this.#edits.entries()) {
      const known = last.get(anchorId);
      if (number < this.#confirmedCount) {
        last.set(anchorId, { confirmed: number, isRemoved: isRemoval, isRemovedLater: false });
      } else if (known !== undefined && isRemoval) last.set(anchorId, { ...known, isRemovedLater: true });
    }
    const titles = new Map(scene.anchors.map(({ id, title }) => [id, title]));
    const losses: string[] = [];
    for (const [id, { confirmed, isRemoved, isRemovedLater }] of last) {
      const title = titles.get(id);
      if (isRemoved && title !== undefined) losses.push(`${id} is back, removed by edit ${confirmed}`);
      if (isRemoved || (title === undefined && isRemovedLater)) continue;
      if (title === undefined) losses.push(`${id} is gone, confirmed with edit ${confirmed}`);
      else if (Number(title) < confirmed) losses.push(`${id} is as of edit ${title}, confirmed was ${confirmed}`);
    }
    return losses;
  }

  /** Confirmations come one after another: waiting until everything is saved would miss them on a busy machine. */
  #noteConfirmed(state: SaveState): void {
    if (this.#isEditing || !state.isLoaded) return;
    const unsaved = new Set(state.unsaved);
    for (const [edit, number] of this.#unconfirmed) {
      if (unsaved.has(edit)) {
        this.#confirmedCount = number;
        return;
      }
      this.#unconfirmed.delete(edit);
    }
    this.#confirmedCount = this.#edits.length;
  }

  #edit(): void {
    const { doc } = this.client;
    const number = this.#edits.length;
    const title = String(number);
    const choice = this.#random();
    const id = this.#own[Math.floor(this.#random() * this.#own.length)];
    if (id === undefined || (choice < 0.3 && this.#own.length < ownAnchorsMax)) {
      const anchorId = `${this.name}-${number}`;
      this.#own.push(anchorId);
      this.#edits.push({ anchorId, isRemoval: false });
      const at = { position: [number, 0, 0], normal: [0, 1, 0], floor: 0 } as const;
      const createdAt = new Date().toISOString();
      addAnchor(doc, { ...at, id: anchorId, type: "info", title, text: "", createdBy: this.name, createdAt });
      return;
    }
    this.#edits.push({ anchorId: id, isRemoval: choice > 0.85 });
    if (choice > 0.85) {
      this.#own = this.#own.filter((own) => own !== id);
      removeAnchor(doc, id);
      return;
    }
    doc.transact(() => {
      editAnchor(doc, id, { title, text: `Edit ${number}. ${"Lorem ipsum. ".repeat(Math.floor(this.#random() * 5))}` });
      moveAnchor(doc, id, { position: [number, this.#random(), 0] });
    });
  }
}
