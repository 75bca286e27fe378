import { describe, expect, test, vi } from "vitest";
import { openSessionOf } from "@/lib/auth/passkeys/testing/passkeys";
import { endSessionsOf, openSession, revokeSession } from "@/lib/auth/sessions/commands";
import { aSignedIn } from "@/lib/auth/testing/signed-in";
import { ingest, read } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { unique } from "@/lib/testing/factories";
import { holdBack } from "@/lib/testing/watch";
import { linkSlackAccount, unlinkSlackAccount } from "./commands";
import { linkAddress } from "./link-token";
import { findSlackScope, getOwnSlack, isLinkUsed } from "./queries";

const system = systemScope("tests");

const aMember = () => ({ teamId: "T1", slackUserId: unique("U"), name: "ines", team: "acme" });

const tokenFor = (member: ReturnType<typeof aMember>) =>
  new URL(linkAddress(member)).searchParams.get("token") ?? "";

const aToken = () => tokenFor(aMember());

const somebody = () => aSignedIn("approver");

/** The same person in another browser. */
async function elsewhere({ actor, tenants, unlimited }: UserScope): Promise<UserScope> {
  const credentialId = await openSession(actor.id, { provider: "credentials", userAgent: "tests" });
  return proveScope({ ...actor, credentialId }, [...tenants], { unlimited });
}

const trailOf = ({ actor }: UserScope) =>
  read(system, async (tx) =>
    (
      await tx.activity.findMany({
        where: { subjectId: actor.id, action: { startsWith: "slack_account" } },
        orderBy: { seq: "asc" },
      })
    ).map(({ action }) => action),
  );

test("an account is linked by its token, for one person, and can be unlinked", async () => {
  const [ines, tom] = [await somebody(), await somebody()];
  const [member, second] = [aMember(), aMember()];
  expect(await linkSlackAccount(ines, { token: tokenFor(member) })).toEqual({ name: "ines", was: false });
  expect(await getOwnSlack(ines)).toMatchObject({ slackUserId: member.slackUserId, name: "ines" });
  const scope = await findSlackScope(member);
  expect(scope?.actor).toMatchObject({ id: ines.actor.id, via: "slack", role: "approver" });
  await expect(linkSlackAccount(tom, { token: tokenFor(member) })).rejects.toThrow(
    /linked to another person/,
  );
  await linkSlackAccount(ines, { token: tokenFor(second) });
  expect(await findSlackScope(member)).toBeNull();
  expect((await findSlackScope(second))?.actor.id).toBe(ines.actor.id);
  await unlinkSlackAccount(ines);
  await unlinkSlackAccount(ines);
  expect(await findSlackScope(second)).toBeNull();
});

test("a token is over after 10 minutes, and works only as it was made", async () => {
  const person = await somebody();
  const token = aToken();
  await expect(linkSlackAccount(person, { token: `${token.slice(0, -3)}AAA` })).rejects.toThrow(
    /link is over/,
  );
  const later = Date.now() + 10 * MINUTE_MS;
  const clock = vi.spyOn(Date, "now").mockReturnValue(later);
  await expect(linkSlackAccount(person, { token })).rejects.toThrow(/link is over/);
  clock.mockRestore();
  await linkSlackAccount(person, { token });
});

describe("a token works once", () => {
  test("a second press by the same person changes nothing, and says so kindly", async () => {
    const ines = await somebody();
    const token = aToken();
    const both = await Promise.all([linkSlackAccount(ines, { token }), linkSlackAccount(ines, { token })]);
    expect(both.map(({ was }) => was).sort()).toEqual([false, true]);
    expect(await trailOf(ines)).toEqual(["slack_account.linked"]);
  });

  test("used, it links no one: not another person, nor the same one after unlinking, however it is written", async () => {
    const [ines, tom] = [await somebody(), await somebody()];
    const member = aMember();
    const token = tokenFor(member);
    await linkSlackAccount(ines, { token });
    await unlinkSlackAccount(ines);
    for (const [scope, written] of [
      [tom, token],
      [ines, token],
      [tom, `${token}.`],
      [tom, ` ${token}==`],
    ] as const)
      await expect(linkSlackAccount(scope, { token: written })).rejects.toMatchObject({
        code: "GONE",
        message: expect.stringMatching(/used before: it works once.*type \/countersign/),
      });
    expect(await findSlackScope(member)).toBeNull();
    await linkSlackAccount(tom, { token: tokenFor(member) });
    expect((await findSlackScope(member))?.actor.id).toBe(tom.actor.id);
  });

  test("a refused one is not used up", async () => {
    const [ines, tom] = [await somebody(), await somebody()];
    const member = aMember();
    await linkSlackAccount(tom, { token: tokenFor(member) });
    const token = tokenFor(member);
    await expect(linkSlackAccount(ines, { token })).rejects.toMatchObject({ code: "CONFLICT" });
    await unlinkSlackAccount(tom);
    await linkSlackAccount(ines, { token });
    expect((await findSlackScope(member))?.actor.id).toBe(ines.actor.id);
  });

  test("what is kept of used ones goes after a day", async () => {
    const old = crypto.randomUUID();
    const usedAt = new Date(Date.now() - 25 * 60 * MINUTE_MS);
    await ingest(system, (tx) => tx.usedSlackLink.create({ data: { id: old, usedAt } }));
    const ines = await somebody();
    expect(await isLinkUsed(ines, old)).toBe(true);
    await linkSlackAccount(ines, { token: aToken() });
    expect(await isLinkUsed(ines, old)).toBe(false);
  });
});

