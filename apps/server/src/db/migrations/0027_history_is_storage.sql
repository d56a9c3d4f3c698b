CREATE TABLE "history_shares" (
	"blueprint_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "history_shares_blueprint_id_user_id_day_pk" PRIMARY KEY("blueprint_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "scene_sizes" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"edit_bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "history_shares" ADD CONSTRAINT "history_shares_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_shares" ADD CONSTRAINT "history_shares_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_sizes" ADD CONSTRAINT "scene_sizes_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_shares_user" ON "history_shares" USING btree ("user_id","day");--> statement-breakpoint
INSERT INTO "scene_sizes" ("blueprint_id", "edit_bytes")
SELECT "id", coalesce((SELECT sum(octet_length("update")) FROM "scene_updates" WHERE "blueprint_id" = "blueprints"."id"), 0)
	+ coalesce((SELECT sum("update_bytes") FROM "scene_segments" WHERE "blueprint_id" = "blueprints"."id"), 0)
FROM "blueprints"
WHERE EXISTS (SELECT 1 FROM "scene_updates" WHERE "blueprint_id" = "blueprints"."id")
	OR EXISTS (SELECT 1 FROM "scene_segments" WHERE "blueprint_id" = "blueprints"."id");
