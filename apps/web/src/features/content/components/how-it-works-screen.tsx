import { scanFormats, scanKinds } from "@blueprint/contract/scan-formats";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

const steps = [
  {
    title: "Read",
    text: "You drop one file. Your browser opens it, recognises what it is by its content and counts triangles, points, splats or pixels. It says at once if the file cannot be used, and why. Up to here nothing has left your computer.",
    who: "Your browser",
  },
  {
    title: "Send",
    text: "The file travels in pieces, and the server writes each piece to its disk before it confirms it. Close the laptop, lose the network, restart the server: the upload goes on behind the last confirmed piece.",
    who: "Browser and server",
  },
  {
    title: "Convert",
    text: "A separate process turns the original into a form that can be streamed: meshes get lighter textures and geometry, point clouds become tiles, panoramas become a pyramid of pictures. A broken file ends that process and nothing else. The original is kept byte for byte.",
    who: "Server",
  },
  {
    title: "Mark",
    text: "You open the editor, click a surface and write what people should know there. That is an anchor. Teammates see each other and their changes live. Every step can be undone, and the screen says when a change is on the server's disk.",
    who: "Your team",
  },
  {
    title: "Publish",
    text: "Publishing freezes the scene as a numbered version and gives it a link. You choose whether it is listed for everybody or known only to those who have the link. Later edits stay with the team until you publish again.",
    who: "Your team",
  },
  {
    title: "Visit",
    text: "A visitor opens the link in any current browser, without an account or an app. They look around from outside or walk inside, by mouse, by finger or by keyboard. The same place exists as a text page with every anchor and where it is.",
    who: "Anybody with the link",
  },
] as const;

const kindTexts = {
  mesh: { label: "Mesh", from: "Phone apps with a depth sensor, photogrammetry, CAD exports" },
  "point-cloud": { label: "Point cloud", from: "Laser scanners on a tripod, mobile mappers, drones" },
  splat: { label: "Splats", from: "Video or photos trained into Gaussian splats" },
  panorama: { label: "Panorama", from: "360° cameras; equirectangular pictures" },
  plan: { label: "Floor plan", from: "Architects' drawings; scanned or photographed sheets" },
} as const;

export function HowItWorksScreen({ picture }: { readonly picture: ReactNode }) {
  return (
    <>
      <PageLead title="One file in, one address out." action={<BeginButton />} picture={picture}>
        A scan is heavy, private and readable by few programs. Six steps turn it into a place that opens in a browser.
        This is what happens in each, and who does it.
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
      <ContentSection
        id="capture"
        title="What to bring"
        aside="The content of a file decides, not the end of its name."
      >
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
          No scan yet? Ask for a{" "}
          <Link to="/scanner-portal" className="text-accent underline underline-offset-2">
            mapping visit
          </Link>
          .
        </p>
      </ContentSection>
      <ContentSection id="people" title="Who may do what">
        <Paragraphs>
          {[
            "An account is made from an invitation. Everybody has a team of their own and can be in as many others as they are invited to.",
            "Owners run the team. Admins invite people. Editors make and publish. Viewers look. Scanners upload for the jobs they are given. The server checks every request against this; the page only asks.",
            "Somebody without the right to see a blueprint gets the same answer as for one that does not exist.",
          ]}
        </Paragraphs>
      </ContentSection>
      <ContentSection id="not-yet" title="What is not there yet">
        <Paragraphs>
          {[
            "You may read elsewhere about guides that answer aloud, drawn zones, measured distances, guided tours and visitor numbers. They are planned and not part of what runs here today. When they are, this page will say so.",
          ]}
        </Paragraphs>
      </ContentSection>
    </>
  );
}
