import { setTimeout } from "node:timers/promises";
import { createRandom } from "@blueprint/scene/testing/random";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AiDialect, aiDialects } from "../../config.ts";
import { createLogger } from "../../platform/logger.ts";
import { AiConnection, type AiPatience, defaultPatience } from "./ai-connection.ts";
import type { AiFailure } from "./ai-socket.ts";
import type { Tool } from "./dialect.ts";
import { SpokenTurn } from "./spoken-turn.ts";
import { AiService, toSpeech } from "./testing/ai-service.ts";
import { startCuttingLine } from "./testing/cutting-line.ts";

const patience: AiPatience = { ...defaultPatience, connectMs: 2_000, silentMs: 400, lateTextMs: 300, retryMs: 5 };
const tool = { name: "cite_notes", description: "Cites.", parameters: { type: "object", properties: {} } };

describe.each(aiDialects)("a conversation in the %s dialect", (dialect: AiDialect) => {
  let service: AiService;
  let connection: AiConnection;
  const logged: string[] = [];
  const connect = (settings = service.settings) =>
    new AiConnection(
      settings,
      {
        tools: [tool],
        isSpoken: false,
        log: createLogger("debug", { write: (line: string) => void logged.push(line) }),
      },
      patience,
    );
  beforeEach(async () => {
    service = await AiService.start(dialect);
    service.model = ({ question }) => `An answer to ${question}, in more than one piece.`;
    connection = connect();
  });
  afterEach(async () => {
    connection.close();
    await service[Symbol.asyncDispose]();
  });
  const ask = async (question: string) => {
    const toText = () => `Question: ${JSON.stringify(question)}`;
    return (await connection.ask({ toText }, async () => [])).text;
  };
  const failure = (asked: Promise<string>) =>
    asked.then(
      () => "answered",
      (error: AiFailure) => error.reason,
    );

  it("answers in one piece, and keeps its connection", async () => {
    expect(await ask("Where?")).toBe("An answer to Where?, in more than one piece.");
    expect(await ask("When?")).toBe("An answer to When?, in more than one piece.");
    expect(service.setups).toHaveLength(1);
  });

  it("asks again on a new connection when the old one is cut before, during or after an answer", async () => {
    await ask("Where?");
    service.cut();
    expect(await ask("When?")).toContain("When?");
    let asked = 0;
    service.model = ({ socket, question }) => {
      asked += 1;
      if (asked < 3) socket.terminate();
      return `To ${question}`;
    };
    expect(await ask("Why?")).toBe("To Why?");
    expect(asked).toBe(3);
  });

  it("gives up after three tries", async () => {
    service.model = ({ socket }) => {
      socket.terminate();
      return "";
    };
    expect(await failure(ask("Where?"))).toBe("unavailable");
    expect(service.setups).toHaveLength(3);
    service.model = () => "Here.";
    expect(await ask("Where?")).toBe("Here.");
  });

  it("gives up when the service is silent", async () => {
    service.isSilent = true;
    expect(await failure(ask("Where?"))).toBe("unavailable");
  });

  it.each([
    [429, "busy", 1],
    [400, "unavailable", 1],
    [500, "unavailable", 3],
  ])("a connection refused with %d is %s", async (status, reason) => {
    service.refuseWith = status;
    expect(await failure(ask("Where?"))).toBe(reason);
    expect(service.setups).toHaveLength(0);
  });

  it("survives garbage, half a message and one of several megabytes", async () => {
    for (const rubbish of ["garbage", '{"serverContent":{"mod', `{"x":"${"y".repeat(4_000_000)}"}`]) {
      let asked = 0;
      service.model = ({ socket }) => {
        asked += 1;
        if (asked === 1) socket.send(rubbish);
        return "Here.";
      };
      expect(await ask("Where?")).toBe("Here.");
    }
    for (const message of ["null", "[]", "7", '{"serverContent":7}', '{"toolCall":{"functionCalls":[7,{}]}}']) {
      service.model = ({ socket }) => {
        socket.send(message);
        return "Here.";
      };
      expect(await ask("Where?")).toBe("Here.");
    }
  });

  it("gives up on an answer without an end", async () => {
    service.model = () => "and so on ".repeat(2_000);
    expect(await failure(ask("Where?"))).toBe("unavailable");
  });

  it("never writes the key into the log", async () => {
    connection.close();
    connection = connect({ ...service.settings, key: "a-wrong-key" });
    expect(await failure(ask("Where?"))).toBe("unavailable");
    expect(logged.join("")).toContain("refused a connection");
    expect(logged.join("")).not.toContain("a-wrong-key");
    connection = connect({ ...service.settings, url: "ws://127.0.0.1:1/live" });
    expect(await failure(ask("Where?"))).toBe("unavailable");
    expect(logged.join("")).not.toContain("right-key");
  });
});

