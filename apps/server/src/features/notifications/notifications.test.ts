import { createECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { limits } from "@blueprint/contract/limits";
import {
  getNotificationPreferences,
  listNotifications,
  type NotificationKind,
  notificationEventsUrl,
  readNotifications,
  saveNotificationDelivery,
  saveNotificationSettings,
  subscribePush,
  unsubscribePush,
} from "@blueprint/contract/notifications";
import { acceptInvitation, inviteToTeam, requestAccess } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { toPushContact } from "../installation-settings/push-contact.policy.ts";
import { deliverNotification, removeOldNotifications, sendDigests, sendPush } from "./notifications.jobs.ts";
import { notify } from "./notify.service.ts";
import { isPushService } from "./push.policy.ts";
import { findQuietEnd } from "./quiet-hours.ts";

let app: TestApp;
/** Stands in for a browser's push service: records what it receives. */
let pushes: { headers: IncomingHttpHeaders; path: string; sizeBytes: number }[] = [];
let pushStatus = 201;
const pushService = createServer((request, response) => {
  let sizeBytes = 0;
  request.on("data", (chunk: Buffer) => (sizeBytes += chunk.length));
  request.on("end", () => {
    pushes.push({ headers: request.headers, path: request.url ?? "", sizeBytes });
    response.writeHead(pushStatus).end();
  });
});
let pushOrigin: string;
const mailFrom = "Blueprint <robot@harbour.example>";

beforeAll(async () => {
  await new Promise<void>((resolve) => pushService.listen(0, "127.0.0.1", resolve));
  pushOrigin = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`;
  app = await createTestApp({ config: { pushOrigins: [pushOrigin], mailFrom } });
});
afterAll(async () => {
  await app.close();
  pushService.close();
});

async function tell(
  person: TestPerson,
  kind: NotificationKind = "mention",
  title = "Somebody named you",
): Promise<string> {
  const teamId = kind === "access-request" ? null : person.personalTeamId;
  await app.context.db.transaction((tx) =>
    notify(tx, app.context, [person.userId], { kind, teamId, title, path: "/team-members" }),
  );
  const { notifications } = await person.api(listNotifications, { query: {} });
  return notifications[0]?.id ?? "";
}
/** Payloads of waiting jobs, and when they are due. */
async function waiting(task: string, needle: string) {
  const rows = await app.context.sql<{ payload: Record<string, string>; run_at: string }[]>`
    select payload, run_at from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${task} order by jobs.id`;
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(needle));
}
/** The `sub` claim of a push request's VAPID token. */
function toSubject({ authorization = "" }: IncomingHttpHeaders): string {
  const [, claims = ""] = /t=[\w-]+\.([\w-]+)\./.exec(authorization) ?? [];
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { sub: string }).sub;
}
function buildSubscription() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  return { endpoint: `${pushOrigin}/push/${randomBytes(8).toString("hex")}`, keys };
}

describe("the inbox", () => {
  it("contains a person's notifications, newest first, with the unread count, and nobody else's", async () => {
    const [person, stranger] = [await app.buildPerson(), await app.buildPerson()];
    const first = await tell(person, "mention", "First");
    const second = await tell(person, "plan", "Second");
    const inbox = await person.api(listNotifications, { query: {} });
    expect(inbox).toMatchObject({ total: 2, unreadCount: 2, nextCursor: null });
    expect(inbox.notifications.map(({ title, path, isRead }) => [title, path, isRead])).toEqual([
      ["Second", "/team-members", false],
      ["First", "/team-members", false],
    ]);
    await stranger.api(readNotifications, { body: { ids: [first, second] } });
    await stranger.api(readNotifications, { body: { upTo: second } });
    expect(await person.api(readNotifications, { body: { ids: [first] } })).toEqual({ unreadCount: 1 });
    expect(await person.api(readNotifications, { body: { upTo: second } })).toEqual({ unreadCount: 0 });
    expect(await stranger.api(listNotifications, { query: {} })).toMatchObject({ total: 0 });
    await expect(app.anonymous(listNotifications, { query: {} })).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is paged", async () => {
    const person = await app.buildPerson();
    for (let number = 0; number < 32; number++) await tell(person, "plan", `Number ${number}`);
    const first = await person.api(listNotifications, { query: {} });
    const second = await person.api(listNotifications, { query: { cursor: first.nextCursor ?? "" } });
    expect([first.notifications.length, second.notifications.length, second.nextCursor]).toEqual([30, 2, null]);
    expect(second.notifications.at(-1)?.title).toBe("Number 0");
  });

  it("reaches its watchers in order, however fast it fills", async () => {
    const person = await app.buildPerson();
    const leaving = new AbortController();
    const stream = await fetch(app.url + notificationEventsUrl, {
      headers: { cookie: person.cookie },
      signal: leaving.signal,
    });
    const told: number[] = [];
    const notices = 30;
    const fill = () => Promise.all(Array.from({ length: notices }, () => tell(person)));
    let filling: Promise<unknown> | undefined;
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, count] of part.matchAll(/"unreadCount":(\d+)/g)) told.push(Number(count));
      if (told.length > 0) filling ??= fill();
      if (told.at(-1) === notices) break;
    }
    await filling;
    leaving.abort();
    expect(told).toEqual(told.toSorted((one, other) => one - other));
  });

  it("contains nothing that was rolled back", async () => {
    const person = await app.buildPerson();
    const failing = app.context.db.transaction(async (tx) => {
      await notify(tx, app.context, [person.userId], { kind: "mention", teamId: null, title: "Never", path: null });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect((await person.api(listNotifications, { query: {} })).total).toBe(0);
  });

  it("reports the unread count live, until the session ends", async () => {
    const person = await app.buildPerson();
    const watching = await app.signIn(person);
    const response = await fetch(app.url + notificationEventsUrl, { headers: { cookie: watching.cookie } });
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    const hear = async (text: string) => {
      while (!heard.includes(text)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended before "${text}".`);
        heard += value;
      }
    };
    await hear('{"unreadCount":0}');
    const id = await tell(person);
    await hear('{"unreadCount":1}');
    heard = "";
    await person.api(readNotifications, { body: { ids: [id] } });
    await hear('{"unreadCount":0}');
    await app.context.sql`delete from auth_sessions where token = ${watching.token}`;
    await app.context.sql`select pg_notify('session_ended', ${watching.token})`;
    let isOver = false;
    while (!isOver) isOver = (await reader.read()).done;
    expect((await fetch(app.url + notificationEventsUrl)).status).toBe(401);
  });

  it("can be watched by a hundred pages of one person at once, and still by others", async () => {
    const [person, other] = [await app.buildPerson(), await app.buildPerson()];
    const follow = async ({ cookie }: { cookie: string }, ending = new AbortController()) => {
      const { status } = await fetch(app.url + notificationEventsUrl, { headers: { cookie }, signal: ending.signal });
      return { status, close: () => ending.abort() };
    };
    const pages = await Promise.all(Array.from({ length: 100 }, () => follow(person)));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await follow(person)).status).toBe(429);
    const ofOther = await follow(other);
    expect(ofOther.status).toBe(200);
    pages[0]?.close();
    await expect.poll(async () => (await follow(person)).status).toBe(200);
    for (const { close } of [...pages, ofOther]) close();
  });

  it("drops read entries after half a year, unread ones never", async () => {
    const person = await app.buildPerson();
    const id = await tell(person, "mention", "Read");
    await person.api(readNotifications, { body: { ids: [id] } });
    await tell(person, "mention", "Unread");
    await app.context
      .sql`update notifications set created_at = now() - interval '200 days' where user_id = ${person.userId}`;
    await removeOldNotifications(app.context);
    const { notifications } = await person.api(listNotifications, { query: {} });
    expect(notifications.map(({ title }) => title)).toEqual(["Unread"]);
  });
});

