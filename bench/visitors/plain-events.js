// The plain way to take events, in the shape of Plausible's `POST /api/event`: one process, one event and one insert a
// request, one answer after the commit.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { connect } from "../../apps/server/src/db/connection.ts";

const [host, port, user, database, listenOn] = process.argv.slice(2);
const { pool } = connect({ host, port: Number(port), user, database });
await pool.query(
  "create table events (id bigserial primary key, happened_at timestamptz not null default now(), name text not null, url text not null, domain text not null, visitor text not null)",
);

createServer(async (request, response) => {
  if (request.method === "GET") {
    const { rows } = await pool.query("select count(*)::int as count from events");
    response.end(JSON.stringify(rows[0]));
    return;
  }
  const { name, url, domain } = JSON.parse(await text(request));
  const visitor = `${request.headers["x-forwarded-for"]} ${request.headers["user-agent"]}`;
  await pool.query({
    name: "add",
    text: "insert into events (name, url, domain, visitor) values ($1, $2, $3, $4)",
    values: [name, url, domain, visitor],
  });
  response.writeHead(202, { "content-length": 2 }).end("ok");
}).listen(Number(listenOn), "127.0.0.1", () => console.log("ready"));
