import { uploadLimits } from "./limits.ts";

/** The business constants of spec §9. All code imports them from here; a test checks each against the specification. */
export const newAccountConstants = {
  planType: "free",
  credits: 0,
  dailyActiveStreak: 1,
  numSessions: 1,
  referralCodeCharacters: 6,
} as const;

/** Query defaults. */
export const queryConstants = {
  retry: false,
  staleTimeMs: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  /** Results stay cached this long after their last use. */
  cacheTimeMs: 5 * 60_000,
} as const;

export const mutationConstants = { retry: false } as const;

export const toastConstants = {
  visibleMax: 1,
  autoDismissMs: 5_000,
  swipeDirection: "right",
  /** Minimum distance of a swipe that dismisses. */
  swipeThresholdPx: 50,
  removalDelayMs: 1_000_000,
  hotkey: "F8",
} as const;

/** Defaults of the storage and sign-in providers' clients. */
export const providerConstants = {
  networkTimeoutMs: { desktop: 30_000, mobile: 60_000 },
  tokenRefreshBeforeExpiryMs: 5 * 60_000,
} as const;

/** spec §7 and §9: generation parameters of the live AI, and what is sent to it. */
export const liveAiConstants = {
  candidateCount: 1,
  maxOutputTokens: 1_024,
  temperature: 0.3,
  topP: 1,
  topK: 1,
  voiceName: "Charon",
  audioSampleRateHz: 16_000,
  audioBitsPerSample: 16,
} as const;

/** The provider's bidirectional streaming socket (spec §7). */
export const liveAiEndpoint =
  "wss://generativelanguage.googleapis.com/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContent";

/** The provider's documented URL for page views (Measurement Protocol of Google Analytics 4). */
export const measurementEndpoint = "https://www.google-analytics.com/mp/collect";

export const uploadConstants = uploadLimits;

/** The first message of a connection to the live AI (spec §7). The provider's name for speech is AUDIO. */
export function toLiveSetup(model: string, voiceName: string) {
  const { candidateCount, maxOutputTokens, temperature, topP, topK } = liveAiConstants;
  return {
    setup: {
      model: `models/${model}`,
      stream: true,
      generationConfig: {
        responseModalities: ["TEXT", "AUDIO"],
        candidateCount,
        maxOutputTokens,
        temperature,
        topP,
        topK,
        stopSequences: [],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
      },
    },
  };
}
