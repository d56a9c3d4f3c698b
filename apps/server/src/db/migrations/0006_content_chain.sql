-- Content hashes are made of other block hashes from here on: what was proven by the older ones is compared anew. An
-- unfinished upload goes on where it stood; hashes of files that were compared already stay as they are.
UPDATE "uploads" SET "proven_bytes" = 0, "content_hash" = NULL WHERE "state" = 'active';--> statement-breakpoint
UPDATE "stored_objects" SET "content_hash" = NULL WHERE "md5_hash" IS NULL;
