CREATE TABLE "place_visit_counts" (
	"blueprint_id" uuid NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	"seconds" bigint NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "place_visit_counts_blueprint_id_span_kind_starts_at_subject_pk" PRIMARY KEY("blueprint_id","span","kind","starts_at","subject")
);
--> statement-breakpoint
CREATE TABLE "place_visit_events" (
	"visit_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"visitor" text NOT NULL,
	"is_team" boolean NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "place_visit_events_visit_id_at_pk" PRIMARY KEY("visit_id","at")
);
--> statement-breakpoint
CREATE TABLE "place_visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "place_visit_counts" ADD CONSTRAINT "place_visit_counts_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_visit_events" ADD CONSTRAINT "place_visit_events_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_visit_counts_starts" ON "place_visit_counts" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "place_visit_events_happened" ON "place_visit_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "place_visit_events_place" ON "place_visit_events" USING btree ("blueprint_id","happened_at");