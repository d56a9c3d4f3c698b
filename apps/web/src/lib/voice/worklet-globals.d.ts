// What the audio worklet's global scope offers: https://webaudio.github.io/web-audio-api/#audioworkletglobalscope.

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  /** Returns whether it wants to be called again. Each input and output is an array of channels. */
  abstract process(
    inputs: readonly (readonly Float32Array[])[],
    outputs: readonly (readonly Float32Array[])[],
  ): boolean;
}

/** The audio context's rate in Hz. */
declare const sampleRate: number;

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
