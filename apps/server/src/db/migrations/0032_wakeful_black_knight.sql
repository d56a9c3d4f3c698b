CREATE TABLE "staged_parts" (
	"upload_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "staged_parts_upload_id_number_pk" PRIMARY KEY("upload_id","number")
);
--> statement-breakpoint
CREATE TABLE "staged_uploads" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"part_bytes" bigint NOT NULL,
	"multipart_id" text,
	"received" jsonb NOT NULL,
	"proven" jsonb NOT NULL,
	"turn" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "staged_parts" ADD CONSTRAINT "staged_parts_upload_id_staged_uploads_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."staged_uploads"("upload_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_uploads" ADD CONSTRAINT "staged_uploads_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;