import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv");

describe("a setting that cannot be used is refused by its name", () => {
  it.each<[string, string, RegExp]>([
    ["PORT", "http", /PORT must be a whole number from 0 to 65535, not "http"/],
    ["PORT", "8e3", /PORT must be a whole number/],
    ["PORT", "70000", /PORT must be a whole number/],
    ["PUBLIC_URL", "blueprint.example.org", /PUBLIC_URL must be an origin/],
    ["PUBLIC_URL", "https://example.org/blueprint", /PUBLIC_URL must be an origin/],
    ["DATABASE_URL", "localhost", /DATABASE_URL must look like/],
    ["DATABASE_URL", "postgresql://me:topsecret@h/db?sslmode=on", /DATABASE_URL has the unknown sslmode "on"/],
    ["STORAGE_URL", "s3://key@host/bucket", /STORAGE_URL must look like s3:/],
    ["REDIS_URL", "localhost:6379", /REDIS_URL must look like redis:/],
    ["REDIS_URL", "redis://:topsecret@host/blueprints", /REDIS_URL must look like redis:/],
    ["CDN_URL", "https://cdn.example.org/blueprint", /CDN_URL must be an origin/],
    ["SECRET_KEY", "topsecret", /SECRET_KEY must have at least 32 characters/],
    ["METRICS_PORT", "0", /METRICS_PORT must be a whole number from 1 to 65535/],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    ["OTEL_EXPORTER_OTLP_HEADERS", "topsecret", /OTEL_EXPORTER_OTLP_HEADERS must look like name=value/],
    ["OTEL_TRACES_SAMPLER_ARG", "2", /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    ["SMTP_URL", "mail.example.org:587", /SMTP_URL must look like smtp:/],
    ["SMTP_URL", "smtp://robot@mail.example.org", /SMTP_URL has a user without a password/],
    ["MAIL_FROM", "Blueprint", /MAIL_FROM must be an address/],
    ["TRUSTED_PROXIES", "10.0.0.0/8, proxy.example", /TRUSTED_PROXIES contains "proxy\.example"/],
    ["TRUSTED_PROXIES", "10.0.0.0/64", /TRUSTED_PROXIES contains/],
    ["SIGN_IN_ATTEMPTS_PER_MINUTE", "0", /SIGN_IN_ATTEMPTS_PER_MINUTE must be a whole number of at least 1/],
    ["ROLE", "api", /ROLE must be one of all, web, collab, worker, not "api"/],
    ["LOG_LEVEL", "verbose", /LOG_LEVEL must be one of fatal, .*, not "verbose"/],
    ["GOOGLE_ISSUER", "accounts.google.com", /GOOGLE_ISSUER must be an address/],
    ["DESTINATION_ORIGINS", "docs.example.org", /DESTINATION_ORIGINS contains "docs\.example\.org"/],
    ["CONNECT_ORIGINS", "wss://ai.example.org/live", /CONNECT_ORIGINS contains/],
    ["PUSH_ORIGINS", "push", /PUSH_ORIGINS contains "push"/],
    ["CONVERTER_MEMORY_MB", "64", /CONVERTER_MEMORY_MB must be a whole number of at least 256/],
    ["CONVERTER_TIMEOUT_MINUTES", "99999999", /CONVERTER_TIMEOUT_MINUTES must be a number from 0\.01 to 43200/],
    ["CONVERTERS", "-1", /CONVERTERS must be a whole number of at least 0/],
    ["STAGING_BYTES_MAX", "1 GB", /STAGING_BYTES_MAX must be a whole number/],
    ["DISK_RESERVE_MB", "2%", /DISK_RESERVE_MB must be a whole number/],
    ["STORAGE_BYTES_MAX", "0x10", /STORAGE_BYTES_MAX must be a whole number/],
    ["WEBHOOKS_TO_PRIVATE_ADDRESSES", "perhaps", /WEBHOOKS_TO_PRIVATE_ADDRESSES must be true or false/],
    ["PRICE_BOOK", "/no/such/book.json", /PRICE_BOOK: can't read the file \/no\/such\/book\.json/],
    ["STRIPE_API_BASE", "stripe", /STRIPE_API_BASE must be an address/],
  ])("%s=%s", (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(message);
    expect(() => read({ [name]: value })).not.toThrow(/topsecret/);
  });

  it("with all other wrong ones, and empty ones count as missing", () => {
    expect(() => read({ PORT: "a", LOG_LEVEL: "b" })).toThrow(/PORT must.*\n.*LOG_LEVEL must/);
    expect(read({ PORT: "", DATABASE_URL: "", STORAGE_URL: "", LOG_LEVEL: "" })).toMatchObject({ port: 8080 });
  });
});

describe("half of a pair of settings is refused, naming the other half", () => {
  it.each([
    ["GOOGLE_CLIENT_ID", "id", "GOOGLE_CLIENT_SECRET isn't"],
    ["GOOGLE_CLIENT_SECRET", "secret", "GOOGLE_CLIENT_ID isn't"],
    ["STRIPE_SECRET_KEY", "sk_1", "STRIPE_WEBHOOK_SECRET isn't"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1", "STRIPE_SECRET_KEY isn't"],
    ["SECRET_KEY", "x".repeat(32), "DATABASE_URL isn't"],
    ["SECRET_KEY_BEFORE", "x".repeat(32), "SECRET_KEY isn't"],
    ["ROLE", "web", "DATABASE_URL isn't"],
    ["SMTP_URL", "smtp://mail.example.org", "MAIL_FROM isn't"],
  ])("%s", (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(`${name} is set, but ${message}`);
  });

  it("and the whole pair is accepted", () => {
    const mail = { SMTP_URL: "smtps://robot:s%40@mail.example.org:465", MAIL_FROM: "Robot <robot@example.org>" };
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    const stripe = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "whsec" };
    const proxies = { TRUSTED_PROXIES: "loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7" };
    const others = { PUBLIC_URL: "https://blueprint.example.org/", REDIS_URL: "rediss://:p@cache.example:6380/2" };
    expect(read({ ...mail, ...google, ...stripe, ...proxies, ...others })).toMatchObject({
      mailFrom: "Robot <robot@example.org>",
      google: { clientId: "id" },
      stripe: { secretKey: "sk" },
      trustedProxies: ["loopback", "10.0.0.0/8", "fd00::/8", "192.0.2.7"],
      publicUrl: "https://blueprint.example.org",
    });
  });
});
