import type { Conversation } from "../live-ai/conversation.ts";
import { Microphone, MicrophoneError, type MicrophoneFailure, type MicrophoneLoss } from "./microphone.ts";
import { decodeBase64, encodeBase64 } from "./pcm.ts";
import { Speaker } from "./speaker.ts";
import { VoiceActivity } from "./voice-activity.ts";

/** "hold": while a button or key is held; "hands-free": whenever somebody speaks. */
export type SpeakingMode = "hold" | "hands-free";

export interface VoiceState {
  readonly microphone: "off" | "opening" | "on";
  readonly mode: SpeakingMode;
  /** Whether what the microphone hears is sent. */
  readonly isSpeaking: boolean;
  /** Whether an answer is being heard. */
  readonly isPlaying: boolean;
  readonly problem: MicrophoneFailure | MicrophoneLoss | null;
}

/** Chunks of 40 ms before somebody was noticed, or the key was down: the beginning of the first word. */
const leadChunks = 8;
/** Shorter presses are slips. */
const pressChunksMin = 5;
/** Fingers are faster than the end of the last word. */
const tailChunks = 5;

/** A visitor's microphone and the answers that they hear. Nothing is sent unless they speak or hold the key. */
export class Voice {
  readonly #conversation: Conversation;
  readonly #listeners = new Set<() => void>();
  #state: VoiceState = { microphone: "off", mode: "hold", isSpeaking: false, isPlaying: false, problem: null };
  #level = 0;
  #microphone: Microphone | null = null;
  #speaker: Speaker | null = null;
  #activity = new VoiceActivity();
  #lead: Int16Array[] = [];
  #isHeld = false;
  #heldChunks = 0;
  #tailLeft = 0;
  #mustPause = false;
  /** Counts openings: one that was given up must not come into effect. */
  #opening = 0;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): VoiceState => this.#state;

  /** Loudness from 0 to 1. */
  readonly getLevel = (): number => this.#level;

  /** Call it in a visitor's gesture. */
  async turnOn(): Promise<void> {
    this.turnOff();
    const opening = ++this.#opening;
    this.#change({ microphone: "opening" });
    const speaker = Speaker.open((state) => this.#change({ isPlaying: state === "playing" })).catch(() => null);
    const microphone = await Microphone.open({
      onChunk: (samples, level) => this.#take(samples, level),
      onLost: (loss) => this.#lose(loss),
    }).catch((error: unknown) => (error instanceof MicrophoneError ? error.failure : "unsupported"));
    const opened = await speaker;
    if (opening !== this.#opening || typeof microphone === "string") {
      opened?.close();
      if (typeof microphone !== "string") microphone.close();
      else if (opening === this.#opening) this.#change({ microphone: "off", problem: microphone });
      return;
    }
    this.#microphone = microphone;
    this.#hear(opened);
    this.#change({ microphone: "on" });
  }

  /** Ends a question that is being spoken, and what is heard. */
  turnOff(): void {
    this.#opening += 1;
    this.#stopSpeaking();
    this.#microphone?.close();
    this.#microphone = null;
    this.#conversation.sound = null;
    this.#speaker?.close();
    this.#speaker = null;
    this.#lead = [];
    this.#isHeld = false;
    this.#level = 0;
    this.#change({ microphone: "off", isPlaying: false, problem: null });
  }

  setMode(mode: SpeakingMode): void {
    this.#stopSpeaking();
    this.#activity = new VoiceActivity();
    this.#change({ mode });
  }

  /** The key goes down. */
  press(): void {
    if (this.#state.microphone !== "on" || this.#isHeld) return;
    this.#isHeld = true;
    this.#heldChunks = 0;
    this.silence();
  }

  /** The key goes up. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (this.#state.isSpeaking) this.#tailLeft = tailChunks;
  }

  /** Ends what is being heard. */
  silence(): void {
    this.#conversation.silence();
  }

  #hear(speaker: Speaker | null): void {
    this.#speaker = speaker;
    this.#conversation.sound =
      speaker === null
        ? null
        : {
            play: (data) => speaker.play(decodeBase64(data)),
            end: () => speaker.end(),
            clear: () => speaker.clear(),
          };
  }

  #take(samples: Int16Array, level: number): void {
    this.#level = level;
    const isVoice = this.#activity.push(samples);
    this.#lead = [...this.#lead, samples].slice(-leadChunks);
    if (this.#isHeld) this.#heldChunks += 1;
    if (!isVoice) this.#mustPause = false;
    if (this.#state.isSpeaking) {
      if (!this.#conversation.speak(encodeBase64(samples))) this.#cutOff();
      else if (this.#isOver(isVoice)) this.#stopSpeaking();
    } else if (this.#isBegun(isVoice)) this.#startSpeaking();
    this.#tell();
  }

  #isBegun(isVoice: boolean): boolean {
    if (this.#isHeld) return this.#heldChunks >= pressChunksMin;
    return this.#state.mode === "hands-free" && isVoice && !this.#mustPause;
  }

  #isOver(isVoice: boolean): boolean {
    if (this.#isHeld) return false;
    if (this.#tailLeft > 0) this.#tailLeft -= 1;
    return this.#state.mode === "hands-free" ? !isVoice : this.#tailLeft === 0;
  }

  #startSpeaking(): void {
    this.#tailLeft = 0;
    this.#conversation.beginSpeech();
    for (const chunk of this.#lead) this.#conversation.speak(encodeBase64(chunk));
    this.#change({ isSpeaking: true });
  }

  #stopSpeaking(): void {
    if (!this.#state.isSpeaking) return;
    this.#conversation.endSpeech();
    this.#change({ isSpeaking: false });
  }

  /** The question is as long as it may be: the next one begins after a pause. */
  #cutOff(): void {
    this.#isHeld = false;
    this.#mustPause = true;
    this.#stopSpeaking();
  }

  #lose(loss: MicrophoneLoss): void {
    this.turnOff();
    this.#change({ problem: loss });
  }

  #change(change: Partial<VoiceState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const voices = new WeakMap<Conversation, Voice>();

/** The voice of a conversation: it remembers how somebody likes to speak, however often the guide is opened. */
export function voiceOf(conversation: Conversation): Voice {
  const voice = voices.get(conversation) ?? new Voice(conversation);
  voices.set(conversation, voice);
  return voice;
}
