import { limits } from "@blueprint/contract/limits";

export interface LegalPart {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  /** What is stored, why, and how long. */
  readonly table?: readonly { readonly what: string; readonly why: string; readonly howLong: string }[];
}

/** How public pages are counted, where the operator has set that up. */
const countingPart: LegalPart = {
  id: "counting",
  title: "Counting visits",
  text: [
    "Whoever runs this installation counts with Google Analytics which public pages are opened. You are asked before, and without your yes nothing is sent. A browser that says that its person does not want to be followed (Global Privacy Control or Do Not Track) is not asked and not counted.",
    "With your yes, each public page you open is told to Google: its address without anything behind it, a random number for this browser, one for this visit, and the time since the page before. Google learns your network address while it answers, as every server does. Your name, your account and what you do in your own blueprints are never told.",
    "The random number is kept on your device until you say no.",
  ],
};

/**
 * True for the software as it is; whoever runs an installation answers for that installation.
 * @param isMeasured the pages were built to count visits
 * @param installation what its operators have said about it
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
        "Blueprint is software that people run on their own servers. Whoever runs the installation you are looking at decides why and how it handles data about you. In the words of the data protection laws of the European Union, they are the controller. The makers of the software see none of it.",
        ...(name === "" ? [] : [`This installation is run by ${name}.`]),
        supportEmail === ""
          ? "You reach the people who run this installation with the form on the help page. Use the topic “My data”."
          : `You reach the people who run this installation at ${supportEmail}, or with the form on the help page. Use the topic “My data”.`,
        "For what a team puts into its blueprints, such as a scan that shows people or an anchor that names somebody, that team is responsible, and the installation stores it on the team's behalf.",
      ],
    },
    {
      id: "stored",
      title: "What is stored",
      text: ["This list is made from the tables of the database. There are no others."],
      table: [
        {
          what: "Account: e-mail address, name, a hash of the password (argon2id), whether the account is an operator's or disabled",
          why: "To sign you in",
          howLong: "As long as the account exists",
        },
        {
          what: "Profile: user name, referral code, when you joined and last signed in, how often, your plan, what you answered in the onboarding, ids of blueprints you made; counters and lists for features to come, which are empty",
          why: "To show you your work",
          howLong: "As long as the account exists",
        },
        {
          what: "Sessions: a random token, its end, the network address and the browser's name at sign-in",
          why: "To keep you signed in and to end sessions",
          howLong: "30 days after the last use, or until you sign out",
        },
        {
          what: "Teams and memberships: names, roles, since when",
          why: "To decide who may see and do what",
          howLong: "As long as the team exists",
        },
        {
          what: "Invitations: the invited address, role, message, who invited; of the link only a hash",
          why: "Access is by invitation",
          howLong: `Links end after ${invitationValidDays === 1 ? "one day" : `${invitationValidDays} days`}; the record stays with the team`,
        },
        {
          what: "Access requests and other requests: name, address, what you wrote, what was answered",
          why: "So that an operator can read and answer them",
          howLong: "Until an operator removes them",
        },
        {
          what: "Audit log of a team: who did what, when, from which network address and with which browser; in your own team also sign-ins with a new kind of device",
          why: "So that a team can see what happened, and you whether it was you",
          howLong: "As long as the team exists",
        },
        {
          what: "Changes to the settings of this installation: which operator made them, when and from which network address",
          why: "So that operators see who changed what",
          howLong: "As long as the installation exists",
        },
        {
          what: "Blueprints: name, description, address, position, anchors, every edit with its author and time, every published version",
          why: "It is what the product is for, and the history makes undo and recovery possible",
          howLong: "As long as the team keeps them; nothing is removed by itself",
        },
        {
          what: "Scans: the original file, the files made from it, what was found in it",
          why: "To show the place and to give you your file back",
          howLong: `Until removed; files go ${limits.binKeptDays} days later, unless a published version shows them`,
        },
        {
          what: "Unfinished uploads: the pieces received, the name of the file",
          why: "So that an interrupted upload can go on",
          howLong: `${limits.uploadIdleDaysMax} days without a byte`,
        },
        {
          what: "Mails waiting to be sent: address and text",
          why: "So that a restart loses no mail",
          howLong: "Until sent. Without a mail server they are kept as files on the server",
        },
      ],
    },
    {
      id: "visitors",
      title: "Visitors of a place",
      text: [
        isMeasured
          ? "Whoever opens a published place needs no account and gets no cookie. Visits are counted only for those who agreed, see below."
          : "Whoever opens a published place needs no account and gets no cookie. Visits are not counted or recorded.",
        "Like every server on the network, this one learns your network address while it answers. It holds it in memory for about a minute to limit how often one address may ask, and its log of requests is switched off. What stands in front of it, such as a proxy of the operator's, may keep a log of its own.",
      ],
    },
    ...(isMeasured ? [countingPart] : []),
    {
      id: "browser",
      title: "In your browser",
      text: [
        "One cookie holds your session, and only after you sign in. No page reads it; it goes to this server alone.",
        isMeasured
          ? "On your device stay: the theme and the team you chose, your answer about counting with its random number, the journal of unfinished uploads so that they can go on, and for the time of one tab where you wanted to go before you signed in. Only that number is ever sent, after your yes."
          : "On your device stay: the theme and the team you chose, the journal of unfinished uploads so that they can go on, and for the time of one tab where you wanted to go before you signed in. None of it is sent to anybody.",
        isMeasured
          ? "There are no scripts, fonts or pictures from other servers in the pages."
          : "There are no scripts, fonts, pictures or counters from other servers in the pages.",
      ],
    },
    {
      id: "others",
      title: "Who else gets to see it",
      text: [
        "Members of your team see your name, your address and your edits. Operators see requests and run the machine, so they can technically reach what is stored on it.",
        "The software sends data to another service only if the operator names one in the settings: a mail server, a database, an object storage, a sign-in provider. Ask the operator which of them are used here.",
        "A public blueprint is readable by everybody, including search engines. So think about what a scan shows before you publish it: faces, name plates, screens, notes on a wall.",
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      text: [
        "You may ask to see, to correct, to receive or to delete what is stored about you, and to object to its use. Originals you can download yourself at any time. For everything else, including the end of your account, write to the operator with the form on the help page; the software has no button for it yet.",
        "If you are in the European Union, you may also complain to a supervisory authority.",
      ],
    },
    {
      id: "changes",
      title: "Changes of this page",
      text: [
        "This text belongs to the version of the software that runs here and changes with it. Whoever runs the installation may add to it what the software cannot know: their name and address, the legal basis, the services they use.",
      ],
    },
  ];
}

export const termsParts: readonly LegalPart[] = [
  {
    id: "between",
    title: "Between whom",
    text: [
      "You use an installation of Blueprint that somebody runs. These terms are between you and them. If a contract between you says something else, that contract counts.",
      "The makers of the software are not part of it and have no access to this installation.",
    ],
  },
  {
    id: "account",
    title: "Your account",
    text: [
      "Accounts are made from invitations and belong to one person. Keep your password to yourself. Tell an operator if you think that somebody else uses your account; they can end its sessions and disable it.",
      "Whoever owns a team decides who is in it and what they may do.",
    ],
  },
  {
    id: "content",
    title: "What you bring",
    text: [
      "Scans, texts and everything else you bring stay yours. You give the installation the right to store them, to convert them for viewing, to keep copies against loss and to show them to those you choose. This right ends when you remove them, except where a published version still shows them.",
      "Bring only what you may. You need the right to scan the place and to show it. If people can be recognised in a scan, you need their consent or another good reason. Do not put secrets into a public place: visitors read every anchor.",
    ],
  },
  {
    id: "not-allowed",
    title: "What is not allowed",
    text: [
      "Breaking the law, harming people, publishing a place whose owner forbids it, attacking or overloading the installation, getting around its limits or looking at what is not yours.",
      "An operator may take down what breaks these rules and disable an account. They should say why and let you download your originals, unless the law forbids it.",
    ],
  },
  {
    id: "promises",
    title: "What you can expect of the software",
    text: [
      "An upload that was confirmed is on the server's disk. An edit that is shown as saved is on the server's disk. The original of every scan is kept unchanged and can be downloaded on every plan.",
      "Reaching a limit or ending a paid plan closes nothing that is published. Only new publishing and new uploads pause.",
      "These are properties of the program. How well its machine is kept, how often it is backed up and how long it is reachable is up to whoever runs it. Ask them.",
    ],
  },
  {
    id: "pay",
    title: "Plans and payment",
    text: [
      "The plans and prices are those on the pricing page of this installation. A larger plan begins when it is paid, by card or by an invoice of the operator. A smaller plan, and the end of a paid one, begin when the paid time is over.",
      "You can end a paid plan on the plan page at any time. It ends when the operator switches the plan; what was paid for a time already begun is a matter between you and them.",
    ],
  },
  {
    id: "accuracy",
    title: "Measures and safety",
    text: [
      "A scan shows a place as it was on the day it was made and as exactly as its scanner works. Do not take a width, a load, an escape route or the safety of a person or a machine from it alone. Look at the real place.",
    ],
  },
  {
    id: "liability",
    title: "Liability",
    text: [
      "The software comes as it is. Nothing in these terms limits a liability that the law does not allow to be limited, such as for intent, gross negligence or injury. Beyond that, liability is what you and the operator agreed, or what the law of the operator's seat says.",
    ],
  },
  {
    id: "ending",
    title: "The end",
    text: [
      "You may stop at any time. Download your originals first. Ask the operator to delete your account; what belongs to a team stays with the team.",
    ],
  },
];