const toText = () => 'Question: "Where?"';

function connectTo(service: AiService, tools: readonly Tool[] = [], isSpoken = false): AiConnection {
  const options = { tools, isSpoken, log: createLogger("silent") };
  return new AiConnection(service.settings, options, patience);
}

describe("the current dialect", () => {
  it("resumes with the service's handle, and without it when the service has forgotten it", async () => {
    await using service = await AiService.start("current");
    const connection = connectTo(service);
    let wasRemembered = false;
    const ask = async () => {
      const noting = (isRemembered: boolean) => {
        wasRemembered = isRemembered;
        return toText();
      };
      await connection.ask({ toText: noting }, async () => []);
      return wasRemembered;
    };
    expect(await ask()).toBe(false);
    service.cut();
    expect(await ask()).toBe(true);
    service.cut();
    service.resumes = false;
    expect(await ask()).toBe(false);
    connection.close();
    expect(service.setups.map(({ sessionResumption }) => sessionResumption)).toEqual([
      {},
      { handle: "handle-1" },
      { handle: "handle-2" },
      {},
    ]);
  });

  it("leaves a connection that the service is about to close", async () => {
    await using service = await AiService.start("current");
    const connection = connectTo(service);
    const ask = () => connection.ask({ toText }, async () => []);
    await ask();
    service.announceLeaving();
    const countSetups = async () => {
      await ask();
      return service.setups.length;
    };
    await expect.poll(countSetups).toBe(2);
    connection.close();
    await expect.poll(() => service.connections).toBe(0);
  });

  it("waits for words that come after the end of their turn", async () => {
    await using service = await AiService.start("current");
    service.transcribesLate = true;
    service.model = () => "The cloakroom is behind the stairs.";
    const connection = connectTo(service);
    const { text } = await connection.ask({ toText }, async () => []);
    expect(text).toBe("The cloakroom is behind the stairs.");
    connection.close();
  });

  it("doesn't wait until the service thinks that playback is over", async () => {
    await using service = await AiService.start("current");
    service.waitsForPlayback = true;
    service.model = ({ question }) => `An answer to ${question}`;
    const connection = connectTo(service);
    const ask = async (question: string) =>
      (await connection.ask({ toText: () => `Question: ${JSON.stringify(question)}` }, async () => [])).text;
    expect(await ask("Where?")).toBe("An answer to Where?");
    service.model = ({ question }) => {
      // The first turn ends while the second is answered.
      service.endTurns();
      return `An answer to ${question}`;
    };
    expect(await ask("When?")).toBe("An answer to When?");
    expect(service.setups).toHaveLength(1);
    connection.close();
  });

  it("continues when the model calls a tool after it seemed to have finished", async () => {
    await using service = await AiService.start("current");
    service.model = async ({ call, socket }) => {
      socket.send(JSON.stringify({ serverContent: { outputTranscription: { text: "Let me see. " } } }));
      socket.send(JSON.stringify({ serverContent: { generationComplete: true } }));
      await call("cite_notes", { notes: [1] });
      return "Behind the stairs.";
    };
    const connection = connectTo(service, [tool]);
    const { text } = await connection.ask({ toText }, async (calls) => calls.map(() => ({ status: "ok" })));
    expect(text).toBe("Let me see. Behind the stairs.");
    connection.close();
  });

  it("answers the model's calls", async () => {
    await using service = await AiService.start("current");
    service.model = async ({ call }) => `They said ${JSON.stringify(await call("cite_notes", { notes: [1] }))}.`;
    const connection = connectTo(service, [tool]);
    const { text } = await connection.ask({ toText }, async (calls) =>
      calls.map(({ name, args }) => ({ status: "ok", name, args })),
    );
    expect(text).toBe('They said {"status":"ok","name":"cite_notes","args":{"notes":[1]}}.');
    connection.close();
  });
});

