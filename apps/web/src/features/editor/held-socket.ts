import { tooFastPauseMs } from "@blueprint/contract/collaboration";
import { HocuspocusProviderWebsocket } from "@hocuspocus/provider";

const pauseFactor = 2;
const pausesMax = 5;

/**
 * A socket that stays closed once held. The library's own reconnects a moment after the server closes it, even if
 * `disconnect` was called in between: rejected data would be sent and rejected several times a second.
 */
export class HeldSocket extends HocuspocusProviderWebsocket {
  // Declared only: the library's constructor connects before this class's field initializers run.
  declare private isHeld: boolean | undefined;
  declare private pauseCount: number | undefined;
  declare private timer: ReturnType<typeof setTimeout> | undefined;

  override async connect(): Promise<unknown> {
    return this.isHeld === true ? undefined : await super.connect();
  }

  /** Stays closed for good. */
  hold(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
    this.disconnect();
  }

  /** Stays closed for a while, longer each time; returns how long. */
  comeBackLater(pauseMs: number = tooFastPauseMs): number {
    this.hold();
    const count = Math.min(this.pauseCount ?? 0, pausesMax);
    this.pauseCount = count + 1;
    const waitMs = pauseMs * pauseFactor ** count;
    this.timer = setTimeout(() => {
      this.isHeld = false;
      void this.connect();
    }, waitMs);
    return waitMs;
  }

  /** Resets the backoff: the next pause is short again. */
  forgetPauses(): void {
    this.pauseCount = 0;
  }

  override destroy(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
    super.destroy();
  }
}
