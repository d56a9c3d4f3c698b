import { Mic, MicOff, VolumeX } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { useHeldSpaceBar, useHold } from "../../../lib/voice/use-hold.ts";
import { type SpeakingMode, type Voice, type VoiceState, voiceOf } from "../../../lib/voice/voice.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";

/** The visitor's microphone and the guide's voice. Closing the controls turns the microphone off. */
export function VoiceControls({
  conversation,
  service,
}: {
  readonly conversation: Conversation;
  /** Host of the AI service. */
  readonly service: string;
}) {
  const t = useGuideTexts();
  const voice = voiceOf(conversation);
  useEffect(() => () => voice.turnOff(), [voice]);
  const state = useSyncExternalStore(voice.subscribe, voice.getState);
  const isOn = state.microphone === "on";
  return (
    <section
      aria-labelledby="guide-voice"
      className="grid justify-items-start gap-2.5 rounded-sharp border border-hairline bg-sunken px-3.5 py-3"
    >
      {/* On a phone, an open microphone leaves room for what is said. */}
      <h3 id="guide-voice" className={classNames("font-strong", isOn && "max-sm:sr-only")}>
        {t("voice.heading")}
      </h3>
      {isOn ? null : <p className="break-words text-pretty">{t("voice.text", { service })}</p>}
      {state.problem === null ? null : <Notice tone="attention">{t(`voice.problems.${state.problem}`)}</Notice>}
      <div className={classNames("flex flex-wrap items-center gap-2", isOn && "max-sm:hidden")}>
        <SegmentedControl<SpeakingMode>
          label={t("voice.mode")}
          segments={[
            { value: "hold", label: t("voice.holding") },
            { value: "hands-free", label: t("voice.handsFree") },
          ]}
          value={state.mode}
          onChange={(mode) => voice.setMode(mode)}
        />
        {isOn ? null : (
          <Button busy={state.microphone === "opening"} onClick={() => void voice.turnOn()}>
            <Mic aria-hidden="true" strokeWidth={1.75} />
            {t("voice.turnOn")}
          </Button>
        )}
      </div>
      {isOn ? <OpenMicrophone voice={voice} state={state} /> : null}
    </section>
  );
}

function OpenMicrophone({ voice, state }: { readonly voice: Voice; readonly state: VoiceState }) {
  const t = useGuideTexts();
  const hold = useHold(voice);
  useHeldSpaceBar(voice);
  const { mode, isSpeaking, isPlaying } = state;
  return (
    <>
      <p className="text-caption text-pretty text-ink-soft max-sm:hidden">
        {t(mode === "hold" ? "voice.holdHint" : "voice.handsFreeHint")}
      </p>
      <div className="flex flex-wrap items-center gap-2.5">
        <div className="flex items-center gap-3">
          <LevelMeter voice={voice} />
          <p role="status" className="text-caption text-ink-soft">
            {t(isSpeaking ? "voice.speaking" : isPlaying ? "voice.playing" : "voice.ready")}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {mode === "hold" ? (
            <Button
              variant={isSpeaking ? "primary" : "outline"}
              size="large"
              className="touch-none"
              aria-pressed={isSpeaking}
              {...hold}
            >
              <Mic aria-hidden="true" strokeWidth={1.75} />
              {t("voice.hold")}
            </Button>
          ) : null}
          {isPlaying ? (
            <Button onClick={() => voice.silence()}>
              <VolumeX aria-hidden="true" strokeWidth={1.75} />
              <span className="max-sm:sr-only">{t("voice.silence")}</span>
            </Button>
          ) : null}
          <Button onClick={() => voice.turnOff()}>
            <MicOff aria-hidden="true" strokeWidth={1.75} />
            <span className="max-sm:sr-only">{t("voice.turnOff")}</span>
          </Button>
        </div>
      </div>
    </>
  );
}

/** For the eye: the status beside it says the rest. */
function LevelMeter({ voice }: { readonly voice: Voice }) {
  const level = useSyncExternalStore(voice.subscribe, voice.getLevel);
  return (
    <div aria-hidden="true" className="h-1.5 w-24 max-sm:w-12 overflow-hidden rounded-full bg-hairline">
      <div
        className="h-full origin-left bg-accent transition-transform duration-75 motion-reduce:transition-none"
        style={{ transform: `scaleX(${level})` }}
      />
    </div>
  );
}
