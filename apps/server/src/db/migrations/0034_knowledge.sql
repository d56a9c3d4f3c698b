-- Both come with PostgreSQL, and a database's owner may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"set_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"language" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "knowledge_passages_set_id_number_pk" PRIMARY KEY("set_id","number")
);
--> statement-breakpoint
CREATE TABLE "knowledge_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"audiences" text[] NOT NULL,
	"dictionaries" text[] NOT NULL,
	"passage_count" integer NOT NULL,
	"left_out_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_stems" (
	"set_id" uuid NOT NULL,
	"stem" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "knowledge_stems_set_id_stem_word_pk" PRIMARY KEY("set_id","stem","word")
);
--> statement-breakpoint
CREATE TABLE "knowledge_words" (
	"set_id" uuid NOT NULL,
	"word" text NOT NULL,
	"stems" text[] NOT NULL,
	"passages" integer[] NOT NULL,
	"weights" real[] NOT NULL,
	CONSTRAINT "knowledge_words_word_set_id_pk" PRIMARY KEY("word","set_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_set_id_knowledge_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."knowledge_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sets" ADD CONSTRAINT "knowledge_sets_version_fk" FOREIGN KEY ("blueprint_id","version") REFERENCES "public"."blueprint_versions"("blueprint_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_stems" ADD CONSTRAINT "knowledge_stems_set_id_knowledge_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."knowledge_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_set_id_knowledge_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."knowledge_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_sets_version" ON "knowledge_sets" USING btree ("blueprint_id","version");--> statement-breakpoint
CREATE INDEX "knowledge_words_parts" ON "knowledge_words" USING gin ("set_id","word" gin_trgm_ops);