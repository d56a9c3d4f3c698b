import {
  beginPasskey,
  beginPasskeySignIn,
  changePassword,
  confirmEmailChange,
  deletePhoto,
  getSignInMethods,
  requestEmailChange,
  signInWithPasskey,
  unlinkGoogle,
} from "@blueprint/contract/account";
import { listNotifications } from "@blueprint/contract/notifications";
import { getMe, updateUser } from "@blueprint/contract/users";
import { hashPassword as hashWithScrypt } from "better-auth/crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let person: TestPerson;

// A fresh address each: attempts are limited per address and minute.
beforeEach(async () => {
  app = await createTestApp();
  person = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

async function mailsTo(email: string) {
  const rows = await app.context.sql<{ payload: { to: string; subject: string; text: string } }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload).filter(({ to }) => to === email);
}
const tokenIn = (text: string | undefined) => /email-change=([\w-]+)/.exec(text ?? "")?.[1] ?? "";
async function signIn(email: string, password: string) {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return response.status === 200 ? "signed in" : ((await response.json()) as { code: string }).code;
}
const passwordHashOf = async ({ userId }: TestPerson) =>
  (await app.context.sql<{ password: string }[]>`select password from auth_accounts where user_id = ${userId}`)[0]
    ?.password ?? "";

describe("the email address", () => {
  it("changes once the link in the new mailbox is opened, and the old mailbox is notified", async () => {
    const email = "ada@new.example.org";
    const body = { email, password: person.password };
    expect((await person.api(requestEmailChange, { body })).pendingEmail).toBe(email);
    expect((await person.api(getMe, {})).profile.email).toBe(person.email);
    const token = tokenIn((await mailsTo(email))[0]?.text);
    expect(await app.anonymous(confirmEmailChange, { params: { token } })).toEqual({ email });
    expect((await person.api(getMe, {})).profile.email).toBe(email);
    expect(await signIn(email, person.password)).toBe("signed in");
    expect(await signIn(person.email, person.password)).toBe("user-not-found");
    expect((await mailsTo(person.email))[0]?.text).toContain(email);
    const { notifications } = await person.api(listNotifications, { query: {} });
    expect(notifications.find(({ kind }) => kind === "account")?.title).toContain(email);
    await expect(app.anonymous(confirmEmailChange, { params: { token } })).rejects.toMatchObject({
      code: "email-change-expired",
    });
  });

  it("needs the password or a proof from the last few minutes, and expires after an hour", async () => {
    const email = "late@example.org";
    app.clock.advance(11 * 60_000);
    const ask = (password?: string) => person.api(requestEmailChange, { body: { email, password } });
    await expect(ask()).rejects.toMatchObject({ code: "confirmation-needed" });
    await expect(ask("wrong")).rejects.toMatchObject({ code: "wrong-password" });
    expect((await ask(person.password)).pendingEmail).toBe(email);
    app.clock.advance(61 * 60_000);
    const params = { token: tokenIn((await mailsTo(email))[0]?.text) };
    await expect(app.anonymous(confirmEmailChange, { params })).rejects.toMatchObject({ code: "email-change-expired" });
    expect((await person.api(getMe, {})).profile.email).toBe(person.email);
  });

  it("of another person gets the same response as a free one; its owner gets a mail without a link to take it", async () => {
    const other = await app.buildPerson();
    const ask = (email: string) => person.api(requestEmailChange, { body: { email, password: person.password } });
    const [taken, free] = [await ask(other.email), await ask("free@example.org")];
    expect({ ...taken, pendingEmail: "" }).toEqual({ ...free, pendingEmail: "" });
    const [mail] = await mailsTo(other.email);
    expect(mail?.subject).toBe("You already have a Blueprint account");
    expect(tokenIn(mail?.text)).toBe("");
  });

  it("that someone took meanwhile is refused", async () => {
    const email = "soon-taken@example.org";
    await person.api(requestEmailChange, { body: { email, password: person.password } });
    await app.buildPerson({ email });
    const params = { token: tokenIn((await mailsTo(email))[0]?.text) };
    await expect(app.anonymous(confirmEmailChange, { params })).rejects.toMatchObject({ code: "email-already-in-use" });
  });

  it("mails a name with HTML in it as text", async () => {
    await person.api(updateUser, { params: { uid: person.userId }, body: { name: "<img src=x onerror=alert(1)>" } });
    const again = await app.signIn(person);
    await again.api(requestEmailChange, { body: { email: "n@example.org", password: person.password } });
    const [row] = await app.context.sql<{ html: string }[]>`
      select payload ->> 'html' as html from graphile_worker._private_jobs order by id desc limit 1`;
    expect(row?.html).toContain("&#60;img");
    expect(row?.html).not.toContain("<img");
  });
});

describe("the password", () => {
  it("is changed by a person who knows it; every other session ends", async () => {
    const other = await app.signIn(person);
    const newPassword = "a new correct horse";
    await expect(person.api(changePassword, { body: { password: "wrong", newPassword } })).rejects.toMatchObject({
      code: "wrong-password",
    });
    await other.api(getMe, {});
    expect(await person.api(changePassword, { body: { password: person.password, newPassword } })).toEqual({
      sessionsEnded: 1,
    });
    await expect(other.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    await person.api(getMe, {});
    expect(await signIn(person.email, person.password)).toBe("wrong-password");
    expect(await signIn(person.email, newPassword)).toBe("signed in");
    expect((await mailsTo(person.email))[0]?.subject).toBe("Your password was changed");
  });

  it("that is common is refused with the specification's code", async () => {
    for (const newPassword of ["password", "12345678", "aaaaaaaa"])
      await expect(
        person.api(changePassword, { body: { password: person.password, newPassword } }),
      ).rejects.toMatchObject({ code: "weak-password", message: "Password is too weak" });
    expect(await signIn(person.email, person.password)).toBe("signed in");
  });

  it("cannot be guessed endlessly", async () => {
    const tries = Array.from({ length: 21 }, () =>
      person
        .api(changePassword, { body: { password: "wrong", newPassword: "another horse" } })
        .catch((error) => error.code),
    );
    expect(await Promise.all(tries)).toContain("too-many-requests");
  });

  it("is argon2id; an older hash still opens, and is renewed by that", async () => {
    expect(await passwordHashOf(person)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const scrypt = await hashWithScrypt(person.password);
    await app.context.sql`update auth_accounts set password = ${scrypt} where user_id = ${person.userId}`;
    expect(await signIn(person.email, "wrong")).toBe("wrong-password");
    expect(await passwordHashOf(person)).toBe(scrypt);
    expect(await signIn(person.email, person.password)).toBe("signed in");
    expect(await passwordHashOf(person)).toMatch(/^\$argon2id\$/);
    expect(await signIn(person.email, person.password)).toBe("signed in");
  });

  it("cannot be changed through the sign-in service, past these rules", async () => {
    for (const path of ["change-password", "change-email", "delete-user", "unlink-account", "update-user"]) {
      const response = await fetch(`${app.url}/api/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: person.cookie },
        body: JSON.stringify({ currentPassword: person.password, newPassword: "past the rules", accountId: "x" }),
      });
      expect(response.status, path).toBeGreaterThanOrEqual(400);
    }
    expect(await signIn(person.email, person.password)).toBe("signed in");
  });
});

describe("sign-in methods", () => {
  it("are removed one by one, but never the last", async () => {
    const now = new Date().toISOString();
    await app.context.sql`
      insert into auth_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
      values (${app.context.ids.uuid()}, ${person.userId}, 'sub', 'google', ${now}, ${now})`;
    expect(await person.api(getSignInMethods, {})).toMatchObject({
      hasPassword: true,
      google: { linkedAt: expect.any(String) },
      passkeys: [],
    });
    await app.context.sql`delete from auth_accounts where user_id = ${person.userId} and provider_id = 'credential'`;
    await expect(person.api(unlinkGoogle, {})).rejects.toMatchObject({ code: "last-sign-in-method" });
    expect((await person.api(getSignInMethods, {})).google).not.toBeNull();
    await person.api(changePassword, { body: { newPassword: "the first password" } });
    expect((await person.api(unlinkGoogle, {})).google).toBeNull();
    await expect(person.api(unlinkGoogle, {})).rejects.toMatchObject({ code: "not-found" });
    expect(await signIn(person.email, "the first password")).toBe("signed in");
  });

  it("start a passkey with the password or a fresh proof, and invalid input opens nothing", async () => {
    app.clock.advance(11 * 60_000);
    await expect(person.api(beginPasskey, { body: {} })).rejects.toMatchObject({ code: "confirmation-needed" });
    const wrong = { password: "wrong" };
    await expect(person.api(beginPasskey, { body: wrong })).rejects.toMatchObject({ code: "wrong-password" });
    const { options } = await person.api(beginPasskey, { body: { password: person.password } });
    expect(options).toMatchObject({ rp: { id: "localhost" }, user: { name: person.email } });
    const { options: asked } = await app.anonymous(beginPasskeySignIn, {});
    expect(asked.challenge).not.toBe(options.challenge);
    for (const response of [{}, { id: "x" }, { id: 1, rawId: {}, response: { clientDataJSON: "e30" } }])
      await expect(app.anonymous(signInWithPasskey, { body: { response } })).rejects.toMatchObject({
        code: "passkey-refused",
      });
  });
});

describe("the photo", () => {
  const send = (bytes: Uint8Array | string, headers: Record<string, string> = { cookie: person.cookie }) =>
    fetch(`${app.url}/api/me/photo`, {
      method: "PUT",
      headers: { "content-type": "image/jpeg", ...headers },
      body: typeof bytes === "string" ? bytes : new Uint8Array(bytes),
    });
  const look = (viewer: Pick<TestPerson, "cookie"> | null) =>
    fetch(`${app.url}/api/users/${person.userId}/photo`, { headers: viewer === null ? {} : { cookie: viewer.cookie } });

  it("becomes a small square without the camera's metadata, visible to colleagues only", async () => {
    const plain = sharp({ create: { width: 900, height: 600, channels: 3, background: "#336699" } });
    const taken = plain.withExif({ IFD0: { Artist: "Secret place" } }).jpeg();
    expect((await send(await taken.toBuffer())).status).toBe(200);
    expect((await person.api(getMe, {})).photoUrl).toContain(`/api/users/${person.userId}/photo?v=`);
    const colleague = await app.buildMember(person.personalTeamId, "viewer");
    const stranger = await app.buildPerson();
    for (const viewer of [person, colleague]) {
      const response = await look(viewer);
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect(response.headers.get("cache-control")).toContain("private");
      const { width, height, exif } = await sharp(await response.bytes()).metadata();
      expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined });
    }
    expect((await look(stranger)).status).toBe(404);
    expect((await look(null)).status).toBe(401);
    await person.api(deletePhoto, {});
    expect((await look(person)).status).toBe(404);
    expect((await person.api(getMe, {})).photoUrl).toBeNull();
  });

  it("that is not an image is refused, and the previous one stays", async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    expect((await send(png)).status).toBe(200);
    const before = (await person.api(getMe, {})).photoUrl;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const bytes of ["", "no photo", svg, "%PDF-1.4", new Uint8Array(png).subarray(0, 40)]) {
      const response = await send(bytes);
      expect(await response.json(), String(bytes).slice(0, 20)).toMatchObject({ code: "photo-unreadable" });
    }
    expect((await send(new Uint8Array(11 * 1024 * 1024))).status).toBe(413);
    expect((await send(png, {})).status).toBe(401);
    expect((await person.api(getMe, {})).photoUrl).toBe(before);
  });
});
