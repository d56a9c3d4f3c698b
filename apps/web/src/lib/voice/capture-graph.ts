import type { CapturedChunk } from "./capture.worklet.ts";
import captureWorkletUrl from "./capture.worklet.ts?worker&url";

/** How long an audio context may take to start. */
const startMsMax = 3_000;

/** A microphone's stream on its way through the capture worklet. */
export interface CaptureGraph {
  readonly context: AudioContext;
  readonly track: MediaStreamTrack;
  close(): void;
}

/**
 * Asks for the default microphone and delivers its sound in chunks. Leaves nothing open when it fails.
 * @throws DOMException from `getUserMedia`, or whatever the audio context refuses
 */
export async function openCaptureGraph(onChunk: (chunk: CapturedChunk) => void): Promise<CaptureGraph> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  try {
    return await connectGraph(stream, onChunk);
  } catch (error) {
    stopTracks(stream);
    throw error;
  }
}

async function connectGraph(stream: MediaStream, onChunk: (chunk: CapturedChunk) => void): Promise<CaptureGraph> {
  // Made once the microphone runs: a headset can change its rate with it, and Firefox connects only equal rates.
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(captureWorkletUrl);
    const node = new AudioWorkletNode(context, "capture");
    node.port.onmessage = ({ data }: MessageEvent<CapturedChunk>) => onChunk(data);
    // The node's output is silent. Browsers may leave out nodes that don't lead to the destination.
    context.createMediaStreamSource(stream).connect(node).connect(context.destination);
    await startContext(context);
    const close = () => {
      node.port.onmessage = null;
      node.port.postMessage("stop");
      stopTracks(stream);
      closeContext(context);
    };
    return { context, track: stream.getAudioTracks()[0]!, close };
  } catch (error) {
    closeContext(context);
    throw error;
  }
}

/** Without a visitor's gesture, `resume` can stay pending for ever. */
async function startContext(context: AudioContext): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The audio context didn't start.")), startMsMax);
  });
  try {
    await Promise.race([context.resume(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function closeContext(context: AudioContext): void {
  // Rejects only if it is closed already.
  context.close().catch(() => {});
}
