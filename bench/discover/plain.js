// The plain way, on the same rows: every word by ILIKE in the served versions, newest first, without an index of their
// texts. As the product itself searched before.
export function createPlainSearch(sql) {
  const conditions = (query) => {
    const values = [];
    const value = (given) => `$${values.push(given)}`;
    const words = (query.search ?? "").split(/\s+/).filter((word) => word !== "");
    const text = [
      "b.visibility = 'public' and b.archived_at is null and b.binned_at is null",
      "(b.expires_at is null or b.expires_at > now())",
      "not exists (select 1 from teams t where t.id = b.team_id and t.deleted_at is not null)",
      ...(query.industry === undefined ? [] : [`v.industry = ${value(query.industry)}`]),
      ...words.map((word) => {
        const pattern = value(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
        return `(v.name ilike ${pattern} or v.address ilike ${pattern} or v.description ilike ${pattern}
          or exists (select 1 from jsonb_array_elements_text(v.tags) tags(tag) where tag ilike ${pattern}))`;
      }),
    ].join(" and ");
    return { text, values };
  };
  const served = "blueprints b join blueprint_versions v on v.blueprint_id = b.id and v.number = b.published_version";
  return async (query) => {
    const { text, values } = conditions(query);
    const rows = await sql.unsafe(
      `select v.name from ${served} where ${text} order by v.published_at desc, b.id desc limit 25`,
      values,
    );
    await sql.unsafe(`select v.industry, count(*) from ${served} where ${text} group by 1`, values);
    return rows.slice(0, 24).map(({ name }) => name);
  };
}
