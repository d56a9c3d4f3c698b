import { scanFormats, scanKinds } from "@blueprint/contract/scan-formats";
import { Link } from "@tanstack/react-router";
import { Footprints } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentPage } from "../../../ui/content-page.tsx";
import { VenueDrawing } from "./venue-drawing.tsx";

const steps = [
  {
    title: "Drop a scan",
    text: "Your browser shows what the file contains and whether it can be used. Uploads resume where they stopped, even after you turn off your computer.",
  },
  {
    title: "Mark what matters",
    text: "Click a surface and write what people should know there. Your team sees it as you type. You can undo every step.",
  },
  {
    title: "Give it an address",
    text: "Publish to get a link. Visitors walk the place in a browser, by mouse, touch or keyboard, or read it as text. Unpublish whenever you like.",
  },
] as const;

const kindTexts = {
  mesh: "Mesh",
  "point-cloud": "Point cloud",
  splat: "Splats",
  panorama: "Panorama",
  plan: "Floor plan",
} as const;

const promises = [
  ["Originals stay", "Every file you upload is kept byte for byte. Download it any time."],
  ["Your server", "Run Blueprint on your own machine with one command. You don’t need an account anywhere else."],
  ["Keyboard and text", "Explore a place without a mouse, or read its text version with a screen reader."],
] as const;

export interface HomeScreenProps {
  /** The shared header of public pages, like `foot`. */
  readonly head: ReactNode;
  readonly foot: ReactNode;
  /** The drawn place as a walkable scene. Loaded only when a visitor enters it. */
  readonly renderWalk: (onLeave: () => void) => ReactNode;
  /** Called when a visitor is about to enter. */
  readonly onWalkNear: () => void;
}

/** The home page: what Blueprint does, next to a place that can be walked right away. */
export function HomeScreen({ head, foot, renderWalk, onWalkNear }: HomeScreenProps) {
  const [isWalking, setIsWalking] = useState(false);
  const isSignedIn = useSession().status === "signed-in";
  return (
    <ContentPage head={head} foot={foot}>
      <title>Blueprint: your scan becomes a place people can walk</title>
      <section className="mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-8 px-5 pt-4 pb-14 sm:px-8 lg:grid-cols-[5fr_7fr] lg:pt-10 lg:pb-20">
        <div className="grid gap-6">
          <h1 className="text-display font-strong text-balance">Your scan becomes a place people can walk.</h1>
          <p className="max-w-md text-lead text-ink-soft text-pretty">
            Bring one 3D scan of a shop, a museum, a hotel or a warehouse. It gets a link anyone can open, with notes
            right where people need them.
          </p>
          <div>
            {isSignedIn ? (
              <Button variant="primary" size="large" asChild>
                <Link to="/dashboard">Open your blueprints</Link>
              </Button>
            ) : (
              <Button variant="primary" size="large" asChild>
                <Link to="/login" search={{ ask: true }}>
                  Ask for access
                </Link>
              </Button>
            )}
          </div>
        </div>
        {isWalking ? (
          renderWalk(() => setIsWalking(false))
        ) : (
          <VenueDrawing
            action={
              <Button onPointerEnter={onWalkNear} onFocus={onWalkNear} onClick={() => setIsWalking(true)}>
                <Footprints aria-hidden="true" strokeWidth={1.75} />
                Walk in
              </Button>
            }
          />
        )}
      </section>

      <section aria-labelledby="how" className="border-t border-hairline">
        <div className="mx-auto grid w-full max-w-6xl gap-8 px-5 py-14 sm:px-8">
          <h2 id="how" className="text-title font-strong">
            From a file to an address
          </h2>
          <ol className="grid border-t border-l border-line sm:grid-cols-3">
            {steps.map((step, index) => (
              <li key={step.title} className="grid content-start gap-2 border-r border-b border-line bg-sheet p-5 pb-7">
                <span className="font-mono text-caption text-ink-soft">
                  {index + 1}/{steps.length}
                </span>
                <h3 className="text-lead font-strong">{step.title}</h3>
                <p className="text-ink-soft text-pretty">{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section aria-labelledby="reads" className="border-t border-hairline">
        <div className="mx-auto grid w-full max-w-6xl gap-x-12 gap-y-8 px-5 py-14 sm:px-8 lg:grid-cols-2">
          <div className="grid content-start gap-6">
            <h2 id="reads" className="text-title font-strong">
              What it reads
            </h2>
            <dl className="border-t border-line">
              {scanKinds.map((kind) => (
                <div key={kind} className="grid grid-cols-[8rem_1fr] gap-4 border-b border-hairline py-3">
                  <dt className="font-strong">{kindTexts[kind]}</dt>
                  <dd className="font-mono text-caption/5 text-ink-soft">
                    {Object.values(scanFormats)
                      .filter((format) => format.kind === kind)
                      .map((format) => format.label)
                      .join(", ")}
                  </dd>
                </div>
              ))}
            </dl>
            <p className="text-caption text-ink-soft">Files are recognized by content, not by extension.</p>
          </div>
          <div className="grid content-start gap-6">
            <h2 className="text-title font-strong">What it promises</h2>
            <dl className="border-t border-line">
              {promises.map(([name, text]) => (
                <div key={name} className="grid grid-cols-[8rem_1fr] gap-4 border-b border-hairline py-3">
                  <dt className="font-strong">{name}</dt>
                  <dd className="text-ink-soft text-pretty">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </section>
    </ContentPage>
  );
}
