import type { Article } from "./article.ts";

export const propertyOs: Article = {
  path: "/blog/property-os",
  reader: "For the letting agent and the landlord",
  title: "Hold the viewing before the viewing.",
  lead: "Most viewings end at the door of the second room, because the wardrobe won’t fit. People who have already walked the flat at home come to the real one to sign.",
  job: {
    title: "The job: fewer doors opened for nothing, and one record of its condition",
    text: [
      "A letting is two jobs that share a building. The first is finding someone who wants exactly this flat with its slope, its street noise and its tiny second bedroom. The second begins the day they get the keys: what was scratched before, where the stopcock is, how the boiler is reset, which of the four switches is the hall.",
      "Photographs serve the first job badly and the second not at all. They are taken from corners, with the camera at hip height, so everything looks larger. Applicants know that, so they come and see. And when they move out, the check-in inventory is a list of words such as “good” and “fair”, and two people will disagree over a deposit because of them.",
      "A walkable scan made on the empty day between tenants serves both. It shows true proportions and carries a date.",
    ],
  },
  without: {
    title: "A Saturday of viewings",
    moments: [
      {
        time: "10:00",
        text: "Nine slots. Two people don’t show up, three know within a minute that the bedroom is too small.",
      },
      {
        time: "11:40",
        text: "A serious couple wants to measure the alcove. The agent holds the tape and runs late for everyone else.",
      },
      {
        time: "Month two",
        text: "The tenant rings on a Sunday: water under the sink. The agent describes over the phone where a valve might be.",
      },
      {
        time: "Month twenty",
        text: "Move-out. The inventory says “worktop: good”. The cut in it is either two years old or ten.",
      },
    ],
  },
  with: {
    title: "The same flat with an address to walk",
    moments: [
      {
        time: "Thursday",
        text: "The listing carries the link. Applicants walk it from the sofa, as often as they like.",
      },
      {
        time: "Saturday",
        text: "Four slots. Each visitor has a real question: the neighbours, the light in the afternoon, the cellar.",
      },
      {
        time: "Month two",
        text: "The tenant opens the handover link and searches “water”. The anchor sits on the valve, behind the left door, with the direction to turn.",
      },
      {
        time: "Month twenty",
        text: "Both sides look at the scan from check-in day, at the spot where the cut is. It takes five minutes and no one shouts.",
      },
    ],
  },
  setup: [
    {
      title: "Scan on the empty day",
      text: "After cleaning and before the keys. Open all inner doors and fix them, lights on, blinds half down. A phone with a depth sensor or a 360° camera works well for a flat; use a laser scanner for a house you plan to convert.",
    },
    {
      title: "Create two blueprints from one file",
      text: "One for applicants, with few anchors and no secrets. One for the tenancy, with meters, valves, fuse box and the condition of surfaces. Uploading the same file twice only costs storage.",
    },
    {
      title: "Anchor what people ask on the phone",
      text: "Heights of beams and sills as you measured them with a tape, appliances that stay, sockets behind furniture, where the router goes. Add the measurement, and say it was taken by hand.",
    },
    {
      title: "Publish the first as public or unlisted",
      text: "Public places appear in Discover. Give only as much of the address as you advertise, and no flat number.",
    },
    {
      title: "Publish the second unlisted, for one tenancy",
      text: "Send the link with the keys and note its version number in the check-in record. Versions are frozen: what you both saw that day doesn’t change.",
    },
    {
      title: "Take down what’s been let",
      text: "One click unpublishes the applicants’ place. You keep the scan, anchors and versions for next time.",
    },
  ],
  measure: [
    {
      what: "Viewings per signed lease",
      how: "It’s in your diary. Compare flats in one building, with and without the link.",
    },
    { what: "Void days", how: "From keys back to keys out. A scan adds half a day, so it has to save more than that." },
    {
      what: "Out-of-hours calls answered by the link",
      how: "Ask the caller whether they tried it, and write down what they couldn’t find.",
    },
    {
      what: "Deposit disputes that went to a third party",
      how: "A yearly count. The number is small, costly and easy to remember.",
    },
  ],
  limits: [
    "A scan isn’t a survey. Blueprint measures distances and areas and shows how certain they are; for a contract, get areas from someone who signs for them.",
    "Never publish a home someone lives in without their written consent, and check for family photos, letters and screens first.",
  ],
};
