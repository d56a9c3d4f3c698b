// 100,000 public places as the database holds them: names in eight scripts, real cities with their locations, facets of
// uneven size. The same places in every run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { industries } from "@blueprint/contract/users";
import { readGazetteer } from "../../apps/web/src/ui/map/gazetteer.ts";
import { describeSettlement } from "../../apps/web/src/ui/map/search-settlements.ts";
import { createRandom } from "../../packages/scene/src/testing/random.ts";
import { rootDir } from "../../tools/install.mjs";

const placesPerTeam = 20;
const rowsPerBatch = 2_500;

const latin = {
  share: 0.7,
  first: words(
    "Harbour Château Garden Königs Old Railway Sailor's Musée Glass Copper River Winter Façade Señora Market Cathedral Mountain Meadow Öster Lighthouse Orchard Velvet Granite Saffron Thistle Juniper Amber Falcon Heron Cobalt Ivory Willow Mariner Tannery Foundry Bakery Granary Observatory Carousel Monastery",
  ),
  last: words(
    "Museum Gallery Café Hotel Library Warehouse Theatre Bookshop Bistro Archive Showroom Studio Pavilion Hall Brasserie Boutique Residence Factory Laboratory Workshop Aquarium Conservatory Depot Arcade",
  ),
};
const others = [
  {
    share: 0.06,
    join: " ",
    first: words("متحف معرض مكتبة فندق مطعم مقهى مسرح قصر قلعة سوق"),
    last: words(
      "البحرين التراث الفنون الأندلس النخيل المدينة الساحل الزيتون الياسمين القمر الصحراء النهر الفردوس الأصالة الخليج",
    ),
  },
  {
    share: 0.06,
    join: "",
    first: words("北京 上海 广州 成都 西安 杭州 南京 苏州 武汉 重庆 天津 青岛 大连 厦门 昆明"),
    last: words("美术馆 博物馆 图书馆 艺术中心 大酒店 科技馆 展览馆 茶馆 书店 剧院 园林 火车站"),
    middle: words("现代 古代 国际 中央 东方 新天地 丝绸 陶瓷 自然 历史 民族 海洋"),
  },
  {
    share: 0.06,
    join: "",
    first: words("東京 大阪 京都 札幌 福岡 名古屋 横浜 神戸 広島 仙台 金沢 長崎"),
    last: words("美術館 博物館 ホテル レストラン 図書館 ギャラリー 水族館 カフェ 劇場 工場 旅館 庭園"),
    middle: words("近代 国立 みなと さくら こども 鉄道 漁業 ガラス うみかぜ 西洋 現代 民俗"),
  },
  {
    share: 0.04,
    join: "",
    first: words("พิพิธภัณฑ์ หอศิลป์ โรงแรม ร้านอาหาร ห้องสมุด โรงละคร ตลาดน้ำ สวน"),
    last: words("กรุงเทพ เชียงใหม่ ภูเก็ต อยุธยา สุโขทัย ขอนแก่น ลำปาง พัทยา"),
    middle: words("แห่งชาติ ริมแม่น้ำ ร่วมสมัย ไม้สัก ดอกบัว ช้างเผือก"),
  },
  {
    share: 0.05,
    join: " ",
    first: words("Музей Галерея Гостиница Библиотека Театр Ресторан Дворец Мастерская"),
    last: words("Эрмитажа Севера Янтаря Космонавтики Художников Победы Ладоги Байкала Серебра Ёлки"),
  },
  {
    share: 0.03,
    join: " ",
    first: words("राष्ट्रीय आधुनिक प्राचीन शाही नवीन"),
    last: words("संग्रहालय पुस्तकालय होटल भोजनालय रंगमंच कला"),
  },
];

function words(text) {
  return text.split(" ");
}

