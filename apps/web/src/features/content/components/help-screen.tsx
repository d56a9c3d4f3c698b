import { type ReactNode, useDeferredValue } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { helpArticles } from "../help/help-articles.ts";
import { searchHelp } from "../help/search-help.ts";
import { ContentSection } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

/** Help articles with a search, and a way to contact support. */
export function HelpScreen({
  query,
  onQuery,
  contact,
}: {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly contact: ReactNode;
}) {
  const found = searchHelp(helpArticles, useDeferredValue(query));
  return (
    <>
      <PageLead
        title="How can we help?"
        action={
          <search className="w-full max-w-xl">
            <TextField
              label="Search the help"
              type="search"
              name="q"
              autoComplete="off"
              maxLength={100}
              placeholder="upload, anchor, invitation …"
              value={query}
              onChange={(event) => onQuery(event.target.value)}
            />
          </search>
        }
      >
        {formatAmount(helpArticles.length, "short article")}, and people who read your messages.
      </PageLead>
      <ContentSection
        id="articles"
        title="Articles"
        aside={
          <span role="status">
            {query.trim() === "" ? "All articles" : `${formatAmount(found.length, "article")} for “${query.trim()}”`}
          </span>
        }
      >
        {found.length === 0 ? (
          <div className="grid max-w-2xl gap-3 text-lead">
            <p>No articles match all of these words. Try fewer words, or write to us below.</p>
            <div>
              <Button onClick={() => onQuery("")}>Show all articles</Button>
            </div>
          </div>
        ) : (
          <div className="grid max-w-2xl gap-9">
            {found.map(({ id, topic, title, text }) => (
              <article key={id} id={id} className="grid scroll-mt-6 gap-2">
                <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lead font-strong">
                  <a href={`#${id}`} className="hover:underline">
                    {title}
                  </a>
                  <Badge>{topic}</Badge>
                </h3>
                {text.map((paragraph) => (
                  <p key={paragraph} className="text-lead text-ink-soft text-pretty">
                    {paragraph}
                  </p>
                ))}
              </article>
            ))}
          </div>
        )}
      </ContentSection>
      <ContentSection id="contact" title="Write to us" aside="An operator of this installation answers by email.">
        {contact}
      </ContentSection>
    </>
  );
}
