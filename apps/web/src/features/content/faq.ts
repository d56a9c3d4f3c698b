import { visitorsShownMin } from "@blueprint/contract/visits";

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Facts about the installation that change the answers. */
export interface FaqFacts {
  /** How plans are paid for here; undefined until the server responds. */
  readonly payment: "card" | "invoice" | undefined;
  /** Whether the operator set up analytics for public pages. */
  readonly isMeasured: boolean;
}

/** Short answers, grouped by topic. */
export function listQuestionGroups({ payment, isMeasured }: FaqFacts): readonly {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}[] {
  return [
    {
      id: "scanning",
      title: "Scanning",
      questions: [
        {
          question: "Which scanner do I need?",
          answer:
            "Any scanner that exports one of the formats listed under “How it works”. A phone with a depth sensor is enough for a shop or an apartment. A laser scanner on a tripod gives a warehouse or a listed building the accuracy you’ll want later. A 360° camera is the quickest and shows rooms from fixed points.",
        },
        {
          question: "How long until I can walk around?",
          answer:
            "The upload takes as long as your connection needs. Processing depends on the size and kind of the scan; you see each stage, its progress and the time left. You can close the page in the meantime.",
        },
        {
          question: "Can I upload several scans of the same place?",
          answer:
            "Yes. A blueprint holds many scans and shows them in one frame, and you choose which ones are visible. Anchors belong to the blueprint, so they stay when you add a newer scan.",
        },
        {
          question: "What if my software isn’t listed?",
          answer:
            "Most programs export GLB for meshes, LAZ or E57 for point clouds and PLY for splats. If yours doesn’t, tell us its name with the form on the help page.",
        },
      ],
    },
    {
      id: "visitors",
      title: "Visitors",
      questions: [
        {
          question: "Do visitors need an account or an app?",
          answer: "No. They open a link in a browser. On a phone, they tap the floor to walk there.",
        },
        {
          question: "What about visitors who can’t see the picture or use a mouse?",
          answer:
            "Everything in the viewer works with a keyboard, and every place has a text version with its anchors, zones and tours. It needs no 3D.",
        },
        {
          question: "Who can find my place?",
          answer:
            "You decide when you publish. A public place is listed under “Discover”. An unlisted one opens for anyone with the link, and a password protects it further. You can also keep a place to your team.",
        },
        {
          question: "Do you count my visitors?",
          answer: `Yes, without cookies. “Visitor numbers” in a blueprint’s menu shows visits, visitors, cards, zones, tours, sources, devices and a heat map. Nothing is stored in visitors’ browsers, figures about fewer than ${visitorsShownMin} visitors are hidden, and browsers that ask not to be tracked are left out.${
            isMeasured
              ? " Visits to this installation’s own public pages are counted apart, through the analytics the operator set up, and only for people who agreed."
              : ""
          }`,
        },
      ],
    },
    {
      id: "money",
      title: "Plans and billing",
      questions: [
        {
          question: "What happens if I stop paying?",
          answer:
            "Your team returns to the Free plan. Published places stay open, and your files stay stored and downloadable. While you’re over a limit, only new publishing, new uploads and inviting more editors pause.",
        },
        {
          question: "Do viewers cost anything?",
          answer: "No. Viewers and scanners are free on every plan. Owners, admins and editors count as editors.",
        },
        {
          question: "Can I pay by card?",
          answer:
            payment === "card"
              ? "Yes. Owners pay on the plan page through Stripe and find their receipts there."
              : payment === "invoice"
                ? "Not on this installation. Owners request a plan on the plan page and get an invoice. The plan starts when the operator has marked it paid."
                : "That depends on the installation. The plan page shows how yours is paid.",
        },
      ],
    },
    {
      id: "ownership",
      title: "Ownership and leaving",
      questions: [
        {
          question: "Who owns the scan?",
          answer:
            "You do. By uploading, you only allow the installation to store it, convert it and show it to the people you publish it to.",
        },
        {
          question: "Can I take everything with me?",
          answer:
            "You can download every original byte for byte, on every plan. The editor exports anchors as CSV and JSON, zones as GeoJSON, and measurements as CSV. In Settings you export your own data. A single file with a whole blueprint isn’t available.",
        },
        {
          question: "What if someone published my venue?",
          answer:
            "Claim it: with a code from the venue, a mail to its web domain, or evidence that an operator reviews. The team that published it can object for 14 days. “Claim a place” explains how.",
        },
        {
          question: "Is my data used to train a model?",
          answer:
            "Not by Blueprint. It runs on the operator’s server and needs no other service. If the operator adds an AI service, it receives questions from the studio, and written or spoken ones from visitors who turn on answers.",
        },
      ],
    },
    {
      id: "running",
      title: "Running it yourself",
      questions: [
        {
          question: "What do I need to run an installation?",
          answer:
            "One machine with Node and one command. It brings its own PostgreSQL and stores files on disk. You can use your own database, S3-compatible storage and mail server instead.",
        },
        {
          question: "How do I get the first account?",
          answer: "The first start prints an invitation link. Whoever opens it becomes the operator.",
        },
        {
          question: "What is lost when the machine loses power?",
          answer:
            "Nothing that was confirmed. Uploads resume after the last confirmed byte, processing starts again, and edits shown as saved are on disk.",
        },
      ],
    },
  ];
}
