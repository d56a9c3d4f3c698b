import { speechRules } from "@blueprint/contract/conversations";
import type { LiveClient } from "./live-client.ts";

const { bytesPerSample, questionHz, questionSecondsMax } = speechRules;
/** Characters of base64 in the longest question. */
const charactersMax = Math.ceil((questionSecondsMax * questionHz * bytesPerSample * 4) / 3);

/** A question as it is spoken, kept until it is answered. */
export class SpokenQuestion {
  readonly beganAtMs = performance.now();
  /** The same however often it is sent. */
  readonly #id = crypto.randomUUID();
  readonly #pieces: string[] = [];
  #characters = 0;
  #sentCount = 0;
  #isEnded = false;
  #isEndSent = false;
  #isLeadSent = false;

  /** Whether it is as long as a question may be. */
  get isFull(): boolean {
    return this.#characters >= charactersMax;
  }

  get hasBegunSending(): boolean {
    return this.#sentCount > 0;
  }

  get isSent(): boolean {
    return this.#isEndSent;
  }

  /** @param data base64 of 16 kHz 16-bit mono PCM */
  add(data: string): void {
    this.#pieces.push(data);
    this.#characters += data.length;
  }

  end(): void {
    this.#isEnded = true;
  }

  /**
   * Sends what has not been sent.
   * @param transcript id of the conversation, if it may be kept
   * @param toLead what a service has to know before it hears the question; null for our own server's relay, which knows
   */
  send(client: LiveClient, transcript: string | null, toLead: (() => string) | null): void {
    if (toLead !== null && !this.#isLeadSent && this.#pieces.length > 0)
      this.#isLeadSent = client.sendContent([{ text: toLead() }], false);
    if (toLead !== null && !this.#isLeadSent) return;
    for (const piece of this.#pieces.slice(this.#sentCount)) {
      if (!client.sendMedia(piece)) return;
      this.#sentCount += 1;
    }
    if (this.#isEnded && !this.#isEndSent)
      this.#isEndSent = toLead === null ? client.endSpeech(this.#id, transcript) : client.endTurn();
  }

  /** The connection is lost: all of it has to be sent again. */
  rewind(): void {
    this.#sentCount = 0;
    this.#isEndSent = false;
    this.#isLeadSent = false;
  }
}
