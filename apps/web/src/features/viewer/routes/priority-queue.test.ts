import { describe, expect, it } from "vitest";
import { PriorityQueue } from "./priority-queue.ts";

function drain(queue: PriorityQueue<number>): number[] {
  const values: number[] = [];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) values.push(value);
  return values;
}

describe("a priority queue", () => {
  it("hands out the lowest priority first, in whatever order they came", () => {
    const queue = new PriorityQueue<number>();
    const priorities = Array.from({ length: 200 }, (_, at) => (at * 73) % 200);
    for (const priority of priorities) queue.push(priority + 1_000, priority);
    expect(drain(queue)).toEqual([...priorities].sort((a, b) => a - b).map((priority) => priority + 1_000));
  });

  it("takes more between two", () => {
    const queue = new PriorityQueue<number>();
    queue.push(3, 3);
    queue.push(1, 1);
    expect(queue.pop()).toBe(1);
    queue.push(2, 2);
    expect(drain(queue)).toEqual([2, 3]);
  });

  it("has nothing when it is empty", () => {
    const queue = new PriorityQueue<number>();
    expect(queue.pop()).toBeUndefined();
    queue.push(7, 0);
    expect(drain(queue)).toEqual([7]);
    expect(queue.pop()).toBeUndefined();
  });
});
