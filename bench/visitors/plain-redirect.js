// The plain way to redirect short links: one process, one query that counts and finds the target, one answer.
import { createServer } from "node:http";
import { connect } from "../../apps/server/src/db/connection.ts";

const [host, port, user, database, listenOn] = process.argv.slice(2);
const { pool } = connect({ host, port: Number(port), user, database });
await pool.query("create table links (code text primary key, target text not null, uses integer not null default 0)");
await pool.query("insert into links (code, target) values ('22222222', '/webxr?b=gallery')");

async function follow(code) {
  const { rows } = await pool.query({
    name: "follow",
    text: "update links set uses = uses + 1 where code = $1 returning target",
    values: [code],
  });
  return rows[0]?.target;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/uses") {
    response.end(JSON.stringify((await pool.query("select uses from links")).rows[0]));
    return;
  }
  const target = await follow(searchParams.get("c"));
  if (target === undefined) response.writeHead(404).end();
  else response.writeHead(302, { location: target, "content-length": 0 }).end();
}).listen(Number(listenOn), "127.0.0.1", () => console.log("ready"));
