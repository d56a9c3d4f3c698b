import { accountKeptDays } from "@blueprint/contract/account-end";
import { limits } from "@blueprint/contract/limits";
import { listStoredData } from "@blueprint/contract/stored-data";
import { visitorsShownMin } from "@blueprint/contract/visits";

export interface LegalPart {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  /** What is stored, why, and for how long. */
  readonly table?: readonly { readonly what: string; readonly why: string; readonly howLong: string }[];
}

/** How visits to public pages are counted, if the operator set that up. */
const countingPart: LegalPart = {
  id: "counting",
  title: "Counting visits",
  text: [
    "The operator of this installation uses Google Analytics to count visits to public pages. We ask first, and send nothing unless you agree. Browsers with Global Privacy Control or Do Not Track are neither asked nor counted.",
    "If you agree, we tell Google about each public page you open: its address without parameters, a random number for this browser, one for this visit, and the time since the last page. Google sees your network address while it answers, as every server does. We never send your name, your account or what you do in your blueprints.",
    "The random number stays on your device until you withdraw your consent.",
  ],
};

/**
 * Describes the software itself; the operator of an installation is responsible for that installation.
 * @param isMeasured whether the pages were built to count visits
 * @param installation what its operators have stated about it
 */
export function toPrivacyParts(
  isMeasured: boolean,
  installation?: { readonly name: string; readonly supportEmail: string; readonly invitationValidDays: number },
): readonly LegalPart[] {
  const { name = "", supportEmail = "", invitationValidDays = limits.invitationValidDays } = installation ?? {};
  return [
    {
      id: "who",
      title: "Who is responsible",
      text: [
        "Blueprint is software that people run on their own servers. The operator of this installation decides why and how it handles your data. In the terms of European data protection law, they are the controller. The makers of the software see none of it.",
        ...(name === "" ? [] : [`This installation is run by ${name}.`]),
        supportEmail === ""
          ? "To reach the operator, use the form on the help page with the topic “My data”."
          : `To reach the operator, write to ${supportEmail} or use the form on the help page with the topic “My data”.`,
        "Each team is responsible for what it puts into its blueprints, such as a scan that shows people or an anchor that names someone. The installation stores it on the team’s behalf.",
      ],
    },
    {
      id: "stored",
      title: "What is stored",
      text: ["This list covers every table of the database. A test keeps it complete."],
      table: listStoredData({ invitationValidDays }),
    },
    {
      id: "visitors",
      title: "Visitors of a place",
      text: [
        "Visiting a published place needs no account and sets no cookie. If you send a form in a place, its team gets your answers.",
        `The place’s team learns how many visits it had, which cards were opened, how long visitors stayed in its zones, where they walked, how far they followed its tours, which sites and short links led there, and which kinds of devices were used. Nothing is stored in your browser for that. To tell visitors of a day apart, this server keeps a hash of your network address and browser with a key that is deleted the next day. Figures about fewer than ${visitorsShownMin} visitors are not shown. Browsers with Global Privacy Control or Do Not Track are not counted.`,
        "“Near me” on Discover asks your browser for your position when you click it. The page rounds it to about 100 m before sending, and this server uses it for that list and doesn’t store it.",
        "Like every server, this one sees your network address while it answers. It keeps the address briefly to limit how often one address may ask, and doesn’t log requests. A proxy in front of it may keep its own log.",
      ],
    },
    ...(isMeasured ? [countingPart] : []),
    {
      id: "browser",
      title: "In your browser",
      text: [
        "One cookie holds your session, and only after you sign in. Scripts can’t read it, and it goes to this server only.",
        isMeasured
          ? "Your device keeps your theme, team and language, your answer about analytics with its random number, unfinished uploads, edits that are not sent yet, and where you were headed before you signed in. Only that number is ever sent, after you agreed."
          : "Your device keeps your theme, team and language, unfinished uploads, edits that are not sent yet, and where you were headed before you signed in. Uploads, edits and counts of visits go to this server; nothing else is sent anywhere.",
        isMeasured
          ? "Pages load no scripts, fonts or pictures from other servers, except a map service if the operator set one up."
          : "Pages load no scripts, fonts, pictures or counters from other servers, except a map service if the operator set one up.",
      ],
    },
    {
      id: "others",
      title: "Who else sees it",
      text: [
        "Members of your team see your name, email address and edits. Operators see requests. They can enter a team’s blueprints only with a reason, which the team’s audit log shows; since they run the machine, they can technically reach what is stored on it.",
        "The software sends data to another service only if the operator sets one up: a mail server, a database, object storage, a sign-in provider, a payment provider, a map service or an AI service. Push notifications go through the push service of your browser, and webhooks to the addresses your team enters. Ask the operator which services are in use here.",
        "Everyone can read a public blueprint, including search engines. Check what a scan shows before you publish it: faces, name plates, screens, notes on a wall.",
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      text: [
        `You can see, correct, export and delete your data. In Settings you export everything that is yours and delete your account. Deletion takes effect after ${accountKeptDays} days, and until then you can undo it. What you made in a team stays with the team, without your name. For anything else, or to object to a use of your data, write to the operator with the form on the help page.`,
        "In the European Union, you can also complain to a supervisory authority.",
      ],
    },
    {
      id: "changes",
      title: "Changes to this page",
      text: [
        "This text describes the version of the software that runs here and changes with it. The operator may add what the software can’t know: their name and address, the legal basis and the services they use.",
      ],
    },
  ];
}

export const termsParts: readonly LegalPart[] = [
  {
    id: "between",
    title: "The parties",
    text: [
      "You use an installation of Blueprint that an operator runs. These terms are between you and the operator. If you have a contract that says otherwise, the contract applies.",
      "The makers of the software are not a party and have no access to this installation.",
    ],
  },
  {
    id: "account",
    title: "Your account",
    text: [
      "Accounts are created by invitation and belong to one person. Keep your password to yourself. If you think someone else uses your account, end its sessions in Settings and tell an operator.",
      "Owners of a team decide who belongs to it and what they may do.",
    ],
  },
  {
    id: "content",
    title: "Your content",
    text: [
      "Your scans, texts and other content stay yours. You allow the installation to store them, convert them for viewing, keep backup copies and show them to the people you choose. This ends when you remove them, except where a published version still shows them.",
      "Upload only what you have the right to use. You need permission to scan the place and to show it. If people can be recognized in a scan, you need their consent or another legal basis. Don’t put secrets into a public place: visitors read every anchor meant for them.",
    ],
  },
  {
    id: "not-allowed",
    title: "What is not allowed",
    text: [
      "Don’t break the law, harm people, publish a place against its owner’s wishes, attack or overload the installation, get around its limits or access what isn’t yours.",
      "An operator may take down content that breaks these rules and disable accounts. They should say why and let you download your originals, unless the law forbids it.",
    ],
  },
  {
    id: "promises",
    title: "What the software promises",
    text: [
      "A confirmed upload is on the server’s disk. An edit shown as saved is on the server’s disk. The original of every scan is kept unchanged and can be downloaded on every plan.",
      "Reaching a limit or ending a paid plan closes nothing you published. Only new publishing, new uploads and inviting more editors pause.",
      "These are properties of the software. The operator is responsible for the machine, its backups and its availability.",
    ],
  },
  {
    id: "pay",
    title: "Plans and payment",
    text: [
      "Plans and prices are on the pricing page of this installation. An upgrade starts when it is paid, by card or by invoice. A downgrade or cancellation takes effect when the paid period ends.",
      "You can cancel a paid plan on the plan page at any time. It runs until the end of the paid period. Refunds are between you and the operator.",
    ],
  },
  {
    id: "accuracy",
    title: "Measures and safety",
    text: [
      "A scan shows a place as it was on the day of the scan, as accurately as the scanner works. Never rely on it alone for a width, a load, an escape route or anyone’s safety. Check the real place.",
    ],
  },
  {
    id: "liability",
    title: "Liability",
    text: [
      "The software is provided as is. Nothing in these terms limits liability that the law doesn’t allow to be limited, such as for intent, gross negligence or injury. Beyond that, liability follows your agreement with the operator, or the law at the operator’s place of business.",
    ],
  },
  {
    id: "ending",
    title: "Ending your account",
    text: [
      `You can leave at any time. Export your data and delete your account in Settings. Deletion takes effect after ${accountKeptDays} days; what belongs to a team stays with the team.`,
    ],
  },
];
