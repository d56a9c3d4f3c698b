import { describe, expect, it } from "vitest";
import { isUnknown, knowClaims, listClaims } from "./claims.ts";

const listUnknown = (answer: string, ...notes: string[]) => {
  const known = knowClaims(notes);
  return listClaims(answer)
    .filter((claim) => isUnknown(claim, known))
    .map(({ value }) => value);
};

describe("claims of an answer", () => {
  it.each<[string, string]>([
    ["Tickets cost 12 euros.", "Tickets: 12 euros"],
    ["It opens at 10.", "Open from 10:00 to 18:00"],
    ["It is open until 6 pm.", "Open from 10:00 to 18:00"],
    ["It is open until 18:00.", "Open until 6 p.m."],
    ["It closes at 18:00.", "Bis 18 Uhr geöffnet"],
    ["It opens at ９:00.", "Open from 9:00"],
    ["There are five lifts.", "5 lifts"],
    ["There are 5 lifts.", "five lifts"],
    ["A coin of 1 euro.", "Lockers take a one euro coin."],
    ["It has 1200 seats.", "It has 1,200 seats."],
    ["Es hat 1.200 Plätze.", "It has 1,200 seats."],
    ["It costs 3,50 euros.", "It costs 3.50 euros."],
    ["It opens at 9:00.", "Open from 09:00"],
    ["يفتح في الساعة ١٠", "Open from 10:00"],
    ["Closed on Mondays.", "Closed on Monday"],
    ["Montags geschlossen.", "Closed on Mondays."],
    ["Es ist am Montag geschlossen.", "Closed on Mondays."],
    ["Fermé le lundi.", "Closed on Mondays."],
    ["The whale came in March.", "Im März kam der Wal."],
    ["You may take pictures.", "Photography is allowed."],
    ["May I suggest the garden?", "Garden"],
    ["It was painted by Anna Schmidt.", "Anna Schmidt painted it."],
    ["Schmidt's picture hangs here.", "A picture by Anna Schmidt"],
    ["Das Bild hängt im Saal neben dem Eingang.", "The picture is beside the entrance."],
    ["I'm sure I found it: Look up.", "It hangs above."],
    ["See https://example.org/tickets.", "Tickets at https://example.org/tickets"],
    ["Write to desk@example.org.", "desk@example.org"],
    ["車椅子で入れます。", "Step-free"],
  ])("%s stands in: %s", (answer, note) => expect(listUnknown(answer, note)).toEqual([]));

  it.each<[string, string, string[]]>([
    ["Tickets cost 13 euros.", "Tickets: 12 euros", ["13"]],
    ["It is open until 19:00.", "Open from 10:00 to 18:00", ["19:00"]],
    ["It is open until 7 pm.", "Open from 10:00 to 18:00", ["19:00"]],
    ["It opens at 10:30.", "Open from 10:00", ["10:30"]],
    ["It opens at 12:00.", "Tickets cost 12 euros.", ["12:00"]],
    ["Children pay seven euros.", "Children pay 5 euros.", ["7"]],
    ["Es kostet zwanzig Euro.", "It costs 12 euros.", ["20"]],
    ["يكلف ١٣ يورو", "It costs 12 euros.", ["13"]],
    ["Closed on Tuesdays.", "Closed on Mondays.", ["weekday 2"]],
    ["Es ist am Dienstag geschlossen.", "Closed on Mondays.", ["weekday 2"]],
    ["It closes in April.", "It closes in March.", ["month 3"]],
    ["It was painted by Rembrandt.", "A picture of a ship", ["Rembrandt"]],
    ["Das Bild ist von Anna Schmidt.", "Das Bild zeigt ein Schiff.", ["Anna", "Schmidt"]],
    ["Fragen Sie Frau Weber.", "Fragen Sie an der Kasse.", ["Weber"]],
    ["Ask Dr. Weber.", "Ask at the desk.", ["Weber"]],
    ["Book at https://evil.example.", "Book at the desk.", ["https://evil.example"]],
    ["Book at tickets-now.com/x.", "Book at the desk.", ["tickets-now.com/x"]],
    ["Write to me@evil.example.", "Write to desk@example.org.", ["me@evil.example"]],
  ])("%s doesn't stand in: %s", (answer, note, unknown) => expect(listUnknown(answer, note)).toEqual(unknown));

  it("a single word that opens a sentence isn't judged", () => {
    expect(listUnknown("Rembrandt painted it.", "A picture of a ship")).toEqual([]);
  });
});
