import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { createDestination, deleteDestination, switchDestination, updateDestination } from "./commands";
import { listDestinations } from "./queries";
import { createDestinationInput, updateDestinationInput } from "./schema";
import { openedTarget } from "./target";
import { FIRST_TEMPLATE, templateProblem } from "./template";
import { DESTINATIONS_MAX, type WebhookTarget } from "./types";

const system = systemScope("tests");

afterAll(closeDatabase);

const gotify = (over: object = {}) => ({
  ...{ channel: "webhook", preset: "gotify", url: "https://gotify.example/message", secret: "A-t0ken" },
  ...{ header: null, template: null, sendsUpdates: false },
  ...over,
});

const raw = (tenant: TestTenant, over: object = {}) => ({
  ...{
    tenant: tenant.key,
    name: "On call",
    group: null,
    events: ["waits"],
    minRisk: "low",
    target: gotify(),
  },
  ...over,
});

const input = (tenant: TestTenant, over: object = {}) => createDestinationInput.parse(raw(tenant, over));

async function scene() {
  const tenant = await aTenant();
  const admin = await aPerson([tenant], "admin");
  const rows = async (scope: UserScope = admin) => (await listDestinations(scope, [tenant.id])).destinations;
  const stored = (id: string) =>
    read(system, (tx) =>
      tx.destination.findUniqueOrThrow({ where: { tenantId_id: { tenantId: tenant.id, id } } }),
    );
  const update = (id: string, over: object) => {
    return updateDestination(admin, updateDestinationInput.parse({ ...raw(tenant, over), id }));
  };
  return { tenant, admin, rows, stored, update };
}

