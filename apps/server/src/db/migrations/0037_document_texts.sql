CREATE TABLE "document_texts" (
	"bucket" text NOT NULL,
	"full_path" text NOT NULL,
	"storage_key" text NOT NULL,
	"page_count" integer NOT NULL,
	"pages" text[] NOT NULL,
	"problem" text,
	CONSTRAINT "document_texts_bucket_full_path_pk" PRIMARY KEY("bucket","full_path")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "page" integer;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_object_fk" FOREIGN KEY ("bucket","full_path") REFERENCES "public"."stored_objects"("bucket","full_path") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
-- Derived from versions: each place's first question builds it again, now with its documents.
DELETE FROM "knowledge_sets";
