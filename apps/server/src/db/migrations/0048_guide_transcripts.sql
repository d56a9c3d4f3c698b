CREATE TABLE "guide_transcripts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"transcript_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"is_spoken" boolean NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"state" text NOT NULL,
	"sources" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_sets" ADD COLUMN "asks_for_transcripts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_transcripts" ADD CONSTRAINT "guide_transcripts_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_transcripts_conversation" ON "guide_transcripts" USING btree ("blueprint_id","transcript_id","asked_at");--> statement-breakpoint
CREATE INDEX "guide_transcripts_asked" ON "guide_transcripts" USING btree ("asked_at");