CREATE TABLE "sign_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sign_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"reason" text,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_print_files" (
	"print_id" uuid NOT NULL,
	"first_sign" integer NOT NULL,
	"last_sign" integer NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	CONSTRAINT "sign_print_files_print_id_first_sign_pk" PRIMARY KEY("print_id","first_sign")
);
--> statement-breakpoint
CREATE TABLE "sign_prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"sheet" jsonb NOT NULL,
	"file_kind" text NOT NULL,
	"sign_ids" uuid[] NOT NULL,
	"logo_key" text,
	"checked_count" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"short_link_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"line" text NOT NULL,
	"storey" text NOT NULL,
	"anchor_id" text,
	"photo_key" text,
	"sheet_made_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signs_short_link_id_unique" UNIQUE("short_link_id"),
	CONSTRAINT "signs_number" UNIQUE("blueprint_id","number")
);
--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "awaited_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_events" ADD CONSTRAINT "sign_events_sign_id_signs_id_fk" FOREIGN KEY ("sign_id") REFERENCES "public"."signs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_events" ADD CONSTRAINT "sign_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_print_files" ADD CONSTRAINT "sign_print_files_print_id_sign_prints_id_fk" FOREIGN KEY ("print_id") REFERENCES "public"."sign_prints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_prints" ADD CONSTRAINT "sign_prints_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_prints" ADD CONSTRAINT "sign_prints_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signs" ADD CONSTRAINT "signs_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signs" ADD CONSTRAINT "signs_short_link_id_short_links_id_fk" FOREIGN KEY ("short_link_id") REFERENCES "public"."short_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_events_sign" ON "sign_events" USING btree ("sign_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sign_prints_blueprint" ON "sign_prints" USING btree ("blueprint_id","created_at" DESC NULLS FIRST);