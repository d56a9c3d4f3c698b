import { EventEmitter } from "node:events";
import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { createRandom } from "@blueprint/scene/testing/random";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { WebSocket } from "ws";
import { connect } from "../../db/connection.ts";
import type { Sql } from "../../db/sql.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { OpeningWatch } from "./opening-watch.ts";
import { readScene } from "./scene.service.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

const tryAgainLater = 1013;
let app: TestApp;
/** Separate connections, unaffected by what happens to the server's. */
let database: Sql;
let owner: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  database = connect(app.context.connection, 2);
});

afterAll(async () => {
  await database.end();
  await app.close();
});

beforeEach(async () => {
  owner = await app.buildPerson();
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

function open(): SceneClient {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: owner.cookie });
  clients.push(client);
  return client;
}

function place(client: SceneClient, id: string): void {
  const at = { position: [1, 2, 3], normal: [0, 1, 0], floor: 0 } as const;
  const made = { createdBy: owner.userId, createdAt: "2026-01-02T03:04:05.000Z" };
  addAnchor(client.doc, { ...at, ...made, id, type: "info", title: id, text: "" });
}

describe("opening a document while the database fails", () => {
  for (const [table, what] of [
    ["blueprints", "their rights cannot be read"],
    ["scene_updates", "its content cannot be read"],
  ] as const) {
    test(`disconnects everyone when ${what}, and lets them in as soon as it can`, async () => {
      const first = open();
      await first.loaded();
      place(first, "kept");
      await first.saved();
      first.close();
      await database.unsafe(`alter table ${table} rename to ${table}_away`);
      const waiting = [open(), open(), open()];
      try {
        for (const client of waiting) await client.until(() => client.closeCodes.includes(tryAgainLater));
      } finally {
        await database.unsafe(`alter table ${table}_away rename to ${table}`);
      }
      for (const client of waiting) {
        await client.loaded();
        expect(client.scene().anchors.map(({ id }) => id)).toEqual(["kept"]);
      }
    });
  }

  test("lets people in whenever they come, while it stalls, loses its connections, and others come and go", async () => {
    const random = createRandom(5);
    const pause = (longestMs: number) => new Promise((resolve) => setTimeout(resolve, random() * longestMs));
    const placed: string[] = [];
    let isOver = false;
    const stall = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        await database.begin(async (tx) => {
          await tx`lock table scene_updates in access exclusive mode`;
          await pause(60);
        });
        if (turn % 12 === 11) {
          await database`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%'`.catch(
            () => {},
          );
        }
        await pause(60);
      }
    };
    const comeAndGo = async (name: string) => {
      for (let visit = 0; visit < 12; visit += 1) {
        const client = open();
        await pause(80);
        // Some clients disconnect before the document is open.
        if (random() < 0.3) {
          client.close();
          continue;
        }
        await client.loaded();
        const id = `${name}${visit}`;
        place(client, id);
        await client.saved();
        placed.push(id);
        client.close();
      }
    };
    const stalling = stall();
    try {
      await Promise.all(["a", "b", "c", "d"].map(comeAndGo));
    } finally {
      isOver = true;
      await stalling;
    }
    const stored = (await readScene(app.context, blueprintId)).anchors.map(({ id }) => id);
    expect(placed.length).toBeGreaterThan(20);
    expect(placed.filter((id) => !stored.includes(id))).toEqual([]);
  }, 60_000);
});

describe("OpeningWatch", () => {
  class FakeSocket extends EventEmitter {
    closed: number[] = [];
    close(code: number): void {
      this.closed.push(code);
      this.emit("close");
    }
  }
  const build = () => {
    const socket = new FakeSocket();
    return { socket, asSocket: socket as unknown as WebSocket };
  };
  const elapse = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  it("closes a socket whose document does not arrive in time, but not one that got it", async () => {
    const late: string[] = [];
    const watch = new OpeningWatch(20, (document) => late.push(document));
    const [slow, quick, gone] = [build(), build(), build()];
    for (const { asSocket } of [slow, quick, gone]) watch.begin(asSocket, "a");
    watch.end(quick.asSocket, "a");
    gone.socket.emit("close");
    await elapse(60);
    expect([slow, quick, gone].map(({ socket }) => socket.closed)).toEqual([[tryAgainLater], [], []]);
    expect(late).toEqual(["a"]);
  });

  it("closes everyone who waits for a document that cannot be read, and nobody else", async () => {
    const watch = new OpeningWatch(60_000, () => {});
    const [one, two, other] = [build(), build(), build()];
    watch.begin(one.asSocket, "a");
    watch.begin(two.asSocket, "a");
    watch.begin(other.asSocket, "b");
    watch.fail("a");
    await elapse(5);
    expect([one, two, other].map(({ socket }) => socket.closed)).toEqual([[tryAgainLater], [tryAgainLater], []]);
  });
});