export function makePlaces(count) {
  const random = createRandom(20_261_128);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const cities = readGazetteer(
    readFileSync(join(rootDir, "apps", "web", "src", "ui", "map", "data", "cities.gen.txt"), "utf8"),
  ).toSorted((one, other) => other.population - one.population);
  return Array.from({ length: count }, (_, number) => {
    // Large cities have more places.
    const city = cities[Math.floor(cities.length * random() ** 3)];
    const quarter = pick(cities);
    const tongue = random();
    let name = `${quarter.name} ${pick(latin.first)} ${pick(latin.last)}`;
    let upTo = latin.share;
    for (const other of others) {
      if (tongue >= upTo && tongue < upTo + other.share)
        name = `${[pick(other.first), ...(other.middle ? [pick(other.middle)] : []), pick(other.last)].join(other.join)} ${1 + Math.floor(random() * 900)}`;
      upTo += other.share;
    }
    const isLocated = random() < 0.9;
    const near = () => (random() - 0.5) * 0.1;
    return {
      number,
      team: Math.floor(number / placesPerTeam),
      name,
      industry: industries[Math.floor(industries.length * random() ** 1.6)],
      address: `${1 + Math.floor(random() * 200)} ${pick(latin.first)} Street, ${describeSettlement(city)}`,
      description: `${pick(latin.first)} rooms, the ${pick(latin.first).toLowerCase()} collection and a ${pick(latin.last).toLowerCase()} with a view of ${pick(cities).name}. Walk through all floors, open the cards and follow the ${pick(latin.first).toLowerCase()} tour from the entrance to the roof; groups book in advance.`,
      city: isLocated ? describeSettlement(city) : "",
      latitude: isLocated ? Math.max(-89, Math.min(89, city.latitude + near())) : null,
      longitude: isLocated ? city.longitude + near() : null,
      tags: random() < 0.3 ? [pick(latin.first).toLowerCase(), "family"] : [],
      scene: makeScene(random),
      scans: [{ kind: pick(["mesh", "mesh", "point-cloud", "splat", "splat", "panorama"]), ...scan(number) }],
      // Over two years.
      age: Math.floor(random() * 730 * 86_400),
    };
  });
}

function makeScene(random) {
  const tour = {
    id: "t",
    name: "Tour",
    summary: "",
    isStepFree: random() < 0.4,
    walkingSpeed: 1.2,
    stops: [{ id: "s" }],
  };
  return {
    schemaVersion: 1,
    anchors: [],
    ...(random() < 0.4 ? { tours: [tour] } : {}),
    ...(random() < 0.3 ? { suggestedQuestions: ["What is there to see?"] } : {}),
  };
}

const scan = (number) => ({
  scanId: `scan-${number}`,
  deliveryPrefix: `deliveries/${number}/1`,
  form: "splats",
  entry: "index.json",
  preview: "preview.webp",
  bounds: { min: [0, 0, 0], max: [1, 1, 1] },
  startView: { position: [0, 0, 0], target: [1, 0, 0] },
});

/** Writes the places as publishing does, with the triggers' work done for many at once. */
export async function fillPlaces(sql, places) {
  await sql.begin(async (tx) => {
    await tx`
      create function pg_temp.to_id(noun text, number int) returns uuid language sql immutable as
      $$ select overlay(overlay(md5(noun || number) placing '4' from 13) placing '8' from 17)::uuid $$`;
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into teams select (jsonb_populate_record(null::teams, to_jsonb(one) || jsonb_build_object(
        'id', pg_temp.to_id('team', n), 'name', 'Team ' || n, 'personal_of', null))).*
      from (select * from teams limit 1) one, generate_series(0, ${places.at(-1).team}::int) n`;
    for (let start = 0; start < places.length; start += rowsPerBatch) {
      const rows = JSON.stringify(places.slice(start, start + rowsPerBatch));
      await tx`
        insert into blueprints (id, team_id, slug, name, industry, visibility, published_version, latest_version, created_at, updated_at)
        select pg_temp.to_id('place', number), pg_temp.to_id('team', team), 'place-' || number, name, industry, 'public', 1, 1, now(), now()
        from jsonb_to_recordset(${rows}::jsonb) as given(number int, team int, name text, industry text)`;
      await tx`
        insert into blueprint_versions (blueprint_id, number, name, industry, description, address, city, latitude, longitude,
          tags, scene, scans, published_at)
        select pg_temp.to_id('place', number), 1, name, industry, description, address, city, latitude, longitude,
          tags, scene, scans, now() - age * interval '1 second'
        from jsonb_to_recordset(${rows}::jsonb) as given(number int, name text, industry text, description text, address text,
          city text, latitude float8, longitude float8, tags jsonb, scene jsonb, scans jsonb, age int)`;
    }
  });
  const ids = await sql`select id from blueprints where slug like 'place-%' order by id`;
  // Indexes of many words are made faster at once.
  const indexes = await sql`
    select indexname, indexdef from pg_indexes where tablename like 'discover\\_%' and indexdef like '%USING gin%'`;
  for (const { indexname } of indexes) await sql.unsafe(`drop index ${indexname}`);
  for (let start = 0; start < ids.length; start += rowsPerBatch)
    await sql`select refresh_discover_places(${ids.slice(start, start + rowsPerBatch).map(({ id }) => id)}::uuid[])`;
  for (const { indexdef } of indexes) await sql.unsafe(indexdef);
  for (const table of ["blueprints", "blueprint_versions", "discover_places", "discover_texts", "discover_words"])
    await sql.unsafe(`vacuum analyze ${table}`);
}
