// The database content: teams of five people and a hundred blueprints, each blueprint with one ready scan. Ids are
// derived from numbers, so that every contender holds the same rows and requests can be prepared without queries.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { connect } from "../../apps/server/src/db/connection.ts";
import { rootDir } from "../../tools/install.mjs";

const requireOfServer = createRequire(join(rootDir, "apps", "server", "package.json"));
const argon2 = requireOfServer("@node-rs/argon2");

export const blueprintsPerTeam = 100;
const peoplePerTeam = 5;
const signedInPeople = 50;
const rowsPerCopy = 5_000;
export const password = "a bench on a hill";

export function connectTo(connection, database) {
  return connect({ ...connection, database }, 1);
}

/** The people who sign in, spread over teams and roles, each with a page of their team's blueprints. */
export function listSignedIn(teams) {
  return Array.from({ length: signedInPeople }, (_, index) => {
    const team = Math.floor((index * teams) / signedInPeople);
    const person = team * peoplePerTeam + (index % peoplePerTeam);
    return {
      userId: toId("person", person),
      email: `person-${person}@example.org`,
      teamId: toId("team", team),
      blueprintIds: Array.from({ length: 20 }, (_, page) => toId("blueprint", team + page * teams)),
      foreignBlueprintId: toId("blueprint", (team + 1) % teams),
    };
  });
}

function toId(noun, number) {
  const hex = createHash("md5").update(`${noun}${number}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

/** Fills the product's tables, which its server has created. */
export async function fillProduct(sql, teams) {
  const hash = await argon2.hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const people = teams * peoplePerTeam;
  const blueprints = teams * blueprintsPerTeam;
  await sql.begin(async (tx) => {
    await tx`
      create function pg_temp.to_id(noun text, number int) returns uuid language sql immutable as
      $$ select overlay(overlay(md5(noun || number) placing '4' from 13) placing '8' from 17)::uuid $$`;
    await tx`
      insert into auth_users (id, email, email_verified, name, created_at, updated_at)
      select pg_temp.to_id('person', n), 'person-' || n || '@example.org', true, 'Person ' || n, now(), now()
      from generate_series(0, ${people - 1}::int) n`;
    await tx`
      insert into auth_accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
      select gen_random_uuid(), id, id::text, 'credential', ${hash}, now(), now() from auth_users
      where email like 'person-%'`;
    await tx`
      insert into users (uid, email, name, username, referral_code, created_date, last_login_at, last_session_date,
        finished_onboarding, device_types, peak_usage_hours, preferred_room_types, feature_usage_count)
      select id, email, name, replace(lower(name), ' ', '-'), 'code-' || id, now(), now(), now(), true,
        '["desktop", "phone"]', '[9, 10, 14]', '["gallery", "lobby"]', '{"measure": 12, "publish": 3}'
      from auth_users where email like 'person-%'`;
    await tx`
      insert into teams (id, name, created_at, updated_at)
      select pg_temp.to_id('team', n), 'Team ' || n, now(), now() from generate_series(0, ${teams - 1}::int) n`;
    await tx`
      insert into team_members (team_id, user_id, role, joined_at)
      select pg_temp.to_id('team', n / ${peoplePerTeam}::int), pg_temp.to_id('person', n),
        ('{owner,admin,editor,viewer,viewer}'::text[])[1 + n % ${peoplePerTeam}::int], now()
      from generate_series(0, ${people - 1}::int) n`;
    await tx`
      insert into blueprints (id, team_id, slug, name, industry, description, address, latitude, longitude, created_by,
        created_at, updated_at)
      select pg_temp.to_id('blueprint', n), pg_temp.to_id('team', n % ${teams}::int), 'blueprint-' || n, 'Blueprint ' || n,
        'museum', repeat('A house with many rooms and a garden behind it. ', 4), n || ' Main Street, Springfield',
        47 + n % 1000 / 1000.0, 8 + n % 997 / 1000.0,
        pg_temp.to_id('person', (n % ${teams}::int) * ${peoplePerTeam}::int),
        now() - interval '1 year', now() - (n * 7919 % 500000) * interval '1 minute'
      from generate_series(0, ${blueprints - 1}::int) n`;
    await tx`
      insert into scans (id, blueprint_id, team_id, file_name, size_bytes, kind, format, state, preflight, upload_name,
        delivery_prefix, report, created_at, updated_at)
      select gen_random_uuid(), id, team_id, 'room.glb', 48000000, 'mesh', 'glb', 'ready', '{}', 'room.glb',
        'deliveries/' || id, '{"preview": "preview.webp"}', created_at, created_at
      from blueprints`;
  });
  await sql`vacuum analyze`;
}

/** Copies rows as JSON, by column name; `select` is a query on the product's tables, `target` a quoted table. */
export async function copyRows(from, to, select, target) {
  await from.begin(async (tx) => {
    await tx.unsafe(`declare source cursor for select to_json(source)::text as row from (${select}) source`);
    for (;;) {
      const rows = await tx.unsafe(`fetch ${rowsPerCopy} from source`);
      if (rows.length === 0) return;
      const json = `[${rows.map(({ row }) => row).join(",")}]`;
      const names = Object.keys(JSON.parse(rows[0].row)).map((name) => `"${name}"`);
      await to.unsafe(
        `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1::text::json)`,
        [json],
      );
    }
  });
}

/** Columns and types of one of the product's tables, so that peers can create the same. */
export async function listColumns(sql, table) {
  return await sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
}
