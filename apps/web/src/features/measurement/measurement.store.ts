import { isMeasurementOn } from "@blueprint/contract/build-settings";
import { measurementEndpoint } from "@blueprint/contract/spec-constants";
import { createStore, useStore } from "zustand";
import { buildSettings } from "../../lib/build-settings.ts";
import { refusesTracking } from "../../lib/tracking-refusal.ts";
import { toCollectRequest } from "./page-view.ts";

/** `unwanted`: the browser signals that its user opts out of tracking, so the page doesn't ask. */
export type MeasurementChoice = "unasked" | "agreed" | "refused" | "unwanted";

interface MeasurementState {
  readonly choice: MeasurementChoice;
}

/** Whether this build counts page views. */
export const isMeasured = isMeasurementOn(buildSettings);

const key = `${buildSettings.projectId}.measurement`;

// A browser opt-out overrides earlier consent.
const store = createStore<MeasurementState>(() => ({ choice: refusesTracking() ? "unwanted" : readChoice() }));

function readStored(): { readonly choice?: unknown; readonly clientId?: unknown } {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as { choice?: unknown; clientId?: unknown };
  } catch {
    return {};
  }
}

function readChoice(): MeasurementChoice {
  const { choice } = readStored();
  return choice === "agreed" || choice === "refused" ? choice : "unasked";
}

function remember(stored: { readonly choice: "agreed" | "refused"; readonly clientId?: string }): void {
  store.setState({ choice: stored.choice });
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Storage is blocked: the choice lasts until the page unloads.
  }
}

const randomNumber = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
// Lives as long as this page and is stored nowhere.
const sessionId = randomNumber();
let clientId: string | null = null;
let lastView: { readonly page: string; readonly atMs: number } | null = null;

export const measurement = {
  agree(): void {
    clientId = `${randomNumber()}.${randomNumber()}`;
    remember({ choice: "agreed", clientId });
  },

  /** Also withdraws consent; this browser's random number is deleted. */
  refuse(): void {
    clientId = null;
    lastView = null;
    remember({ choice: "refused" });
  },

  /** Sends a page view; nothing without consent, and no page twice in a row. */
  notePage(page: string): void {
    if (store.getState().choice !== "agreed" || lastView?.page === page) return;
    const nowMs = performance.now();
    const engagementMs = lastView === null ? 0 : nowMs - lastView.atMs;
    lastView = { page, atMs: nowMs };
    const stored = readStored().clientId;
    clientId ??= typeof stored === "string" ? stored : `${randomNumber()}.${randomNumber()}`;
    const { url, body } = toCollectRequest(
      {
        endpoint: buildSettings.measurementEndpoint ?? measurementEndpoint,
        measurementId: buildSettings.measurementId,
        apiSecret: buildSettings.apiKey ?? "",
      },
      { origin: location.origin, page, clientId, sessionId, engagementMs },
    );
    const request = { method: "POST", mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" } as const;
    // A lost count must not affect the page.
    void fetch(url, { ...request, keepalive: true, body }).catch(() => {});
  },
};

export function useMeasurementChoice(): MeasurementChoice {
  return useStore(store, ({ choice }) => choice);
}
