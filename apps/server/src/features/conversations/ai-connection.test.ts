import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AiDialect, aiDialects } from "../../config.ts";
import { createLogger } from "../../platform/logger.ts";
import { AiConnection, type AiFailure, type AiPatience, defaultPatience } from "./ai-connection.ts";
import { AiService } from "./testing/ai-service.ts";

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
        instructions: "Quote the notes.",
        tools: [tool],
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
  const ask = (question: string) =>
    connection.ask(
      () => `Question: ${JSON.stringify(question)}`,
      async () => [],
    );
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

describe("the current dialect", () => {
  it("resumes with the service's handle, and without it when the service has forgotten it", async () => {
    await using service = await AiService.start("current");
    const connection = new AiConnection(
      service.settings,
      { instructions: "Quote.", tools: [], log: createLogger("silent") },
      patience,
    );
    let wasRemembered = false;
    const ask = async () => {
      await connection.ask(
        (isRemembered) => {
          wasRemembered = isRemembered;
          return 'Question: "Where?"';
        },
        async () => [],
      );
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
    const connection = new AiConnection(
      service.settings,
      { instructions: "Quote.", tools: [], log: createLogger("silent") },
      patience,
    );
    const ask = () =>
      connection.ask(
        () => 'Question: "Where?"',
        async () => [],
      );
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
    const connection = new AiConnection(
      service.settings,
      { instructions: "Quote.", tools: [], log: createLogger("silent") },
      patience,
    );
    expect(
      await connection.ask(
        () => 'Question: "Where?"',
        async () => [],
      ),
    ).toBe("The cloakroom is behind the stairs.");
    connection.close();
  });

  it("answers the model's calls", async () => {
    await using service = await AiService.start("current");
    service.model = async ({ call }) => `They said ${JSON.stringify(await call("cite_notes", { notes: [1] }))}.`;
    const connection = new AiConnection(
      service.settings,
      { instructions: "Quote.", tools: [tool], log: createLogger("silent") },
      patience,
    );
    const answer = await connection.ask(
      () => 'Question: "Where?"',
      async (calls) => calls.map(({ name, args }) => ({ status: "ok", name, args })),
    );
    expect(answer).toBe('They said {"status":"ok","name":"cite_notes","args":{"notes":[1]}}.');
    connection.close();
  });
});
