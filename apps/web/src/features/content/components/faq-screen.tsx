import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { questionGroups } from "../faq.ts";
import { ContentSection } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function FaqScreen() {
  return (
    <>
      <PageLead
        title="Short answers."
        action={
          <Button size="large" asChild>
            <Link to="/help" hash="contact">
              Ask something else
            </Link>
          </Button>
        }
      >
        What people ask before they bring a scan. How to do something stands in the{" "}
        <Link to="/help" className="text-accent underline underline-offset-2">
          help
        </Link>
        .
      </PageLead>
      {questionGroups.map(({ id, title, questions }) => (
        <ContentSection key={id} id={id} title={title}>
          <div className="grid max-w-2xl gap-7">
            {questions.map(({ question, answer }) => (
              <div key={question} className="grid gap-1.5">
                <h3 className="text-lead font-strong text-pretty">{question}</h3>
                <p className="text-lead text-ink-soft text-pretty">{answer}</p>
              </div>
            ))}
          </div>
        </ContentSection>
      ))}
    </>
  );
}
