import { expect, test } from "vitest";
import { OperatorVisits } from "./operator-visits.ts";

const second = (from: number) => ({ from, until: from + 1 });

function judged(visits: OperatorVisits, spans: Readonly<Record<string, { from: number; until: number }>>): string[] {
  const leaks: string[] = [];
  for (const [name, span] of Object.entries(spans)) visits.shown(span, () => leaks.push(name));
  const within = visits.judge();
  expect(within + leaks.length).toBe(Object.keys(spans).length);
  return leaks;
}

test("a team's content may be shown to an operator only while a visit could be under way", () => {
  const visits = new OperatorVisits();
  visits.enter(10)(11, false);
  expect(visits.isUnderWay()).toBe(true);
  visits.left({ from: 20, until: 21 });
  expect(visits.isUnderWay()).toBe(false);
  const spans = {
    before: second(8),
    entering: second(9.5),
    within: second(15),
    leaving: second(20.5),
    after: second(22),
  };
  expect(judged(visits, spans)).toEqual(["before", "after"]);
});

test("without a visit, everything shown is a leak", () => {
  expect(judged(new OperatorVisits(), { ever: second(1) })).toEqual(["ever"]);
});

test("a refused request to enter grants nothing; one without a response may have succeeded", () => {
  const refused = new OperatorVisits();
  refused.enter(10)(11, true);
  expect(judged(refused, { later: second(12) })).toEqual(["later"]);
  const lost = new OperatorVisits();
  lost.enter(10);
  expect(judged(lost, { earlier: second(1), later: second(12) })).toEqual(["earlier"]);
});

test("leaving ends earlier visits, but not one entered at the same time", () => {
  const visits = new OperatorVisits();
  const answered = visits.enter(10);
  visits.left({ from: 11, until: 12 });
  answered(13, false);
  expect(judged(visits, { later: second(30) })).toEqual([]);
  const again = new OperatorVisits();
  again.enter(10)(11, false);
  again.enter(13)(14, false);
  again.left({ from: 20, until: 21 });
  expect(judged(again, { later: second(30) })).toEqual(["later"]);
});
