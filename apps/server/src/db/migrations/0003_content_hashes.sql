ALTER TABLE "stored_objects" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "stored_objects" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "proven_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "content_hash" text;