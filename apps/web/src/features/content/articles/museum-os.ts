import type { Article } from "./article.ts";

export const museumOs: Article = {
  path: "/blog/museum-os",
  reader: "For the curator",
  title: "Keep the exhibition after the van has left.",
  lead: "You argued for a year about which case goes opposite which. On Monday it all goes back into crates. A scan keeps the argument: the room, the order, the sight lines and the words.",
  job: {
    title: "The job: a room is a sentence that gets taken apart",
    text: [
      "An exhibition isn’t its list of objects. It’s the distance between two of them, the turn you make to see the third, the low light before the bright room. Catalogues keep the objects. Installation views keep eight angles. When a colleague asks five years later how people moved through it, neither has the answer.",
      "Then there are people who never got in: schools that couldn’t pay for a coach, members who can’t manage stairs any more, blind visitors for whom the audio guide was cut in the third budget round. They need the content in another form, and that form usually arrives after the show has closed.",
      "One scan between the press morning and the opening serves the archive, the access officer and the education department. The work is in the labels, and you’ve already written those.",
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
        text: "Two hours of scanning in exhibition light. The registrar checks every loan agreement for what may be shown.",
      },
      {
        time: "Thursday",
        text: "The class walks in from their desks. A guide at the museum takes them from case to case by anchor number.",
      },
      {
        time: "Sunday",
        text: "The visitor gets the text version: every label, in order, with where each one is as seen from the door. It prints, and a screen reader can read it.",
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
      text: "Loan agreements, artists’ rights and the insurer decide what may be shown to whom. Cover what can’t be shown, or scan around it: erasing it in the editor hides it from view but leaves it in the files. If you leave this for later, it won’t happen.",
    },
    {
      title: "Choose the kind of scan by the room",
      text: "Photogrammetry or splats capture the look of light and material; a laser scan captures the geometry for the next architect. Glass cases defeat both from the front: scan at an angle, with polarising filters where you can.",
    },
    {
      title: "Upload, and keep the original",
      text: "Create a blueprint and choose “Museum” as the kind of place. Your file is kept byte for byte and you can download it again, which is the first thing an archive asks.",
    },
    {
      title: "One anchor for each label",
      text: "Number first, then the title, then the wall text, unchanged. Put the anchor where a visitor would stand to read, not in the middle of the object; the text version describes places from the entrance.",
    },
    {
      title: "Add the curator’s notes",
      text: "Use anchors between objects for what no label says: why these two face each other. Start each with a word such as “Note”, so people can search for them.",
    },
    {
      title: "Publish twice",
      text: "During the run, publish it unlisted for schools and access visits. After it closes, make it public if the rights allow. Each publication is a frozen version, so a citation can name one.",
    },
  ],
  measure: [
    {
      what: "Access requests you could meet",
      how: "Count requests for text, remote or step-free visits, and how many were answered the same day.",
    },
    {
      what: "School classes that visited remotely",
      how: "From education bookings, with the distance they didn’t have to travel.",
    },
    {
      what: "Time to answer a question about a past hanging",
      how: "Time ten questions from the archive. Five minutes instead of half a day is a result.",
    },
    {
      what: "Labels no one understood",
      how: "Ask remote groups which anchor they had to read twice. It’s a free edit for the next show.",
    },
  ],
  limits: [
    "A scan isn’t a condition report and doesn’t replace one. Its colours aren’t colour-managed.",
    "Visitor numbers say how far people followed a tour, not what they thought of it. A recorded tour plays its stops in order, but a person who talks a group through the place is often the better guide.",
  ],
};
