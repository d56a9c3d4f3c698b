import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { type FaqFacts, listQuestionGroups } from "../faq.ts";
import { ContentSection } from "./content-section.tsx";
import { PageLead } from "./page-lead.tsx";

export function FaqScreen(facts: FaqFacts) {
  return (
    <>
      <PageLead
        title="Short answers."
        action={
          <Button size="large" asChild>
            <Link to="/help" hash="contact">
              Ask us something else
            </Link>
          </Button>
        }
      >
        What people ask before they upload a scan. For instructions, see the{" "}
        <Link to="/help" className="text-accent underline underline-offset-2">
          help
        </Link>
        .
      </PageLead>
      {listQuestionGroups(facts).map(({ id, title, questions }) => (
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
