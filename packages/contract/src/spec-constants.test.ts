import { describe, expect, test } from "vitest";
import {
  liveAiConstants,
  mutationConstants,
  newAccountConstants,
  providerConstants,
  queryConstants,
  toastConstants,
  uploadConstants,
} from "./spec-constants.ts";

// The literals come from the specification: a changed constant must fail here first.
describe("the business constants of spec §9", () => {
  test("new accounts: plan free, 0 credits, streak 1, 1 session, referral code of 6 characters", () => {
    expect(newAccountConstants).toEqual({
      planType: "free",
      credits: 0,
      dailyActiveStreak: 1,
      numSessions: 1,
      referralCodeCharacters: 6,
    });
  });

  test("providers: a response within 30 s, 60 s on mobile; tokens are renewed 5 minutes before they expire", () => {
    expect(providerConstants).toEqual({
      networkTimeoutMs: { desktop: 30_000, mobile: 60_000 },
      tokenRefreshBeforeExpiryMs: 300_000,
    });
  });

  test("data queries: no retry, never stale, no refetch on window focus, no polling", () => {
    expect(queryConstants.retry).toBe(false);
    expect(queryConstants.staleTimeMs).toBe(Number.POSITIVE_INFINITY);
    expect(queryConstants.refetchOnWindowFocus).toBe(false);
    expect(queryConstants.refetchInterval).toBe(false);
  });

  test("data queries: cached for 5 minutes after their last use", () => {
    expect(queryConstants.cacheTimeMs).toBe(300_000);
  });

  test("mutations: no retry", () => {
    expect(mutationConstants.retry).toBe(false);
  });

  test("toasts: one visible, 5000 ms, swipe right past 50 px, removed after 1,000,000 ms, F8", () => {
    expect(toastConstants).toEqual({
      visibleMax: 1,
      autoDismissMs: 5000,
      swipeDirection: "right",
      swipeThresholdPx: 50,
      removalDelayMs: 1000000,
      hotkey: "F8",
    });
  });

  test("live AI: 1024 tokens, temperature 0.3, audio of 16000 Hz and 16 bits", () => {
    expect(liveAiConstants).toMatchObject({
      maxOutputTokens: 1024,
      temperature: 0.3,
      audioSampleRateHz: 16000,
      audioBitsPerSample: 16,
    });
  });

  test("live AI: one candidate, topP 1, topK 1, the voice Charon (spec §7)", () => {
    expect(liveAiConstants).toMatchObject({ candidateCount: 1, topP: 1, topK: 1, voiceName: "Charon" });
  });

  test("uploads: one request up to 256 KiB; chunks start at 256 KiB and double while under 32 MiB", () => {
    expect(uploadConstants).toEqual({
      singleRequestBytesMax: 262144,
      chunkBytesStart: 262144,
      chunkBytesMax: 33554432,
    });
  });
});
