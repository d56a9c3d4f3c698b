export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Short answers, by what people ask about. */
export const questionGroups: readonly {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}[] = [
  {
    id: "scanning",
    title: "Scanning",
    questions: [
      {
        question: "Which scanner do I need?",
        answer:
          "Any that writes one of the formats on the page “How it works”. A phone with a depth sensor is enough for a shop or a flat. A laser scanner on a tripod gives a warehouse or a listed building the accuracy that people will ask for later. A 360° camera is the quickest and shows the room from fixed points only.",
      },
      {
        question: "How long does it take until I can walk in?",
        answer:
          "The upload takes as long as your line needs. The conversion depends on the size and the kind of the scan; its stages, its percentage and the time left are shown while it runs. You can close the page meanwhile.",
      },
      {
        question: "May I upload more than one scan of the same place?",
        answer:
          "Yes. A blueprint holds any number of scans, and the editor lets you choose which one you look at. Anchors belong to the blueprint, so they stay when you add a newer scan.",
      },
      {
        question: "My file comes from a program that is not in the list.",
        answer:
          "Most programs export GLB for meshes, LAZ or E57 for points and PLY for splats. If yours does not, write to us with its name: which formats are read is decided by what people have.",
      },
    ],
  },
  {
    id: "visitors",
    title: "Visitors",
    questions: [
      {
        question: "Do visitors need an account or an app?",
        answer: "No. They open a link in a browser. On a phone they tap the floor to walk there.",
      },
      {
        question: "What if a visitor cannot see the picture, or cannot use a mouse?",
        answer:
          "Everything in the viewer can be reached by keyboard, and every place has a text version with all its anchors and where they are. It needs no 3D at all.",
      },
      {
        question: "Who can find my place?",
        answer:
          "You choose when you publish. An unlisted place opens for everybody who has the link and is listed nowhere. A public one also stands in “Discover places”.",
      },
      {
        question: "Do you count my visitors?",
        answer: "No. Nothing is counted today, and no cookie is set for a visitor.",
      },
    ],
  },
  {
    id: "money",
    title: "Plans and money",
    questions: [
      {
        question: "What happens if I do not pay?",
        answer:
          "The team goes back to the Free plan. What is published stays open to visitors, what is stored stays stored and can be downloaded. Only publishing more places and uploading more scans pauses while you are above the limits.",
      },
      {
        question: "Do viewers cost anything?",
        answer: "No. Viewers and scanners are free on every plan. Owners, admins and editors count as editors.",
      },
      {
        question: "Can I pay by card?",
        answer:
          "Not in this installation. The owner asks for a plan on the plan page, an operator sends an invoice and switches the plan.",
      },
    ],
  },
  {
    id: "ownership",
    title: "Ownership and leaving",
    questions: [
      {
        question: "Whose is the scan?",
        answer:
          "Yours. Uploading gives the installation the right to store it, to convert it and to show it to those you publish it to, and nothing else.",
      },
      {
        question: "Can I take everything with me?",
        answer:
          "Every original can be downloaded byte for byte under its own name, by whoever may see the blueprint. Anchors can be read and copied from the text version of a published place. An export of a whole blueprint as one file does not exist yet.",
      },
      {
        question: "What if somebody published my venue?",
        answer: "Claim it. An operator looks at your evidence and decides. The page “Claim a place” says how.",
      },
      {
        question: "Is anything used to train a model?",
        answer:
          "The software sends nothing to anybody by itself. It runs on the server of whoever installed it and needs no account anywhere else.",
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
          "One machine with Node and one command. It brings its own PostgreSQL and stores files on its disk. A database of yours, S3-compatible storage and a mail server can be named in the settings.",
      },
      {
        question: "How do I get the first account?",
        answer: "The first start prints one invitation link. Whoever opens it becomes the operator.",
      },
      {
        question: "What is lost when the machine loses power?",
        answer:
          "Nothing that was confirmed. Uploads go on behind the last confirmed piece, conversions start again, and an edit that the screen called saved is on the disk.",
      },
    ],
  },
];
