import { Link } from "@tanstack/react-router";
import { formatCount } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { TitleBlock } from "../../../ui/title-block.tsx";
import { demoVenue } from "../demo-venue.ts";

/** The dashboard of a team with a single blueprint: the demo venue. */
export function DemoDashboard() {
  const { name, description, coverUrl, anchors, triangles, sizeM } = demoVenue;
  return (
    <>
      <title>Demo venue: blueprints · Blueprint</title>
      <PageHead title="Blueprints">A team's places appear here, most recently changed first.</PageHead>
      <div className="grid gap-5">
        <DimensionLine>
          <span>1 blueprint</span>
        </DimensionLine>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <article className="relative flex flex-col border border-line bg-sheet transition-colors duration-120 focus-within:border-accent hover:border-ink">
            <img
              src={coverUrl}
              alt=""
              width={640}
              height={400}
              className="aspect-[16/10] w-full bg-sunken object-cover"
            />
            <TitleBlock
              title={
                <div className="grid min-w-0 gap-1">
                  <h2 className="font-strong">
                    <Link
                      to="/blueprint-editor/{-$id}"
                      search
                      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                    >
                      {name}
                    </Link>
                  </h2>
                  <p className="flex min-h-5 items-center gap-2 text-caption text-ink-soft">
                    <Badge tone="attention">Demo</Badge>
                    Museum
                  </p>
                </div>
              }
              cells={[
                { label: "Size", value: `${sizeM[0]!.toFixed(0)} × ${sizeM[2]!.toFixed(0)} m` },
                { label: "Anchors", value: formatCount(anchors.length) },
                { label: "Triangles", value: formatCount(triangles) },
              ]}
            />
          </article>
          <section className="grid content-start gap-2 border border-hairline p-5 xl:col-span-2">
            <h2 className="text-lead font-strong">About this place</h2>
            <p className="max-w-prose text-ink-soft text-pretty">{description}</p>
            <p className="max-w-prose text-ink-soft text-pretty">
              It was modelled by a script of this project and went through the same converter as any scan. With an
              account you can add it to your team as a blueprint of your own, and change it as you like.
            </p>
          </section>
        </div>
      </div>
    </>
  );
}
