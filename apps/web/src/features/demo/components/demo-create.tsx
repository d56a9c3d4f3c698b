import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatBytes, formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { demoVenue } from "../demo-venue.ts";
import { FactList } from "./fact-list.tsx";

/** Shows how a blueprint is created. The file check is real: it runs entirely in the browser. */
export function DemoCreate({ fileCheck }: { readonly fileCheck: ReactNode }) {
  const { name, fileName, triangles, deliveryBytes, sizeM } = demoVenue;
  return (
    <>
      <title>Demo venue: new blueprint · Blueprint</title>
      <PageHead title="New blueprint">
        With an account, you start a blueprint here: a name, a kind of place and its first scan.
      </PageHead>
      <div className="grid max-w-5xl items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <section className="grid gap-3">
          <h2 className="text-lead font-strong">How the demo venue started</h2>
          <FactList
            facts={[
              ["Name", name],
              ["Kind of place", "Museum"],
              ["File", fileName],
              ["Format", "GLB, metres, y up"],
              ["Size", sizeM.map((value) => `${value.toFixed(1)} m`).join(" × ")],
              ["Triangles", formatCount(triangles)],
              ["Delivered to visitors", formatBytes(deliveryBytes)],
            ]}
          />
        </section>
        <section className="grid gap-3">
          <h2 className="text-lead font-strong">Try it with your own file</h2>
          {fileCheck}
          <p className="text-caption text-ink-soft text-pretty">
            Your browser checks the file and shows its details. Nothing is uploaded: that needs an account.
          </p>
        </section>
      </div>
      <div className="mt-8 flex flex-wrap gap-2 border-t border-hairline pt-5">
        <Button variant="primary" asChild>
          <Link to="/login" search={{ ask: true }}>
            Ask for access
          </Link>
        </Button>
        <Button asChild>
          <Link to="/blueprint-editor/{-$id}" search>
            Open the demo venue
          </Link>
        </Button>
      </div>
    </>
  );
}