test("a destination is stored without its secrets being shown, and the trail has none", async () => {
  const { tenant, admin, rows, stored } = await scene();
  const { id } = await createDestination(admin, input(tenant, { events: ["waits", "waits", "expired"] }));
  const row = await stored(id);
  expect(row).toMatchObject({ address: "gotify.example", channel: "webhook", events: ["waits", "expired"] });
  expect(openedTarget(row.sealed)).toMatchObject({ secret: "A-t0ken" });
  expect(await rows()).toMatchObject([{ name: "On call", webhook: { preset: "gotify", hasSecret: true } }]);
  const trail = await read(system, (tx) => tx.activity.findMany({ where: { subjectId: id } }));
  const said = JSON.stringify([await rows(), trail], (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(said).toContain("destination.created");
  expect(said).not.toMatch(/A-t0ken|sealed|\/message/);
});

test("a URL and a secret that are left out stay, but a secret goes to no other host", async () => {
  const { tenant, admin, stored, update } = await scene();
  const { id } = await createDestination(admin, input(tenant));
  await update(id, { name: "Night shift", target: gotify({ url: "", secret: "" }) });
  const kept = openedTarget<WebhookTarget>((await stored(id)).sealed);
  expect(kept).toMatchObject({ url: "https://gotify.example/message", secret: "A-t0ken" });
  const elsewhere = gotify({ url: "https://evil.example/message", secret: "" });
  await expect(update(id, { target: elsewhere })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("The application token is missing"),
  });
  expect((await stored(id)).address).toBe("gotify.example");
  await expect(update(id, { target: { channel: "email", to: "a@acme.example" } })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

test.each([
  ["http://10.0.0.1/x", "an inside address"],
  ["http://169.254.169.254/latest", "cloud metadata"],
  ["https://user:pw@example.com/x", "with a password"],
  ["ftp://example.com/x", "another scheme"],
])("%s is refused: %s", async (url) => {
  const { tenant, admin, rows } = await scene();
  const target = gotify({ url });
  await expect(createDestination(admin, input(tenant, { target }))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await rows()).toEqual([]);
});

test("services with a fixed URL need only their key", async () => {
  const { tenant, admin, stored } = await scene();
  const target = gotify({ preset: "pagerduty", url: "", secret: "R0UT" });
  const { id } = await createDestination(admin, input(tenant, { target }));
  expect(await stored(id)).toMatchObject({ address: "events.pagerduty.com" });
});

test("names are unique in a tenant, groups exist, and there are not too many", async () => {
  const { tenant, admin } = await scene();
  await createDestination(admin, input(tenant));
  await expect(createDestination(admin, input(tenant))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(
    createDestination(admin, input(tenant, { name: "x", group: "no-such" })),
  ).rejects.toMatchObject({
    message: expect.stringContaining("There is no group “no-such”"),
  });
  await ingest(system, (tx) =>
    tx.destination.createMany({
      data: Array.from({ length: DESTINATIONS_MAX - 1 }, (_, at) => ({
        ...{ id: newId(), tenantId: tenant.id, channel: "email", name: `d${at}`, address: "a", sealed: "x" },
        ...{ events: ["waits"], createdByName: "tests" },
      })),
    }),
  );
  await expect(createDestination(admin, input(tenant, { name: "one more" }))).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

test("switching off and on keeps why, and deleting removes it", async () => {
  const { tenant, admin, rows } = await scene();
  const { id } = await createDestination(admin, input(tenant));
  const which = { tenant: tenant.key, id };
  await switchDestination(admin, { ...which, isOn: false });
  expect(await rows()).toMatchObject([
    { offAt: expect.any(Date), offReason: `${admin.actor.name} switched it off.` },
  ]);
  await switchDestination(admin, { ...which, isOn: true });
  expect(await rows()).toMatchObject([{ offAt: null, offReason: null }]);
  await deleteDestination(admin, which);
  expect(await rows()).toEqual([]);
  await expect(deleteDestination(admin, which)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("only administrators of the tenant see and change its destinations", async () => {
  const { tenant, admin } = await scene();
  const { id } = await createDestination(admin, input(tenant));
  const which = { tenant: tenant.key, id };
  const other = await aPerson([await aTenant()], "admin");
  const approver = await aPerson([tenant], "approver");
  await expect(createDestination(other, input(tenant, { name: "x" }))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(switchDestination(other, { ...which, isOn: false })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(deleteDestination(other, which)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await listDestinations(other, [tenant.id])).destinations).toEqual([]);
  const acts: (() => Promise<unknown>)[] = [
    async () => createDestination(approver, input(tenant, { name: "x" })),
    async () => listDestinations(approver, [tenant.id]),
    async () => deleteDestination(approver, which),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a destination whose group was deleted says so", async () => {
  const { tenant, admin, rows } = await scene();
  const name = unique("group").slice(0, 40);
  await ingest(system, (tx) => tx.group.create({ data: { id: newId(), name } }));
  await createDestination(admin, input(tenant, { group: name }));
  expect(await rows()).toMatchObject([{ group: { name } }]);
  await ingest(system, (tx) => tx.group.delete({ where: { name } }));
  expect(await rows()).toMatchObject([{ group: { isGone: true } }]);
});

test("a template makes JSON of any value, or is refused with the reason", async () => {
  expect(templateProblem(FIRST_TEMPLATE)).toBeNull();
  expect(templateProblem('{"a":"{{titel}}"}')).toContain("There is no placeholder {{titel}}. Use id, key");
  expect(templateProblem('{"a":{{title}}}')).toContain("Put each placeholder between quotation marks");
  expect(templateProblem("hello {{title}}")).toContain("not valid JSON");
  const { tenant, admin } = await scene();
  const own = (template: string) =>
    gotify({ preset: "own", url: "https://hooks.example/x", secret: "", template });
  await expect(
    createDestination(admin, input(tenant, { target: own('{"a":{{title}}}') })),
  ).rejects.toMatchObject({
    details: { errors: [{ pointer: "/target/template" }] },
  });
  await createDestination(admin, input(tenant, { target: own(FIRST_TEMPLATE) }));
});

test.each(["Host", "Content-Length", "webhook-id", "X Y", "Transfer-Encoding"])(
  "the header %s is refused",
  (header) => {
    const target = gotify({ preset: "own", url: "https://hooks.example/x", template: "{}", header });
    expect(
      createDestinationInput.safeParse({
        ...{ tenant: "acme", name: "x", group: null, events: ["waits"] },
        minRisk: "low",
        target,
      }).success,
    ).toBe(false);
  },
);

test.each(["pagerduty", "opsgenie", "alertmanager"])(
  "%s opens no incident for what nothing closes",
  async (preset) => {
    const tenant = await aTenant();
    const target = gotify({ preset, url: "https://incidents.example/v2" });
    const wrong = createDestinationInput.safeParse(raw(tenant, { events: ["waits", "expired"], target }));
    expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual(["events"]);
    expect(
      createDestinationInput.safeParse(raw(tenant, { events: ["waits", "failed"], target })).success,
    ).toBe(true);
    const { tenant: key, ...facts } = raw(tenant, { events: ["decided"], target });
    const given = { tenant: key, id: newId(), ...facts };
    expect(updateDestinationInput.safeParse(given).success).toBe(false);
    expect(updateDestinationInput.safeParse({ ...given, target: gotify() }).success).toBe(true);
  },
);
