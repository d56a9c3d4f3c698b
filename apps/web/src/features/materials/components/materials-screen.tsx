import { Link } from "@tanstack/react-router";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { printDrawing } from "../print-drawing.ts";
import { drawSignSheet, type SignSize, signSizes } from "../sign-sheet.ts";

export interface SignPlace {
  readonly slug: string;
  readonly name: string;
}

/** QR signs for the team's published places. */
export function MaterialsScreen({ places }: { readonly places: readonly SignPlace[] }) {
  return (
    <>
      <title>Venue signs · Blueprint</title>
      <PageHead title="Venue signs">Print QR signs that open a published place.</PageHead>
      {places.length === 0 ? (
        <EmptyState
          title="Nothing is published yet"
          action={
            <Button asChild>
              <Link to="/dashboard">Go to your blueprints</Link>
            </Button>
          }
        >
          Publish a blueprint to print signs for it.
        </EmptyState>
      ) : (
        <SignMaker places={places} />
      )}
    </>
  );
}

function SignMaker({ places }: { readonly places: readonly SignPlace[] }) {
  const [slug, setSlug] = useState(places[0]?.slug ?? "");
  const [size, setSize] = useState<SignSize>("medium");
  const [line, setLine] = useState("Scan to walk in");
  const [isBlocked, setBlocked] = useState(false);
  const place = places.find((candidate) => candidate.slug === slug) ?? places[0];
  if (place === undefined) return null;
  const url = `${location.origin}/webxr?b=${place.slug}`;
  const svg = drawSignSheet({ url, title: place.name, line }, size);
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-5">
        <Select
          label="Place"
          options={places.map((candidate) => ({ value: candidate.slug, label: candidate.name }))}
          value={place.slug}
          onChange={(event) => setSlug(event.target.value)}
        />
        <RadioCards
          label="Size"
          columns={1}
          value={size}
          onChange={setSize}
          options={(Object.keys(signSizes) as SignSize[]).map((value) => ({ value, ...signSizes[value] }))}
        />
        <TextField
          label="Line below the name"
          maxLength={40}
          value={line}
          onChange={(event) => setLine(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            onClick={() => {
              setBlocked(!printDrawing(address, `Signs for ${place.name}`));
            }}
          >
            <Printer aria-hidden="true" strokeWidth={1.5} />
            Print or save as PDF
          </Button>
          <Button asChild>
            <a href={address} download={`signs-${place.slug}.svg`}>
              <Download aria-hidden="true" strokeWidth={1.5} />
              Download SVG
            </a>
          </Button>
        </div>
        {isBlocked ? (
          <Notice tone="attention">
            Your browser blocked the print window. Allow it for this page, or download the SVG and print that.
          </Notice>
        ) : null}
        <p className="text-ink-soft text-pretty">
          Print at 100%, without fitting to the page. The code contains this link and works as long as the place is
          published: <span className="font-mono text-caption wrap-anywhere">{url}</span>
        </p>
      </div>
      <figure className="border border-line bg-sheet p-4 sm:p-8">
        <img
          src={address}
          alt={`Sheet of A4 paper with ${signSizes[size].columns * signSizes[size].rows} signs for ${place.name}`}
          width={210}
          height={297}
          className="mx-auto block h-auto w-full max-w-lg border border-hairline"
        />
        <figcaption className="mt-3 text-center font-mono text-caption text-ink-soft">A4, 210 × 297 mm</figcaption>
      </figure>
    </div>
  );
}
