// Counts a visit without cookies or storage. Loaded apart, and at most 3 kB: it imports nothing.
import type { VisitEvent } from "@blueprint/contract/visits";

type What = VisitEvent["what"];

/** What the time is counted in that a visitor stays. */
type StayKind = "zone" | "storey";

/** How a visit began. */
export interface BegunVisit {
  /** Counts it on the server. */
  readonly url: string;
  readonly body: object;
}

const reportUrl = "/api/visit-events";
const reportEveryMs = 30_000;
const eventsMax = 100;
/** Beyond it, nothing more is counted of a visit. */
const numberMax = 10_000;
/** What only people do. */
const humanEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

/** One visit as it is reported: from what a person does first, until the page is left. */
export class VisitCollector {
  readonly #begun: BegunVisit;
  readonly #leaving = new AbortController();
  #visit: string | null = null;
  #hasEnded = false;
  #events: VisitEvent[] = [];
  #number = 10;
  /** The zone and the storey that the camera is in, and for how long while the page was visible. */
  readonly #stays = new Map<StayKind, { readonly id: string; ms: number }>();
  readonly #spots = new Set<string>();
  #seenMs = 0;
  #sinceMs = performance.now();
  #isVisible = document.visibilityState === "visible";

  constructor(begun: BegunVisit) {
    this.#begun = begun;
    const { signal } = this.#leaving;
    for (const name of humanEvents)
      addEventListener(name, () => void this.#begin(), { signal, once: true, passive: true, capture: true });
    document.addEventListener("visibilitychange", () => this.#changeVisibility(), { signal });
    addEventListener("pagehide", () => this.#report(true), { signal });
    const timer = setInterval(() => this.#report(false), reportEveryMs);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  note(what: What): void {
    if (this.#hasEnded || this.#number > numberMax) return;
    this.#events.push({ at: this.#number, what });
    this.#number += 1;
  }

  /** @param spot where a visitor is on foot; counted once */
  passBy(spot: { readonly x: number; readonly z: number; readonly floorDm: number }): void {
    const key = `${spot.x} ${spot.z} ${spot.floorDm}`;
    if (this.#spots.has(key)) return;
    this.#spots.add(key);
    this.note({ kind: "spot", ...spot });
  }

  /** @param id of the zone or storey that the camera is in; null for none */
  stayIn(kind: StayKind, id: string | null): void {
    if ((this.#stays.get(kind)?.id ?? null) === id) return;
    this.#noteStay(kind);
    if (id === null) this.#stays.delete(kind);
    else this.#stays.set(kind, { id, ms: 0 });
  }

  /** The place is left. */
  end(): void {
    this.#report(true);
    this.#leaving.abort();
    this.#hasEnded = true;
  }

  async #begin(): Promise<void> {
    const { url, body } = this.#begun;
    if (this.#visit !== null || this.#hasEnded) return;
    this.#visit = "";
    const answer = await post(url, body).catch(() => null);
    const { visit } = answer?.ok ? ((await answer.json()) as { visit: string | null }) : { visit: null };
    if (visit === null) {
      this.#hasEnded = true;
      this.#leaving.abort();
    }
    this.#visit = visit;
  }

  #changeVisibility(): void {
    this.#passTime();
    this.#isVisible = document.visibilityState === "visible";
    if (!this.#isVisible) this.#report(true);
  }

  #passTime(): void {
    const nowMs = performance.now();
    if (this.#isVisible) {
      this.#seenMs += nowMs - this.#sinceMs;
      for (const stay of this.#stays.values()) stay.ms += nowMs - this.#sinceMs;
    }
    this.#sinceMs = nowMs;
  }

  #noteStay(kind: StayKind): void {
    this.#passTime();
    const stay = this.#stays.get(kind);
    if (stay === undefined) return;
    const seconds = Math.round(stay.ms / 1000);
    if (seconds > 0) this.note({ kind, id: stay.id, seconds });
    stay.ms = 0;
  }

  /** @param isLeaving the page may be gone before an answer arrives */
  #report(isLeaving: boolean): void {
    if (!this.#visit) return;
    const visit = this.#visit;
    this.#noteStay("zone");
    this.#noteStay("storey");
    const seconds = Math.floor(this.#seenMs / 1000);
    if (seconds > 0) {
      this.note({ kind: "seen", seconds });
      this.#seenMs -= seconds * 1000;
    }
    while (this.#events.length > 0) {
      const events = this.#events.splice(0, eventsMax);
      const body = { visit, events };
      if (isLeaving) navigator.sendBeacon(reportUrl, new Blob([JSON.stringify(body)], { type: "application/json" }));
      else void this.#send(body);
    }
  }

  async #send(body: { readonly visit: string; readonly events: readonly VisitEvent[] }): Promise<void> {
    const answer = await post(reportUrl, body).catch(() => null);
    if (answer?.status === 409) this.#hasEnded = true;
    // Numbered, so that the server counts those once that did arrive.
    else if (!answer?.ok && this.#events.length < eventsMax) this.#events.unshift(...body.events);
  }
}

function post(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
}
