import { Mic, MicOff, VolumeX } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { useHold } from "../../../lib/voice/use-hold.ts";
import { voiceOf } from "../../../lib/voice/voice.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { spokenEntriesMax } from "../knowledge.ts";

/** Speaking with the live AI while a button is held, and hearing its answers. */
export function SpeakToGuide({ conversation }: { readonly conversation: Conversation }) {
  const t = useGuideTexts();
  const voice = voiceOf(conversation);
  useEffect(() => () => voice.turnOff(), [voice]);
  const { microphone, isSpeaking, isPlaying, problem } = useSyncExternalStore(voice.subscribe, voice.getState);
  const hold = useHold(voice);
  return (
    <div className="grid justify-items-start gap-2">
      {problem === null ? null : <Notice tone="attention">{t(`voice.problems.${problem}`)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {microphone === "on" ? (
          <>
            <Button
              variant={isSpeaking ? "primary" : "outline"}
              className="touch-none"
              aria-pressed={isSpeaking}
              {...hold}
            >
              <Mic aria-hidden="true" strokeWidth={1.75} />
              {t("voice.hold")}
            </Button>
            {isPlaying ? (
              <Button onClick={() => voice.silence()}>
                <VolumeX aria-hidden="true" strokeWidth={1.75} />
                {t("voice.silence")}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={() => voice.turnOff()}>
              <MicOff aria-hidden="true" strokeWidth={1.75} />
              {t("voice.turnOff")}
            </Button>
          </>
        ) : (
          <Button busy={microphone === "opening"} onClick={() => void voice.turnOn()}>
            <Mic aria-hidden="true" strokeWidth={1.75} />
            {t("voice.turnOn")}
          </Button>
        )}
      </div>
      <p className="text-caption text-pretty text-ink-soft">
        What you say goes to the AI service while you hold the button, with the first {spokenEntriesMax} anchors,
        because the question isn't known in advance. Answers are heard while the microphone is on.
      </p>
    </div>
  );
}
