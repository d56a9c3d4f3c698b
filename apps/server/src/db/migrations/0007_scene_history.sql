CREATE TABLE "scene_keyframes" (
	"blueprint_id" uuid NOT NULL,
	"through_update_id" bigint NOT NULL,
	"packed" "bytea" NOT NULL,
	CONSTRAINT "scene_keyframes_blueprint_id_through_update_id_pk" PRIMARY KEY("blueprint_id","through_update_id")
);
--> statement-breakpoint
CREATE TABLE "scene_segments" (
	"blueprint_id" uuid NOT NULL,
	"from_update_id" bigint NOT NULL,
	"through_update_id" bigint NOT NULL,
	"runs" jsonb NOT NULL,
	"packed" "bytea" NOT NULL,
	"update_bytes" integer NOT NULL,
	CONSTRAINT "scene_segments_blueprint_id_through_update_id_pk" PRIMARY KEY("blueprint_id","through_update_id")
);
--> statement-breakpoint
CREATE TABLE "scene_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"name" text NOT NULL,
	"through_update_id" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scene_updates" ADD COLUMN "change_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scene_keyframes" ADD CONSTRAINT "scene_keyframes_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_segments" ADD CONSTRAINT "scene_segments_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_versions" ADD CONSTRAINT "scene_versions_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_versions" ADD CONSTRAINT "scene_versions_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scene_versions_blueprint" ON "scene_versions" USING btree ("blueprint_id","through_update_id");