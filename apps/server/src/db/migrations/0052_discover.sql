-- All three come with PostgreSQL, and a database's owner may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS cube;--> statement-breakpoint
-- Metres from the centre of the Earth, whose mean radius is 6,371,008.8 m.
CREATE FUNCTION earth_point(latitude double precision, longitude double precision) RETURNS public.cube
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
  SELECT public.cube(ARRAY[
    6371008.8 * cos(radians(latitude)) * cos(radians(longitude)),
    6371008.8 * cos(radians(latitude)) * sin(radians(longitude)),
    6371008.8 * sin(radians(latitude))])
$body$;--> statement-breakpoint
-- Lower case without accents, Arabic and Hebrew vowel signs, joiners and apostrophes; one form of the letters that Arabic
-- and Persian keyboards write differently, and of digits. Marks of other scripts are part of the letter.
CREATE FUNCTION fold_text(given text) RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $body$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, translate(
    normalize(regexp_replace(normalize(lower(given), NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f''\u2018\u2019\u02bc\u0060]', '', 'g'), NFKC),
    'ىةکی٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'يهكي01234567890123456789')))
$body$;--> statement-breakpoint
-- Words of a folded text. By code points, because what a database takes for punctuation depends on its locale.
CREATE FUNCTION words_of_text(folded text) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $body$
  SELECT DISTINCT word FROM regexp_split_to_table(folded,
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u206f\u3000-\u3004\u3008-\u303f\u30fb]+') word
  WHERE word <> ''
$body$;--> statement-breakpoint
-- Letters and pairs of letters in Thai, Lao, Myanmar, Khmer, kana, Han and Hangul, whose words stand together.
CREATE FUNCTION pairs_of_text(folded text) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $body$
  SELECT DISTINCT substr(run, at, length)
  FROM regexp_matches(folded, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]+', 'g') found(runs),
    LATERAL (SELECT runs[1] AS run) one,
    generate_series(1, length(run)) at, (VALUES (1), (2)) lengths(length)
  WHERE at + length - 1 <= length(run)
$body$;--> statement-breakpoint
CREATE TABLE "discover_places" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"industry" text NOT NULL,
	"city" text NOT NULL,
	"features" integer NOT NULL,
	"latitude" double precision,
	"longitude" double precision
);
--> statement-breakpoint
CREATE TABLE "discover_texts" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"starts" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discover_words" (
	"word" text NOT NULL,
	CONSTRAINT "discover_words_word_pk" PRIMARY KEY("word")
);
--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "discover_places" ADD CONSTRAINT "discover_places_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discover_texts" ADD CONSTRAINT "discover_texts_blueprint_id_discover_places_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."discover_places"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discover_places_newest" ON "discover_places" USING btree ("published_at" DESC NULLS FIRST,"blueprint_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "discover_places_near" ON "discover_places" USING gist (earth_point(latitude, longitude)) WHERE latitude is not null and longitude is not null;--> statement-breakpoint
CREATE INDEX "discover_texts_parts" ON "discover_texts" USING gin ("text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "discover_texts_starts" ON "discover_texts" USING gin ("starts") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "discover_words_parts" ON "discover_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- Counts changes of the list, so that servers know whether what they counted still holds. A sequence, because nobody waits
-- for it.
CREATE SEQUENCE discover_changes;--> statement-breakpoint
-- Lists places as they are served now, or removes them if they are not public.
CREATE FUNCTION refresh_discover_places(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM nextval('discover_changes');
  -- Of two transactions, the later one reads what the earlier one committed.
  PERFORM 1 FROM blueprints WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM discover_places place WHERE blueprint_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM blueprints b JOIN teams t ON t.id = b.team_id
    WHERE b.id = place.blueprint_id AND b.visibility = 'public' AND b.published_version IS NOT NULL
      AND b.archived_at IS NULL AND b.binned_at IS NULL AND t.deleted_at IS NULL);
  INSERT INTO discover_places
  SELECT b.id, v.published_at,
    (SELECT min(published_at) FROM blueprint_versions WHERE blueprint_id = b.id),
    b.expires_at, v.industry, coalesce(v.city, ''),
    CASE WHEN v.scene @? '$.tours[*].stops[*]' THEN 1 ELSE 0 END
      + CASE WHEN v.scene @? '$.suggestedQuestions[*]' OR v.scene @? '$.anchors[*] ? (@.type == "guide-topic")'
        OR v.scene @? '$.anchors[*].content.topicQuestions[*]' THEN 2 ELSE 0 END
      + CASE WHEN v.scene @? '$.tours[*] ? (@.isStepFree == true).stops[*]' THEN 4 ELSE 0 END
      + (SELECT coalesce(bit_or(CASE scan ->> 'kind' WHEN 'mesh' THEN 8 WHEN 'point-cloud' THEN 16 WHEN 'splat' THEN 32
          WHEN 'panorama' THEN 64 WHEN 'plan' THEN 128 ELSE 0 END), 0)
        FROM jsonb_array_elements(v.scans) scan WHERE scan -> 'audiences' IS NULL OR scan -> 'audiences' ? 'visitor'),
    v.latitude, v.longitude
  FROM blueprints b JOIN teams t ON t.id = b.team_id
    JOIN blueprint_versions v ON v.blueprint_id = b.id AND v.number = b.published_version
  WHERE b.id = ANY (ids) AND b.visibility = 'public' AND b.archived_at IS NULL AND b.binned_at IS NULL AND t.deleted_at IS NULL
  ON CONFLICT (blueprint_id) DO UPDATE SET published_at = excluded.published_at, opened_at = excluded.opened_at,
    expires_at = excluded.expires_at, industry = excluded.industry, city = excluded.city, features = excluded.features,
    latitude = excluded.latitude, longitude = excluded.longitude;
  INSERT INTO discover_texts
  SELECT p.blueprint_id, said.name, said.title, said.text,
    ARRAY(SELECT left(word, 1) FROM words_of_text(said.title) word UNION SELECT left(word, 2) FROM words_of_text(said.title) word
      UNION SELECT pairs_of_text(said.text))
  FROM discover_places p JOIN blueprints b ON b.id = p.blueprint_id
    JOIN blueprint_versions v ON v.blueprint_id = b.id AND v.number = b.published_version,
    LATERAL (SELECT fold_text(v.name) AS name,
      fold_text(concat_ws(E'\n', v.name, v.address, v.city,
        (SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(v.tags) tag))) AS title,
      fold_text(v.description) AS description) folded,
    LATERAL (SELECT folded.name, folded.title, folded.title || E'\n' || folded.description AS text) said
  WHERE p.blueprint_id = ANY (ids)
  ON CONFLICT (blueprint_id) DO UPDATE SET name = excluded.name, title = excluded.title, text = excluded.text, starts = excluded.starts;
  -- Only new words are locked, in one order.
  INSERT INTO discover_words
  SELECT DISTINCT titled.word FROM discover_texts, words_of_text(title) titled(word)
  WHERE blueprint_id = ANY (ids) AND length(titled.word) BETWEEN 3 AND 64
    AND NOT EXISTS (SELECT 1 FROM discover_words known WHERE known.word = titled.word)
  ORDER BY titled.word
  ON CONFLICT DO NOTHING;
END
$body$;--> statement-breakpoint
CREATE FUNCTION list_changed_place() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF TG_TABLE_NAME = 'teams' THEN
    IF (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
      PERFORM refresh_discover_places(array_agg(id)) FROM blueprints WHERE team_id = NEW.id AND visibility = 'public';
    END IF;
  ELSIF TG_TABLE_NAME = 'blueprint_versions' THEN
    PERFORM refresh_discover_places(ARRAY[id]) FROM blueprints
      WHERE id = NEW.blueprint_id AND published_version = NEW.number AND visibility = 'public';
  ELSIF NEW.visibility = 'public' OR (TG_OP = 'UPDATE' AND OLD.visibility = 'public') THEN
    PERFORM refresh_discover_places(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END
$body$;--> statement-breakpoint
CREATE TRIGGER list_changed_place AFTER INSERT OR UPDATE OF visibility, published_version, archived_at, binned_at, expires_at, team_id
ON blueprints FOR EACH ROW EXECUTE FUNCTION list_changed_place();--> statement-breakpoint
CREATE TRIGGER list_changed_place AFTER INSERT OR UPDATE OF city
ON blueprint_versions FOR EACH ROW EXECUTE FUNCTION list_changed_place();--> statement-breakpoint
CREATE TRIGGER list_changed_place AFTER UPDATE OF deleted_at
ON teams FOR EACH ROW EXECUTE FUNCTION list_changed_place();--> statement-breakpoint
SELECT refresh_discover_places(array_agg(id)) FROM blueprints WHERE visibility = 'public' AND published_version IS NOT NULL;
