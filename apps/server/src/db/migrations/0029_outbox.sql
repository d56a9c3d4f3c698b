CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device" text NOT NULL,
	CONSTRAINT "known_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stream" text NOT NULL,
	"event" jsonb NOT NULL,
	"delivered_to" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_stream" ON "events" USING btree ("stream","position");--> statement-breakpoint
-- The audit log was the memory of devices until now.
INSERT INTO "known_devices" ("user_id", "device") SELECT DISTINCT "actor_id", "subject_name" FROM "audit_events" WHERE "action" = 'account.new-device' AND "actor_id" IS NOT NULL;