describe("a spoken question", () => {
  const words = "Where is the cloakroom, and until when is it open today?";
  let service: AiService;
  let connection: AiConnection;
  beforeEach(async () => {
    service = await AiService.start("current");
    service.model = ({ question }) => `You asked: ${question}`;
    connection = connectTo(service, [tool], true);
  });
  afterEach(async () => {
    connection.close();
    await service[Symbol.asyncDispose]();
  });
  const pieces = toSpeech(words)
    .toString()
    .match(/.{4}/gs)!
    .map((piece) => Buffer.from(piece).toString("base64"));
  const ask = (speech: SpokenTurn, onHeard = (_text: string) => {}) =>
    connection.ask({ speech, start: () => {}, onHeard }, async () => []);
  const say = (speech: SpokenTurn, from = 0, to = pieces.length) => {
    for (const piece of pieces.slice(from, to)) speech.add(piece);
  };

  it("is understood word by word, and answered aloud and in text", async () => {
    const speech = new SpokenTurn();
    const heard: string[] = [];
    const asked = ask(speech, (text) => void heard.push(text));
    say(speech);
    speech.end();
    const answer = await asked;
    expect(answer.heard).toBe(words);
    expect(answer.text).toBe(`You asked: ${words}`);
    expect(Buffer.concat(answer.sounds.map((data) => Buffer.from(data, "base64"))).toString()).toMatch(
      /^You asked: ? Wh/,
    );
    expect(heard.at(-1)).toBe(words);
    expect(service.setups[0]).toMatchObject({ inputAudioTranscription: {}, outputAudioTranscription: {} });
  });

  it("loses no word when connections are cut while it is spoken and while it is answered", async () => {
    const speech = new SpokenTurn();
    const asked = ask(speech);
    for (let from = 0; from < pieces.length; from += 2) {
      say(speech, from, from + 2);
      await setTimeout(8);
      if (from % 4 === 0) service.cut();
    }
    let asks = 0;
    service.model = ({ question, socket }) => {
      asks += 1;
      if (asks < 3) socket.terminate();
      return `You asked: ${question}`;
    };
    speech.end();
    expect(await asked).toMatchObject({ heard: words, text: `You asked: ${words}` });
    expect(asks).toBe(3);
  });

  it.each([1, 2, 3, 4, 5, 6])("loses no word on a line that is cut at random bytes (%d)", async (seed) => {
    const random = createRandom(seed);
    const lengths = Array.from({ length: 6 }, () => Math.ceil(random() * 3_000));
    await using line = await startCuttingLine(service.settings.url, lengths);
    const settings = { ...service.settings, url: line.url };
    const options = { tools: [tool], isSpoken: true, log: createLogger("silent") };
    connection = new AiConnection(settings, options, patience);
    const speech = new SpokenTurn();
    const asked = ask(speech);
    for (let from = 0; from < pieces.length; from += 1) {
      say(speech, from, from + 1);
      await setTimeout(4 * random());
    }
    speech.end();
    expect(await asked).toMatchObject({ heard: words, text: `You asked: ${words}` });
    expect(line.cutCount).toBeGreaterThan(0);
    connection.close();
  });

  it("moves to a new connection before the service closes the old one, in the middle of a word", async () => {
    const speech = new SpokenTurn();
    const asked = ask(speech);
    say(speech, 0, 5);
    await expect.poll(() => service.received.length).toBeGreaterThan(5);
    service.announceLeaving();
    await expect.poll(() => service.setups.length).toBe(2);
    say(speech, 5);
    speech.end();
    expect((await asked).heard).toBe(words);
    expect(service.setups[1]).toMatchObject({ sessionResumption: { handle: "handle-1" } });
  });

  it("is asked again when the service breaks its answer off", async () => {
    let asks = 0;
    service.model = ({ question, socket }) => {
      asks += 1;
      if (asks === 1) socket.send(JSON.stringify({ serverContent: { interrupted: true } }));
      return `You asked: ${question}`;
    };
    const speech = new SpokenTurn();
    say(speech);
    speech.end();
    expect((await ask(speech)).text).toBe(`You asked: ${words}`);
    expect(asks).toBe(2);
  });

  it("may begin while the service waits for the previous answer to be played", async () => {
    service.waitsForPlayback = true;
    for (let times = 0; times < 3; times += 1) {
      const speech = new SpokenTurn();
      say(speech);
      speech.end();
      expect(await ask(speech)).toMatchObject({ heard: words, text: `You asked: ${words}` });
    }
    expect(service.setups).toHaveLength(1);
  });

  it("ends an answer that is being given when it is interrupted, and the next one is answered", async () => {
    service.model = () => new Promise(() => {});
    const speech = new SpokenTurn();
    say(speech);
    speech.end();
    const asked = ask(speech).catch((error: AiFailure) => error.reason);
    await expect.poll(() => service.received.length).toBeGreaterThan(pieces.length);
    connection.interrupt();
    expect(await asked).toBe("interrupted");
    service.model = ({ question }) => question;
    expect((await ask(speech)).text).toBe(words);
  });

  it("ends after half a minute of speech, and keeps no more", async () => {
    const speech = new SpokenTurn();
    const second = Buffer.alloc(32_000).toString("base64");
    for (let seconds = 0; seconds < 40; seconds += 1) speech.add(second);
    expect([speech.seconds, speech.isEnded]).toEqual([30, true]);
  });

  it("isn't for a service of the specification's dialect", async () => {
    await using older = await AiService.start("specification");
    connection = connectTo(older, [], true);
    const speech = new SpokenTurn();
    speech.end();
    expect(await ask(speech).catch((error: AiFailure) => error.reason)).toBe("unavailable");
  });
});
