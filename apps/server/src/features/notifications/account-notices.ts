import type { EventOf, EventType } from "../../platform/events/product-events.ts";
import type { Notice, Notices } from "./notices.ts";
import { findTeamName } from "./recipients.repository.ts";

const security = "/settings?section=security";
const data = "/settings?section=data";

/** What happens to a person's account. */
export const accountNotices: Notices<Extract<EventType, `account.${string}`> | "export.finished" | "key.created"> = {
  "account.new-device": async (_, { actor, subject, facts }) =>
    facts.isFirst || actor === null
      ? []
      : [
          {
            kind: "sign-in",
            teamId: null,
            to: [actor.userId],
            title: `New sign-in to your account: ${subject.name}`,
            body: `Someone signed in to your account with ${subject.name} from the IP address ${actor.ipAddress}. If it was you, you don't need to do anything. If not, sign that device out and change your password.`,
            path: security,
          },
        ],
  "account.email-changed": async (_, event) =>
    tellActor(event, {
      title: `Your email address is now ${event.facts.to}`,
      body: `It was ${event.facts.from} before.`,
      path: "/settings?section=account",
    }),
  "account.password-changed": async (_, event) =>
    tellActor(event, { title: "Your password was changed", path: security }),
  "account.passkey-added": async (_, event) =>
    warnActor(
      event,
      "A passkey was added to your account",
      `The passkey “${event.facts.passkey}” now signs you in to Blueprint.`,
    ),
  "account.passkey-removed": async (_, event) =>
    warnActor(
      event,
      "A passkey was removed from your account",
      `The passkey “${event.facts.passkey}” no longer signs you in to Blueprint.`,
    ),
  "account.google-linked": async (_, event) =>
    warnActor(event, "Google was linked to your account", "A Google account now signs you in to Blueprint."),
  "account.google-unlinked": async (_, event) =>
    warnActor(
      event,
      "Google was unlinked from your account",
      "Your Google account no longer signs you in to Blueprint.",
    ),
  "account.deletion-asked": async (_, event) => tellActor(event, { title: "Your account will be deleted", path: data }),
  "export.finished": async (_, { subject }) => [
    {
      kind: "account",
      teamId: null,
      to: subject.id === null ? [] : [subject.id],
      title: "Your export is ready",
      path: data,
    },
  ],
  "key.created": async (tx, event) =>
    warnActor(
      event,
      "An API key was created in your name",
      `The key “${event.subject.name}” acts on your behalf in the team “${await findTeamName(tx, event.teamId)}”.`,
    ),
};

type Acted = Pick<EventOf<EventType>, "actor">;

function tellActor({ actor }: Acted, words: Pick<Notice, "title" | "body" | "path">): Notice[] {
  return [{ kind: "account", teamId: null, to: actor === null ? [] : [actor.userId], ...words }];
}

function warnActor(event: Acted, title: string, body: string): Notice[] {
  return tellActor(event, { title, body, path: security }).map((notice) => ({ ...notice, isSecurity: true }));
}
