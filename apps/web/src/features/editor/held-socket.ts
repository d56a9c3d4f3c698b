import { tooFastPauseMs } from "@blueprint/contract/collaboration";
import { HocuspocusProviderWebsocket } from "@hocuspocus/provider";

const pauseFactor = 2;
const pausesMax = 5;

/**
 * A socket that stays away when it is told to. The library's own comes back a moment after the server closed it, also
 * where `disconnect` was called meanwhile: what was refused would be sent, and refused, several times a second.
 */
export class HeldSocket extends HocuspocusProviderWebsocket {
  // Declared only: the library's constructor connects before fields of this class would be set.
  declare private isHeld: boolean | undefined;
  declare private pauseCount: number | undefined;
  declare private timer: ReturnType<typeof setTimeout> | undefined;

  override async connect(): Promise<unknown> {
    return this.isHeld === true ? undefined : await super.connect();
  }

  /** Stays away for good. */
  hold(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
    this.disconnect();
  }

  /** Stays away for a while, and longer each time; answers how long. */
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

  /** All is well again: the next pause is a short one. */
  forgetPauses(): void {
    this.pauseCount = 0;
  }

  override destroy(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
    super.destroy();
  }
}
