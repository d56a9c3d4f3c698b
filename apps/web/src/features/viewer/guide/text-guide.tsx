import { MessageCircleQuestion } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";

// Loaded when it is opened.
const PlaceGuide = lazy(async () => ({ default: (await import("./place-guide.tsx")).PlaceGuide }));

/** The guide of the text version: what it finds, it jumps to. */
export function TextGuide({
  blueprint,
  eyes,
  findHeading,
}: {
  readonly blueprint: SpokenBlueprint;
  readonly eyes: PlaceEyes;
  /** The heading of an object on this page; null if it has none. */
  readonly findHeading: (objectId: string) => HTMLElement | null;
}) {
  const { t } = useWording();
  const [isOpen, setOpen] = useState(false);
  const [question, setQuestion] = useState("");
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => () => conversation?.close(), [conversation]);
  if (!isOpen)
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        <MessageCircleQuestion aria-hidden="true" strokeWidth={1.5} />
        {t("guide.heading")}
      </Button>
    );
  return (
    <section aria-labelledby="guide-heading" className="rounded-sharp border border-line bg-sheet">
      <h2 id="guide-heading" className="border-b border-hairline px-4 py-2.5 text-lead font-strong">
        {t("guide.heading")}
      </h2>
      <Suspense fallback={null}>
        <PlaceGuide
          blueprint={blueprint}
          eyes={eyes}
          question={question}
          onQuestion={setQuestion}
          conversation={conversation}
          onConversation={setConversation}
          findWay={({ id }) => {
            const heading = findHeading(id);
            if (heading === null) return null;
            return () => {
              heading.scrollIntoView({ block: "start" });
              heading.focus({ preventScroll: true });
            };
          }}
          takesFocus
        />
      </Suspense>
    </section>
  );
}
