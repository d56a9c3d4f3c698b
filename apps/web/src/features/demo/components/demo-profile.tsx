import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { demoVenue } from "../demo-venue.ts";
import { FactList } from "./fact-list.tsx";

/** A sample profile; there is no signed-in user. */
export function DemoProfile() {
  return (
    <>
      <title>Demo venue: profile · Blueprint</title>
      <PageHead title="Profile">With an account, this screen shows who you are to your team.</PageHead>
      <div className="grid max-w-3xl gap-6">
        <FactList
          facts={[
            ["Name", "The one you give, or the part of your email address before the @"],
            ["Username", "Your name in lower case, with underscores for spaces"],
            ["Plan", "Free, until your team changes it"],
            [
              "Credits",
              <span key="credits" className="font-mono">
                0
              </span>,
            ],
            ["Referral code", "Six letters and digits, made for you"],
            ["Your blueprints", `Those you created. Here it would be one: ${demoVenue.name}`],
          ]}
        />
        <p className="max-w-prose text-ink-soft text-pretty">
          Only the server sets plan, credits and referral code. Your name, password and sessions are changed in the
          settings.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" asChild>
            <Link to="/login">Sign in</Link>
          </Button>
          <Button asChild>
            <Link to="/login" search={{ ask: true }}>
              Ask for access
            </Link>
          </Button>
        </div>
      </div>
    </>
  );
}
