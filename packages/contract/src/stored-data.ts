import { accountKeptDays, exportKeptDays } from "./account-end.ts";
import { guideCountsKeptDays, unansweredKeptDays } from "./guide-questions.ts";
import { transcriptKeptDays } from "./guide-transcripts.ts";
import { limits } from "./limits.ts";
import { visitCountsKeptDays, visitEventsKeptHours } from "./visits.ts";

export interface StoredData {
  /** Every database table that holds it; empty for data in the job queue. */
  readonly tables: readonly string[];
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
}

/** Read notifications are kept for this many days. */
export const readNotificationsKeptDays = 180;

/**
 * What an installation stores, for the privacy page: every database table appears in exactly one entry. A server test
 * checks this list against its schema.
 */
export function listStoredData({
  invitationValidDays,
}: {
  readonly invitationValidDays: number;
}): readonly StoredData[] {
  const validFor = invitationValidDays === 1 ? "one day" : `${invitationValidDays} days`;
  return [
    {
      tables: ["auth_users", "auth_accounts"],
      what: "Account: email address, name, photo, a hash of your password (argon2id) or the id of your Google account, and whether you are an operator or disabled",
      why: "To sign you in",
      howLong: `Until ${accountKeptDays} days after you delete your account`,
    },
    {
      tables: ["users"],
      what: "Profile: username, referral code, sign-in count and dates, onboarding answers, and the ids and counts of what you made and used",
      why: "To show you your work and what to do next",
      howLong: "As long as your account exists",
    },
    {
      tables: ["auth_sessions"],
      what: "Sessions: a token, its expiry, and the network address and browser at sign-in",
      why: "To keep you signed in and let you end sessions",
      howLong: "30 days after the last use, or until you sign out",
    },
    {
      tables: ["auth_verifications", "email_changes", "passkey_challenges", "password_resets"],
      what: "Open confirmations: password resets, email changes and passkey prompts; links are kept as a hash",
      why: "To make sure a change comes from you",
      howLong: "Until used or expired, an hour at most",
    },
    {
      tables: ["attempts"],
      what: "Failed attempts to sign in, to open a place with its password, to guess codes of short links or of claims: counts under a hash, no address in the clear",
      why: "To slow down guessing",
      howLong: "A day after the last attempt",
    },
    {
      tables: ["passkeys"],
      what: "Passkeys: the public key, its name, and when you last used it",
      why: "To sign you in without a password",
      howLong: "Until you remove them",
    },
    {
      tables: ["account_exports"],
      what: "Exports of your data: the file you asked for and when it was made",
      why: "So you can download it",
      howLong: `${exportKeptDays} days`,
    },
    {
      tables: ["teams", "team_members"],
      what: "Teams: their names, settings, members and roles",
      why: "To decide who may see and do what",
      howLong: "As long as the team exists",
    },
    {
      tables: ["invitations", "invitation_texts"],
      what: "Invitations: the invited address, role and message, and who sent them; links are kept as a hash",
      why: "Access is by invitation",
      howLong: `Links work for ${validFor}; the record stays with the team`,
    },
    {
      tables: ["access_requests", "requests"],
      what: "Requests for access, contact messages, visit and pilot requests, claims: your name, address and message, and the answer",
      why: "So an operator can answer",
      howLong: "Until an operator removes them",
    },
    {
      tables: ["claims", "claim_events"],
      what: "Claims of places: who claims which place for which team, what they wrote, the domain or the mail address that proves it, and every step with who took it and why",
      why: "So both teams and an operator can decide, and see later how it was decided",
      howLong:
        "As long as the installation exists, with your name as it was; the mail address until the claim ends, the link to your account until you delete it",
    },
    {
      tables: ["claim_codes"],
      what: "Codes that prove a claim: where each is or whom it was sent to, who made it and when it was used; the codes as a keyed hash",
      why: "So people at a venue can prove that they run it",
      howLong: "As long as the blueprint exists",
    },
    {
      tables: ["events"],
      what: "What just happened and is on its way to the audit log, the inbox, webhooks and workflows: who did what and when, with network address and browser",
      why: "So nothing that happened goes unreported, even after a crash",
      howLong: "Until it has arrived, usually seconds",
    },
    {
      tables: ["known_devices"],
      what: "Devices you have signed in on: browser and operating system by name",
      why: "To tell you about a sign-in on a new one",
      howLong: "As long as your account exists",
    },
    {
      tables: ["audit_events", "team_visits"],
      what: "Audit log of a team: who did what and when, with network address and browser; visits by operators with their reason; sign-ins on new devices",
      why: "So a team sees what happened, and you see whether it was you",
      howLong: "As long as the team exists",
    },
    {
      tables: ["installation_settings", "installation_changes"],
      what: "Settings of this installation, and which operator changed them, when and from which network address",
      why: "To run the installation and see who changed what",
      howLong: "As long as the installation exists",
    },
    {
      tables: [
        "blueprints",
        "blueprint_versions",
        "knowledge_sets",
        "knowledge_passages",
        "knowledge_words",
        "knowledge_stems",
        "document_texts",
        "discover_places",
        "discover_texts",
        "discover_words",
      ],
      what: "Blueprints: name, description, address, position, sharing settings, every published version, and the words by which visitors search it and its documents (those of a draft while its guide is asked)",
      why: "To provide the product",
      howLong: `Until the team deletes them; ${limits.binKeptDays} days in the bin`,
    },
    {
      tables: [
        "scene_updates",
        "scene_segments",
        "scene_snapshots",
        "scene_keyframes",
        "scene_versions",
        "scene_sizes",
        "history_shares",
      ],
      what: "Scenes: anchors, zones, measurements, views, tours and comments, every edit with its author and time, and how much of the history each person wrote",
      why: "History makes undo and recovery possible",
      howLong: "As long as the blueprint exists",
    },
    {
      tables: ["scans", "stored_objects"],
      what: "Scans and files: the original, what was made from it, and what was found in it",
      why: "To show the place and give you your file back",
      howLong: `Until removed; the bytes go ${limits.binKeptDays} days later, unless a published version shows them`,
    },
    {
      tables: ["uploads", "staged_uploads", "staged_parts"],
      what: "Unfinished uploads: the bytes received and the name of the file",
      why: "So an interrupted upload can resume",
      howLong: `${limits.uploadIdleDaysMax} days after the last byte`,
    },
    {
      tables: ["short_links"],
      what: "Short links: their codes, what they open, how often they were used and when last; nothing about who used them",
      why: "To open a place from a sign, and to see which signs are used",
      howLong: "Codes are kept for good, so that none is reused; without their blueprint they open nothing",
    },
    {
      tables: ["web_domains"],
      what: "A team's web domains: their names, the token that confirms each, and when it did",
      why: "So that short links lead to a team's own web sites only",
      howLong: "Until the team removes them",
    },
    {
      tables: ["signs", "sign_events", "sign_prints", "sign_print_files"],
      what: "Signs: where each hangs with a photo, what is printed on it, when its sheets were made, when it was first scanned and why it was replaced, and which of the team's people did that; the sheets",
      why: "To print signs, and to see which of them hang",
      howLong: `As long as the blueprint exists; sheets for ${limits.signPrintsKeptDays} days`,
    },
    {
      tables: ["embed_tokens"],
      what: "Embeds of visitor numbers: which numbers of which place, the sites that may show them, who created them, and when they were last shown; nothing about who saw them",
      why: "To show chosen numbers on a team's own sites, and to end that",
      howLong: `Until the blueprint is permanently deleted; ${limits.endedEmbedTokensKeptDays} days after they expire or are revoked`,
    },
    {
      tables: ["guide_tickets"],
      what: "Tickets for conversations with a guide: which place or draft, and what opened it; not what is asked",
      why: "So a conversation opens once, and only for the visitor who started it",
      howLong: "A minute; expired ones go with the next",
    },
    {
      tables: ["unanswered_questions"],
      what: "Questions that visitors asked a place and it didn't answer, if the place says that it keeps them; email addresses and long numbers are removed, and nothing is known of who asked",
      why: "So the place's team can add what is missing",
      howLong: `${unansweredKeptDays} days after a question was last asked`,
    },
    {
      tables: ["guide_transcripts"],
      what: "Conversations with a place's guide that their visitors agreed to have kept, if the place asks for them: questions, answers and what they cite; nothing about who asked",
      why: "So the place's team can read what visitors talked about",
      howLong: `${transcriptKeptDays} days after each question, or until the visitor or the team deletes it`,
    },
    {
      tables: ["erased_transcripts"],
      what: "Random ids of conversations that their visitors deleted",
      why: "So an answer that was on its way isn't kept after all",
      howLong: "One day",
    },
    {
      tables: ["guide_tests", "guide_test_runs"],
      what: "A team's tests of what the guide of a place answers, and what came of the last runs",
      why: "So the team knows what its guide answers",
      howLong: "As long as the blueprint exists",
    },
    {
      tables: ["guide_counts"],
      what: "How many questions visitors asked a place each day, what came of them, and how long the answers took; no questions, and nothing about who asked",
      why: "To show the place's team how well its guide answers",
      howLong: `${guideCountsKeptDays} days`,
    },
    {
      tables: ["place_visit_events", "place_visit_salts"],
      what: "What happens in visits of published places: cards, zones and for how long, stops of tours, and the spots of half a metre that were walked through; who visited only as a hash of address and browser with a salt of the day; nothing of browsers that ask not to be tracked",
      why: "To count visits and different visitors without cookies",
      howLong: `At most ${visitEventsKeptHours} hours`,
    },
    {
      tables: ["place_visit_counts"],
      what: "How often a place was visited in each hour and day, and what was looked at there; nothing about single visitors",
      why: "To show the place's team how it is visited",
      howLong: `${visitCountsKeptDays} days`,
    },
    {
      tables: ["form_responses"],
      what: "Answers that visitors send with a form in a place",
      why: "So the place's team can read them",
      howLong: "As long as the blueprint exists",
    },
    {
      tables: ["tasks", "workflows", "workflow_people", "workflow_runs"],
      what: "Tasks and workflows of a team, and a log of what workflows did",
      why: "To coordinate work and automate steps",
      howLong: `As long as the team exists; the log for ${limits.workflowLogKeptDays} days`,
    },
    {
      tables: ["notifications", "notification_settings", "notification_preferences", "push_devices"],
      what: "Notifications in your inbox, how you want to be notified, and the browsers that get push notifications",
      why: "To tell you what happened",
      howLong: `Until ${readNotificationsKeptDays} days after you read them; settings as long as your account exists`,
    },
    {
      tables: ["api_keys", "webhooks", "webhook_deliveries"],
      what: "API keys (as a hash), webhooks with their signing secret, and what was sent to them",
      why: "To connect other programs",
      howLong: `Until removed; deliveries for ${limits.webhookLogKeptDays} days`,
    },
    {
      tables: [
        ...["subscriptions", "invoices", "stripe_events", "limit_states"],
        ...["guide_usage", "guide_place_usage", "guide_budgets", "spoken_questions"],
      ],
      what: "Plans and billing: the plan, its dates, invoices with the billing address, ids of payments at Stripe, and how much of the plan is used; for a day, that a question was spoken in a place, by a random number",
      why: "To bill the plan and apply its limits",
      howLong: "As long as the team exists; invoices longer, as the law requires",
    },
    {
      tables: [],
      what: "Emails waiting to be sent: the address and text",
      why: "So a restart loses no email",
      howLong: "Until sent. Without a mail server, they are kept as files on the server",
    },
    {
      tables: ["installation_secrets"],
      what: "The installation's own keys, encrypted: they sign sessions, file addresses and push messages. Nothing personal",
      why: "So all servers of the installation accept the same sessions and addresses",
      howLong: "As long as the installation exists",
    },
    {
      tables: ["server_processes"],
      what: "The server processes that are running. Nothing personal",
      why: "To finish what a stopped process had begun",
      howLong: "Until the process stops",
    },
  ];
}
