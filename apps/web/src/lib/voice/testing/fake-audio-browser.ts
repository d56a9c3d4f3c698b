import { onTestFinished, vi } from "vitest";

class FakeTrack extends EventTarget {
  muted = false;
  readyState: "live" | "ended" = "live";

  stop(): void {
    this.readyState = "ended";
  }

  /** The device goes away by itself. */
  fail(): void {
    this.readyState = "ended";
    this.dispatchEvent(new Event("ended"));
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? "mute" : "unmute"));
  }
}

class FakePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  readonly posted: unknown[] = [];

  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

/** What a page has of a browser for sound, with a microphone plugged in. */
export class FakeAudioBrowser {
  readonly tracks: FakeTrack[] = [];
  readonly contexts: InstanceType<ReturnType<typeof createContextClass>>[] = [];
  readonly ports: FakePort[] = [];
  readonly mediaDevices = Object.assign(new EventTarget(), { getUserMedia: () => this.#getUserMedia() });
  readonly document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  microphoneFailure: Error | null = null;
  moduleFailure: Error | null = null;
  /** Whether contexts start when asked to. */
  canStart = true;
  /** What has to happen before permission is given. */
  permission: Promise<void> = Promise.resolve();

  constructor() {
    const { ports } = this;
    vi.stubGlobal("navigator", { mediaDevices: this.mediaDevices });
    vi.stubGlobal("document", this.document);
    vi.stubGlobal("AudioContext", createContextClass(this));
    vi.stubGlobal(
      "AudioWorkletNode",
      class {
        readonly port = new FakePort();

        constructor() {
          ports.push(this.port);
        }

        connect(): this {
          return this;
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  /** Tracks and contexts that are not closed. */
  countOpen(): number {
    const live = this.tracks.filter(({ readyState }) => readyState === "live").length;
    return live + this.contexts.filter(({ state }) => state !== "closed").length;
  }

  hide(): void {
    this.document.visibilityState = "hidden";
    this.document.dispatchEvent(new Event("visibilitychange"));
  }

  async #getUserMedia() {
    await this.permission;
    if (this.microphoneFailure !== null) throw this.microphoneFailure;
    const track = new FakeTrack();
    this.tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  }
}

function createContextClass(browser: FakeAudioBrowser) {
  return class extends EventTarget {
    state = "suspended";
    readonly audioWorklet = {
      addModule: async () => {
        if (browser.moduleFailure !== null) throw browser.moduleFailure;
      },
    };

    constructor() {
      super();
      browser.contexts.push(this);
    }

    async resume(): Promise<void> {
      if (!browser.canStart) await new Promise(() => {});
      this.become("running");
    }

    async close(): Promise<void> {
      if (this.state === "closed") throw new DOMException("It is closed already.", "InvalidStateError");
      this.become("closed");
    }

    become(state: string): void {
      this.state = state;
      this.dispatchEvent(new Event("statechange"));
    }

    createMediaStreamSource() {
      return { connect: (node: unknown) => node };
    }
  };
}