describe("a session alone is not enough", () => {
  test("an older one asks for the password", async () => {
    const ines = await somebody();
    const token = aToken();
    await openSessionOf(ines, 11 * 60);
    for (const [password, code] of [
      [undefined, "required"],
      ["not my password", "wrong"],
    ] as const)
      await expect(linkSlackAccount(ines, { token, password })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer: "/password", code }] },
      });
    expect(await getOwnSlack(ines)).toBeNull();
    await linkSlackAccount(ines, { token, password: ines.password });
    expect(await getOwnSlack(ines)).not.toBeNull();
  });

  test("where there is no password, a new sign-in is asked for; a personal token never links", async () => {
    const ines = await somebody();
    const token = aToken();
    await ingest(system, (tx) =>
      tx.user.update({ where: { id: ines.actor.id }, data: { passwordHash: null } }),
    );
    await openSessionOf(ines, 11 * 60);
    await expect(linkSlackAccount(ines, { token })).rejects.toThrow(/sign in again/);
    const byToken = proveScope({ ...ines.actor, via: "token" }, []);
    await expect(linkSlackAccount(byToken, { token })).rejects.toThrow(/linked in the app/);
    await openSessionOf(ines, 60);
    await linkSlackAccount(ines, { token });
  });
});

describe("ending a session from another browser", () => {
  const LINKED = ["slack_account.linked"];
  const UNLINKED = [...LINKED, "slack_account.unlinked"];

  test("everywhere ends what was linked there, also by a thief who has signed out since", async () => {
    const ines = await somebody();
    const thief = await elsewhere(ines);
    const member = aMember();
    await linkSlackAccount(thief, { token: tokenFor(member) });
    await revokeSession(thief, thief.actor.credentialId);
    expect((await findSlackScope(member))?.actor.id).toBe(ines.actor.id);
    await endSessionsOf(ines, ines.actor.id);
    expect(await findSlackScope(member)).toBeNull();
    expect(await trailOf(ines)).toEqual(UNLINKED);
  });

  test("everywhere keeps what was linked in the asking browser, and ends what was linked before this was recorded", async () => {
    const ines = await somebody();
    await elsewhere(ines);
    await linkSlackAccount(ines, { token: aToken() });
    await endSessionsOf(ines, ines.actor.id);
    expect(await trailOf(ines)).toEqual(LINKED);
    const where = { userId: ines.actor.id };
    await ingest(system, (tx) => tx.slackAccount.update({ where, data: { linkedIn: null } }));
    await endSessionsOf(ines, ines.actor.id);
    expect(await getOwnSlack(ines)).toBeNull();
  });

  test("everywhere by an administrator ends it in any case", async () => {
    const [ines, admin] = [await somebody(), await aSignedIn("admin")];
    await linkSlackAccount(ines, { token: aToken() });
    await endSessionsOf(admin, ines.actor.id);
    expect(await getOwnSlack(ines)).toBeNull();
    expect(await getOwnSlack(admin)).toBeNull();
  });

  test("only one ends what was linked in that one", async () => {
    const ines = await somebody();
    const [stolen, other] = [await elsewhere(ines), await elsewhere(ines)];
    await linkSlackAccount(stolen, { token: aToken() });
    await revokeSession(ines, other.actor.credentialId);
    expect(await trailOf(ines)).toEqual(LINKED);
    await revokeSession(ines, stolen.actor.credentialId);
    expect(await trailOf(ines)).toEqual(UNLINKED);
  });

  test("also while it links an account", async () => {
    const ines = await somebody();
    const thief = await elsewhere(ines);
    const held = holdBack("for no key update");
    const linking = linkSlackAccount(thief, { token: aToken() });
    await held.reached;
    await endSessionsOf(ines, ines.actor.id);
    held.release();
    await expect(linking).rejects.toThrow(/signed out meanwhile/);
    expect(await getOwnSlack(ines)).toBeNull();
  });

  test("signing out of one's own browser ends nothing", async () => {
    const ines = await somebody();
    const here = await elsewhere(ines);
    await linkSlackAccount(here, { token: aToken() });
    await revokeSession(here, here.actor.credentialId);
    expect(await getOwnSlack(ines)).not.toBeNull();
  });
});
