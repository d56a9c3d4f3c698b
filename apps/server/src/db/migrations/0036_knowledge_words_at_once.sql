DROP INDEX "knowledge_words_parts";--> statement-breakpoint
CREATE INDEX "knowledge_words_parts" ON "knowledge_words" USING gin ("set_id","word" gin_trgm_ops) WITH (fastupdate=false);