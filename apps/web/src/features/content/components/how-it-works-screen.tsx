import { scanFormats, scanKinds } from "@blueprint/contract/scan-formats";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

const steps = [
  {
    title: "Check",
    text: "Drop in a file. Your browser recognizes it by its content and counts triangles, points, splats or pixels. If the file can’t be used, you see why at once. Nothing has left your computer so far.",
    who: "Your browser",
  },
  {
    title: "Upload",
    text: "The file goes up in pieces, and the server writes each one to disk before confirming it. Close the laptop, lose the network, restart the server: the upload resumes after the last confirmed byte.",
    who: "Browser and server",
  },
  {
    title: "Convert",
    text: "A separate process turns the original into something that streams: levels of detail for meshes and splats, tiles for point clouds, picture pyramids for panoramas. A broken file stops that process and nothing else. The original is kept byte for byte.",
    who: "Server",
  },
  {
    title: "Mark",
    text: "Open the editor, click a surface and write what people should know there. That’s an anchor. Draw zones, measure, save views and put stops together into tours. Teammates see each other’s changes live. You can undo every step, and the screen shows when a change is saved.",
    who: "Your team",
  },
  {
    title: "Publish",
    text: "Publishing freezes the scene as a numbered version with a link. You choose who may open it: everyone, anyone with the link or a password, or your team. Later edits stay with the team until you publish again.",
    who: "Your team",
  },
  {
    title: "Visit",
    text: "Visitors open the link in any current browser, without an account or an app. They look around, walk, follow a tour and measure, by mouse, touch or keyboard. The same place is also a text page with its anchors, zones and tours.",
    who: "Anyone you share it with",
  },
] as const;

const kindTexts = {
  mesh: { label: "Mesh", from: "Phone apps with a depth sensor, photogrammetry, CAD exports" },
  "point-cloud": { label: "Point cloud", from: "Laser scanners on a tripod, mobile mappers, drones" },
  splat: { label: "Splats", from: "Video or photos trained into Gaussian splats" },
  panorama: { label: "Panorama", from: "360° cameras; equirectangular pictures" },
  plan: { label: "Floor plan", from: "Architects’ drawings; scanned or photographed sheets" },
} as const;

export function HowItWorksScreen({ picture }: { readonly picture: ReactNode }) {
  return (
    <>
      <PageLead title="One file in, one address out." action={<BeginButton />} picture={picture}>
        A scan is large, private and readable by few programs. Six steps turn it into a place that opens in a browser.
        Here is what happens in each.
      </PageLead>
      <ContentSection id="steps" title="The six steps">
        <ol className="grid border-t border-l border-line md:grid-cols-2">
          {steps.map((step, index) => (
            <li key={step.title} className="grid content-start gap-2 border-r border-b border-line bg-sheet p-5 pb-6">
              <p className="flex justify-between gap-3 font-mono text-caption text-ink-soft">
                <span>
                  {index + 1}/{steps.length}
                </span>
                <span>{step.who}</span>
              </p>
              <h3 className="text-lead font-strong">{step.title}</h3>
              <p className="text-ink-soft text-pretty">{step.text}</p>
            </li>
          ))}
        </ol>
      </ContentSection>
      <ContentSection id="capture" title="What to bring" aside="Files are recognized by content, not by extension.">
        <dl className="border-t border-line">
          {scanKinds.map((kind) => (
            <div key={kind} className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[8rem_1fr_1fr]">
              <dt className="font-strong">{kindTexts[kind].label}</dt>
              <dd className="text-ink-soft text-pretty">{kindTexts[kind].from}</dd>
              <dd className="font-mono text-caption/5 text-ink-soft">
                {Object.values(scanFormats)
                  .filter((format) => format.kind === kind)
                  .map(({ label }) => label)
                  .join(", ")}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 max-w-2xl text-ink-soft text-pretty">
          No scan yet? Request a{" "}
          <Link to="/scanner-portal" className="text-accent underline underline-offset-2">
            mapping visit
          </Link>
          .
        </p>
      </ContentSection>
      <ContentSection id="people" title="Who can do what">
        <Paragraphs>
          {[
            "Accounts are created by invitation. Everyone has a personal team and can join others.",
            "Owners run the team. Admins invite people. Editors create and publish. Viewers look and comment. The server checks every request against these roles.",
            "To people who may not see it, a blueprint looks as if it didn’t exist.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