describe("events notify people", () => {
  it("an accepted invitation notifies the inviter, and an access request every operator", async () => {
    const [host, guest] = [await app.buildPerson(), await app.buildPerson({ name: "Gita" })];
    const operator = await app.buildPerson({ isOperator: true });
    await host.api(inviteToTeam, {
      params: { teamId: host.personalTeamId },
      body: { addresses: guest.email, role: "viewer" },
    });
    const [mail] = await waiting("send-mail", guest.email);
    const token = /accept-invite\?token=([\w-]+)/.exec(mail?.payload.text ?? "")?.[1] ?? "";
    await guest.api(acceptInvitation, { params: { token } });
    expect((await host.api(listNotifications, { query: {} })).notifications).toMatchObject([
      {
        kind: "invitation-accepted",
        title: "Gita accepted your invitation",
        path: `/team-members?team=${host.personalTeamId}`,
      },
    ]);
    await app.anonymous(requestAccess, { body: { email: "wish@example.org", name: "Wanda", message: "Please" } });
    expect((await operator.api(listNotifications, { query: {} })).notifications).toMatchObject([
      { kind: "access-request", title: "Wanda requested access", body: "Please", path: "/workspace?area=operator" },
    ]);
  });
});

describe("email", () => {
  it("is sent as chosen for the kind and the team, but not for what was read meanwhile", async () => {
    const person = await app.buildPerson();
    const choose = (email: "now" | "digest" | "off") =>
      person.api(saveNotificationDelivery, {
        body: { teamId: person.personalTeamId, kind: "mention", email, push: false },
      });
    const mails = async () => (await waiting("send-mail", person.email)).map(({ payload }) => payload.subject);
    await deliverNotification(app.context, await tell(person, "mention", "By default at once"));
    await choose("off");
    await deliverNotification(app.context, await tell(person, "mention", "Not at all"));
    await choose("now");
    const read = await tell(person, "mention", "Read before");
    await person.api(readNotifications, { body: { ids: [read] } });
    await deliverNotification(app.context, read);
    await deliverNotification(app.context, await tell(person, "mention", "At once"));
    expect(await mails()).toEqual(["By default at once", "At once"]);
    const stranger = await app.buildPerson();
    const body = { teamId: person.personalTeamId, kind: "mention", email: "off", push: false } as const;
    await expect(stranger.api(saveNotificationDelivery, { body })).rejects.toMatchObject({ code: "not-found" });
  });

  it("waits for the end of quiet hours in the person's own time zone", async () => {
    const person = await app.buildPerson();
    const minutes = (offset: number) => {
      const at = new Date(app.clock.now().getTime() + offset * 60_000);
      return at.toLocaleTimeString("sv-SE", { timeZone: "Asia/Kathmandu", hour: "2-digit", minute: "2-digit" });
    };
    const settings = { timeZone: "Asia/Kathmandu", digestAt: "08:00" };
    await person.api(saveNotificationSettings, {
      body: { ...settings, quietHours: { from: minutes(-30), to: minutes(30) } },
    });
    const id = await tell(person);
    await deliverNotification(app.context, id);
    expect(await waiting("send-mail", person.email)).toEqual([]);
    const later = (await waiting("deliver-notification", id)).at(-1);
    const waitMinutes = (Date.parse(later?.run_at ?? "") - app.clock.now().getTime()) / 60_000;
    expect(waitMinutes).toBeGreaterThan(28);
    expect(waitMinutes).toBeLessThanOrEqual(30);
    await person.api(saveNotificationSettings, { body: { ...settings, quietHours: null } });
    await deliverNotification(app.context, id);
    expect(await waiting("send-mail", person.email)).toHaveLength(1);
    await expect(
      person.api(saveNotificationSettings, { body: { ...settings, timeZone: "Mars/Olympus", quietHours: null } }),
    ).rejects.toMatchObject({ code: "invalid-input", fields: { timeZone: expect.any(String) } });
  });

  it("is sent once a day if a digest is chosen", async () => {
    const person = await app.buildPerson();
    await person.api(saveNotificationSettings, { body: { timeZone: "UTC", quietHours: null, digestAt: "00:00" } });
    const digests = async () => (await waiting("send-mail", person.email)).map(({ payload }) => payload.subject);
    for (const title of ["One came", "Two came"])
      await deliverNotification(app.context, await tell(person, "invitation-accepted", title));
    await sendDigests(app.context);
    expect(await digests()).toEqual(["One came, and 1 more"]);
    await deliverNotification(app.context, await tell(person, "invitation-accepted", "Three came"));
    await sendDigests(app.context);
    expect(await digests(), "the same day").toHaveLength(1);
    app.clock.advance(24 * 3600 * 1000);
    await sendDigests(app.context);
    expect(await digests()).toEqual(["One came, and 1 more", "Three came"]);
  });
});

