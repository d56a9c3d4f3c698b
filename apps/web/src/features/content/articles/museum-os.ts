import type { Article } from "./article.ts";

export const museumOs: Article = {
  path: "/blog/museum-os",
  reader: "For the curator",
  title: "Keep the exhibition after the van has left.",
  lead: "You argued for a year about which case stands opposite which. On Monday it goes back into crates. A scan keeps the argument: the room, the order, the sight lines and the words.",
  job: {
    title: "The job: a room is a sentence, and it is taken apart",
    text: [
      "An exhibition is not its list of objects. It is the distance between two of them, the turn one has to make to see the third, the low light before the bright room. Catalogues keep the objects. Installation views keep eight angles. What a colleague asks five years later, how did one move through it, nobody can answer from either.",
      "Then there are people who never got in: schools that could not pay a coach, members who no longer manage stairs, blind visitors for whom the audio guide was cut in the third budget round. They need the content in another form, and that form usually arrives when the show has closed.",
      "One scan between the press morning and the opening serves the archive, the access officer and the education department. The work is in the labels, and those you have written already.",
    ],
  },
  without: {
    title: "The last week, as usual",
    moments: [
      {
        time: "Tuesday",
        text: "The photographer has four hours and forty-two cases. Room three, the one that worked, gets two pictures because it is dark.",
      },
      {
        time: "Thursday",
        text: "A school two hundred kilometres away asks for a visit online. Education sends the object list and apologises.",
      },
      {
        time: "Sunday",
        text: "A visitor asks for the texts in large print. They exist in a layout program, in three pieces.",
      },
      { time: "Monday", text: "De-installation. By noon, the room is a sentence without a verb." },
    ],
  },
  with: {
    title: "The last week, with the room kept",
    moments: [
      {
        time: "Before the opening",
        text: "Two hours of scanning in exhibition light. The registrar checks every loan agreement against a list of what may be shown.",
      },
      {
        time: "Thursday",
        text: "The class walks in from its own desks. The guide in the museum talks them from case to case by the numbers of the anchors.",
      },
      {
        time: "Sunday",
        text: "The visitor gets the text version: every label, in order, and where each stands seen from the door. It prints, and a screen reader reads it.",
      },
      {
        time: "Five years later",
        text: "A curator preparing a related show walks through and notes which juxtaposition to quote.",
      },
    ],
  },
  setup: [
    {
      title: "Clear the rights first",
      text: "Loan agreements, artists' rights and the insurer decide what may be shown to whom. Mask or scan around what may not. Doing this afterwards means doing it never.",
    },
    {
      title: "Choose the kind of scan by the room",
      text: "Photogrammetry or splats hold the look of light and material; a laser scan holds the geometry for the next architect. Glass cases defeat both from the front: scan at an angle, with polarising filters where you can.",
    },
    {
      title: "Upload, and keep the original",
      text: "Make a blueprint of the kind “Museum”. The file you bring is kept byte for byte and can be downloaded again, which is what an archive asks first.",
    },
    {
      title: "One anchor for each label",
      text: "Number first, then the title, then the wall text as it was. Put the anchor where a visitor would stand to read, not on the object's middle; the text version describes places from the entrance.",
    },
    {
      title: "Add the curator's notes",
      text: "Anchors between objects are for what no label says: why these two face each other. Mark them with a word of your own, such as “Note”, so that they are found by searching.",
    },
    {
      title: "Publish twice",
      text: "During the run unlisted, for schools and access visits. After closing public, when the rights allow it. Each publication is a frozen version, so a citation can name one.",
    },
  ],
  measure: [
    {
      what: "Access requests that could be met",
      how: "Count requests for text, remote or step-free visits, and how many were answered the same day.",
    },
    {
      what: "School classes that came without coming",
      how: "From the education bookings, with the distance they did not travel.",
    },
    {
      what: "Time to answer a question about a past hanging",
      how: "Note it for ten questions from the archive. Five minutes against half a day is a result.",
    },
    {
      what: "Labels that nobody understood",
      how: "Ask remote groups which anchor they had to read twice. It is a free edit for the next show.",
    },
  ],
  limits: [
    "A scan is not a condition report and does not replace one. Its colours are not colour-managed.",
    "Blueprint counts no visitors. A recorded tour plays its stops in order, but a person who talks a group through the place is often the better guide.",
  ],
};
