CREATE TABLE "form_responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"anchor_id" text NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "embed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "form_responses" ADD CONSTRAINT "form_responses_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_responses_anchor" ON "form_responses" USING btree ("blueprint_id","anchor_id","sent_at" DESC NULLS LAST,"id");