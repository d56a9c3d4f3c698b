import { contentPages } from "@blueprint/contract/content-pages";
import { articleRoutes } from "@blueprint/contract/routes";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import type { Article, Moment } from "../articles/article.ts";
import { articleLabels } from "../site-links.ts";
import { BeginButton } from "./begin-button.tsx";
import { ContentSection, Paragraphs } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** One article: the job, an example day before and after, the setup and what to measure. */
export function ArticleScreen({ article, picture }: { readonly article: Article; readonly picture: ReactNode }) {
  const { path, reader, title, lead, job, without, with: after, setup, measure, limits } = article;
  return (
    <article>
      <PageLead eyebrow={`${articleLabels[path]} / ${reader}`} title={title} action={<BeginButton />} picture={picture}>
        {lead}
      </PageLead>
      <ContentSection id="job" title={job.title}>
        <Paragraphs>{job.text}</Paragraphs>
      </ContentSection>
      <ContentSection id="day" title="Before and after" aside="An example with made-up people and times.">
        <div className="grid border-t border-l border-line md:grid-cols-2">
          <Day title={without.title} moments={without.moments} />
          <Day title={after.title} moments={after.moments} />
        </div>
      </ContentSection>
      <ContentSection id="setup" title="Set it up in Blueprint" aside={`${setup.length} steps you can do today.`}>
        <ol className="grid max-w-2xl border-t border-line">
          {setup.map((step, index) => (
            <li key={step.title} className="grid grid-cols-[2.5rem_1fr] gap-x-3 border-b border-hairline py-5">
              <span className="pt-0.5 font-mono text-ink-soft">{index + 1}</span>
              <div className="grid gap-1.5">
                <h3 className="text-lead font-strong">{step.title}</h3>
                <p className="text-lead text-ink-soft text-pretty">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-5 text-ink-soft">
          For supported scan files, see{" "}
          <Link to="/how-it-works" hash="capture" className="text-accent underline underline-offset-2">
            how it works
          </Link>
          .
        </p>
      </ContentSection>
      <ContentSection
        id="measure"
        title="What to measure"
        aside="Measure before you start, so you have something to compare with."
      >
        <dl className="grid max-w-2xl border-t border-line">
          {measure.map(({ what, how }) => (
            <div key={what} className="grid gap-1.5 border-b border-hairline py-4">
              <dt className="text-lead font-strong">{what}</dt>
              <dd className="text-lead text-ink-soft text-pretty">{how}</dd>
            </div>
          ))}
        </dl>
      </ContentSection>
      <ContentSection id="limits" title="What it doesn’t do">
        <Paragraphs>{limits}</Paragraphs>
        <div className="mt-6 flex flex-wrap gap-2">
          <BeginButton />
          <Button size="large" asChild>
            <Link to="/discover">Walk a public place</Link>
          </Button>
        </div>
      </ContentSection>
      <ContentSection id="others" title="Other places">
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {articleRoutes
            .filter((other) => other !== path)
            .map((other) => (
              <li key={other} className="border-b border-hairline">
                <Link to={other} className="block py-2.5 hover:text-accent">
                  <span className="font-strong">{articleLabels[other]}</span>
                  <span className="block text-ink-soft">{toSubject(contentPages[other].title)}</span>
                </Link>
              </li>
            ))}
        </ul>
      </ContentSection>
    </article>
  );
}

/** "Shops: one planogram … · Blueprint" without its kind and the product's name. */
function toSubject(title: string): string {
  const subject = title.slice(title.indexOf(": ") + 2).replace(/ · Blueprint$/, "");
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}

function Day({ title, moments }: { readonly title: string; readonly moments: readonly Moment[] }) {
  return (
    <section aria-label={title} className="grid content-start gap-4 border-r border-b border-line bg-sheet p-5 pb-6">
      <h3 className="text-lead font-strong">{title}</h3>
      <dl className="grid gap-4">
        {moments.map(({ time, text }) => (
          <div key={time} className="grid gap-1">
            <dt className="font-mono text-caption text-ink-soft">{time}</dt>
            <dd className="text-pretty">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
