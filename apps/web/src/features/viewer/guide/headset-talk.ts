import type { Conversation, Exchange } from "../../../lib/live-ai/conversation.ts";
import { guideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import type { VisitorLanguage } from "../../../lib/visitor-texts/visitor-language.ts";
import { voiceOf } from "../../../lib/voice/voice.ts";
import type { HeadsetTalk } from "../xr/headset-talk.ts";
import { sayWhy } from "./say-why.ts";

/**
 * A conversation in a headset: spoken with the microphone that was turned on before, and written beside it. Earlier
 * answers are not repeated.
 */
export function createHeadsetTalk(conversation: Conversation, language: VisitorLanguage): HeadsetTalk {
  const t = guideTexts[language];
  const voice = voiceOf(conversation);
  const before = conversation.getExchanges().at(-1)?.id ?? 0;
  const findNewest = () => conversation.getExchanges().findLast(({ id }) => id > before);
  return {
    getCaption: () => {
      const newest = findNewest();
      if (newest === undefined)
        return voice.getState().microphone === "on"
          ? { title: t("voice.heading"), text: t("voice.triggerHint") }
          : null;
      return { title: newest.question === "" ? t("voice.spoken") : newest.question, text: toAnswer(newest, t) };
    },
    isGoingOn: () => {
      const newest = findNewest();
      const isWaiting = newest !== undefined && newest.state !== "answered" && newest.state !== "unanswered";
      return isWaiting || voice.getState().isPlaying;
    },
    subscribe: (listener) => {
      const stops = [conversation.subscribe(listener), voice.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    press: () => voice.press(),
    release: () => voice.release(),
  };
}

function toAnswer({ state, answer, guide }: Exchange, t: (typeof guideTexts)[VisitorLanguage]): string {
  switch (state) {
    case "speaking":
      return t("voice.speaking");
    case "unsent":
    case "sent":
      return t("conversation.waiting");
    case "unanswered":
      return t("conversation.lost");
    case "answered":
      return guide === undefined || guide.state === "answered" ? answer : t(sayWhy(guide.state, false));
  }
}
