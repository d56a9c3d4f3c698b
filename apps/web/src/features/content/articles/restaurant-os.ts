import type { Article } from "./article.ts";

export const restaurantOs: Article = {
  path: "/blog/restaurant-os",
  reader: "For the restaurateur and the floor manager",
  title: "Let guests choose the table, and the team learn the room.",
  lead: "You sell the private room over the phone, in words, during service. And every new waiter learns the sections by bumping into someone. Both get easier when people can visit the room at three in the afternoon, from anywhere.",
  job: {
    title: "The job: a small room with many secrets",
    text: [
      "A dining room is simple only for guests. Those who work in it know that table twelve wobbles on the left, that no one over one metre ninety sits under the beam, that the draught comes when the terrace door is open, and that twenty-two fit in the back room if you take the sideboard out and twenty if you don’t.",
      "You need that knowledge twice: for the person who books a birthday and wants to see where grandmother will sit, and for the new waiter, on the first night, in pieces, between the pass and the door.",
      "Neither has time when you do. Guests ask at eight in the evening; new people start on Fridays. What you need is a room that waits.",
    ],
  },
  without: {
    title: "Friday, over the phone",
    moments: [
      {
        time: "12:20",
        text: "A call about a dinner for twenty. The manager describes the back room with one hand over the other ear. They’ll think about it.",
      },
      {
        time: "16:00",
        text: "The new waiter gets a printed plan with table numbers. It’s older than the banquette.",
      },
      {
        time: "19:40",
        text: "A guest with a stick asks for the toilet. It’s down eight steps. Someone knows there’s another one, through the yard.",
      },
      { time: "20:15", text: "Two plates go to thirty-one instead of thirteen. The kitchen makes them again." },
    ],
  },
  with: {
    title: "Friday, with a room to visit",
    moments: [
      {
        time: "12:20",
        text: "The caller gets a link while still talking. They walk in, look down the long table, and ask about the projector. Booked.",
      },
      {
        time: "15:00",
        text: "The new waiter has walked the sections on the bus. Pre-shift is a quiz: where is twenty-four, where do you polish, which door sticks.",
      },
      {
        time: "19:40",
        text: "The website said it before the guest left home: step-free toilet through the yard, eighty-eight centimetres wide, ask for the light.",
      },
      { time: "20:15", text: "The plates go to the right table. No one notices, which is the point." },
    ],
  },
  setup: [
    {
      title: "Scan at ten in the morning, tables set",
      text: "Empty room, full light, chairs in. A phone with a depth sensor does it in half an hour; export GLB. Glasses and polished steel come out rough, and that’s fine.",
    },
    {
      title: "Two blueprints: the house and the handbook",
      text: "The first is for guests. The second is for the team and never public. Both can use the same scan; only the anchors differ.",
    },
    {
      title: "Anchors for guests",
      text: "Entrance and step, the step-free way, toilets, quiet corner, high chairs, where the sun comes from. For the private room: how many at one table, how many at two, where the cake stands, when the music must end.",
    },
    {
      title: "Anchors for the team",
      text: "One for each table, with its number and what’s special about it. Then stations, bar fuse, water shut-off, allergen folder, fire blanket, closing checklist. Write them the way you’d say them.",
    },
    {
      title: "Publish them separately",
      text: "Guests: public, with name and address, so people can find it. Team: unlisted, with its QR sign inside the staff door. Allergens belong in the folder, not on an anchor; just say where the folder is.",
    },
    {
      title: "Update it after service",
      text: "Invite the floor manager as an editor. When the banquette moves, move the anchors and publish. It takes less time than reprinting a plan.",
    },
  ],
  measure: [
    {
      what: "Private-room enquiries that became bookings",
      how: "Mark in the diary whether the link was sent. Twenty enquiries are enough to see a direction.",
    },
    {
      what: "Minutes of enquiry calls during service",
      how: "Tally them on the pass for two Fridays before and two after.",
    },
    { what: "Plates to the wrong table", how: "The kitchen knows. Count them in each newcomer’s first week." },
    {
      what: "Shifts until a newcomer runs a section alone",
      how: "The floor manager decides and writes down the date.",
    },
  ],
  limits: [
    "It doesn’t take reservations or show free tables. Keep the link next to the booking button, not in place of it.",
    "Keep guests and staff out of the scan, along with the shelf with the safe and the rota with names on the wall.",
  ],
};