describe("push", () => {
  it("reaches the person's browsers encrypted and signed, and removes those that are gone", async () => {
    const person = await app.buildPerson();
    const [phone, desk] = [buildSubscription(), buildSubscription()];
    await person.api(subscribePush, { body: phone });
    const { pushDevices, pushPublicKey } = await person.api(subscribePush, { body: desk });
    expect(pushDevices.map(({ endpoint }) => endpoint)).toEqual([phone.endpoint, desk.endpoint]);
    expect((await person.api(getMe, {})).profile.deviceToken).toBe(desk.endpoint);
    const id = await tell(person);
    await deliverNotification(app.context, id);
    const jobs = await waiting("send-push", id);
    expect(jobs.map(({ payload }) => payload.endpoint)).toEqual([phone.endpoint, desk.endpoint]);
    pushes = [];
    await sendPush(app.context, { endpoint: phone.endpoint, notificationId: id });
    expect(pushes[0]?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(pushes[0]?.headers.authorization).toContain(`k=${pushPublicKey}`);
    expect(toSubject(pushes[0]?.headers ?? {}), "whoever sends can be reached").toBe("mailto:robot@harbour.example");
    expect(pushes[0]?.sizeBytes).toBeGreaterThan(50);
    pushStatus = 410;
    await sendPush(app.context, { endpoint: desk.endpoint, notificationId: id });
    pushStatus = 500;
    await expect(sendPush(app.context, { endpoint: phone.endpoint, notificationId: id })).rejects.toThrow("500");
    pushStatus = 201;
    const left = await person.api(getNotificationPreferences, {});
    expect(left.pushDevices.map(({ endpoint }) => endpoint)).toEqual([phone.endpoint]);
    expect((await person.api(getMe, {})).profile.deviceToken).toBe(phone.endpoint);
    const stranger = await app.buildPerson();
    await stranger.api(unsubscribePush, { body: { endpoint: phone.endpoint } });
    expect((await person.api(getNotificationPreferences, {})).pushDevices).toHaveLength(1);
    await person.api(unsubscribePush, { body: { endpoint: phone.endpoint } });
    expect((await person.api(getMe, {})).profile.deviceToken).toBe("");
  });

  it("is off while there is no contact: neither offered nor accepted nor sent, and operators see why", async () => {
    const nameless = await createTestApp({ config: { pushOrigins: [pushOrigin] } });
    try {
      const person = await nameless.buildPerson({ isOperator: true });
      const body = buildSubscription();
      const offered = async () => (await person.api(getNotificationPreferences, {})).pushPublicKey;
      const send = async () => {
        pushes = [];
        await nameless.context.db.transaction((tx) =>
          notify(tx, nameless.context, [person.userId], { kind: "plan", teamId: null, title: "A", path: null }),
        );
        const { notifications } = await person.api(listNotifications, { query: {} });
        await sendPush(nameless.context, { endpoint: body.endpoint, notificationId: notifications[0]?.id ?? "" });
        return pushes.map(({ headers }) => toSubject(headers));
      };
      const setSupport = async (supportEmail: string) => {
        const { settings, version: basedOnVersion } = await person.api(getInstallationSettings, {});
        const next = { ...settings, supportEmail };
        return await person.api(saveInstallationSettings, { body: { basedOnVersion, settings: next } });
      };
      expect(await offered()).toBeNull();
      expect((await person.api(getInstallationSettings, {})).pushContact).toBeNull();
      await expect(person.api(subscribePush, { body })).rejects.toMatchObject({ code: "push-off" });

      expect((await setSupport("help@harbour.example")).pushContact).toBe("mailto:help@harbour.example");
      expect(await offered()).not.toBeNull();
      await person.api(subscribePush, { body });
      expect(await send()).toEqual(["mailto:help@harbour.example"]);

      await setSupport("");
      expect(await offered()).toBeNull();
      expect(await send()).toEqual([]);
    } finally {
      await nameless.close();
    }
  });

  it.each([
    ["help@harbour.example", "http://localhost:8080", "Blueprint <blueprint@localhost>", "mailto:help@harbour.example"],
    ["help@harbour.example", "https://harbour.example", "robot@harbour.example", "mailto:help@harbour.example"],
    ["", "https://harbour.example:8443", "Blueprint <blueprint@localhost>", "https://harbour.example:8443"],
    ["", "http://harbour.example", "Blueprint <robot@harbour.example>", "mailto:robot@harbour.example"],
    ["", "https://localhost:8443", "robot@harbour.example", "mailto:robot@harbour.example"],
    ["help@localhost", "https://192.168.1.7", "Blueprint <blueprint@localhost>", null],
    ["", "https://[::1]:8443", "Blueprint <robot@server>", null],
    ["", "https://blueprint.local", "robot@blueprint.local", null],
  ])("names support %j, page %s, sender %j by %s", (supportEmail, publicUrl, from, contact) => {
    expect(toPushContact({ supportEmail }, { publicUrl, mailFrom: from })).toBe(contact);
  });

  it("goes to a limited number of a person's browsers; the oldest one is dropped", async () => {
    const person = await app.buildPerson();
    const devices = Array.from({ length: limits.pushDevicesPerPersonMax + 1 }, buildSubscription);
    for (const body of devices) {
      app.clock.advance(1_000);
      await person.api(subscribePush, { body });
    }
    const { pushDevices } = await person.api(getNotificationPreferences, {});
    expect(pushDevices.map(({ endpoint }) => endpoint)).toEqual(devices.slice(1).map(({ endpoint }) => endpoint));
  });

  it("goes to the person who subscribed last with a browser, and no longer to the previous one", async () => {
    const [before, now] = [await app.buildPerson(), await app.buildPerson()];
    const shared = buildSubscription();
    await before.api(subscribePush, { body: shared });
    await now.api(subscribePush, { body: shared });
    expect((await before.api(getMe, {})).profile.deviceToken).toBe("");
    expect((await now.api(getMe, {})).profile.deviceToken).toBe(shared.endpoint);
  });

  it("calls known push services only", async () => {
    const person = await app.buildPerson();
    for (const endpoint of [
      "http://169.254.169.254/latest",
      "https://internal.example.org/x",
      "https://fcm.googleapis.com.evil.example/x",
      "https://fcm.googleapis.com:8443/x",
      "https://a@fcm.googleapis.com/x",
      "http://fcm.googleapis.com/x",
    ]) {
      const body = { ...buildSubscription(), endpoint };
      await expect(person.api(subscribePush, { body }), endpoint).rejects.toMatchObject({
        code: "push-service-unknown",
      });
    }
    for (const known of [
      "https://fcm.googleapis.com/fcm/send/x",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
    ])
      expect(isPushService(known, [])).toBe(true);
  });
});

describe("quiet hours", () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
  it.each([
    ["12:00", "22:00", "07:00", null],
    ["23:15", "22:00", "07:00", "2026-11-21T07:00:00.000Z"],
    ["06:59", "22:00", "07:00", "2026-11-20T07:00:00.000Z"],
    ["07:00", "22:00", "07:00", null],
    ["12:30", "12:00", "13:00", "2026-11-20T13:00:00.000Z"],
  ])("at %s with quiet from %s to %s", (now, from, to, end) => {
    expect(findQuietEnd(at(now), { timeZone: "UTC", from, to })?.toISOString() ?? null).toBe(end);
  });
});

it("a person mentioned twice is notified once", async () => {
  const person = await app.buildPerson();
  const people = [person.userId, person.userId];
  await notify(app.context.db, app.context, people, { kind: "plan", teamId: null, title: "Once", path: null });
  expect((await person.api(listNotifications, { query: {} })).total).toBe(1);
});
