import { contentPages } from "@blueprint/contract/content-pages";
import { articleRoutes } from "@blueprint/contract/routes";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { articleLabels } from "../site-links.ts";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function BlogScreen({ picture }: { readonly picture: ReactNode }) {
  return (
    <>
      <PageLead title="Eight kinds of places, eight jobs." action={<BeginButton />} picture={picture}>
        A walkable scan helps different people in different ways. Each article covers one trade: the job, a day before
        and after, how to set it up, what to measure, and what it doesn’t do.
      </PageLead>
      <ContentSection id="articles" title="The articles">
        <ul className="grid border-t border-l border-line sm:grid-cols-2">
          {articleRoutes.map((path) => (
            <li
              key={path}
              className="relative grid content-start gap-2 border-r border-b border-line bg-sheet p-5 pb-6 hover:bg-sunken"
            >
              <h3 className="text-lead font-strong">
                <Link
                  to={path}
                  className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {articleLabels[path]}
                </Link>
              </h3>
              <p className="text-ink-soft text-pretty">{contentPages[path].description}</p>
            </li>
          ))}
        </ul>
      </ContentSection>
    </>
  );
}
