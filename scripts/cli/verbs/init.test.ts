import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { sendTestPing } from "@/lib/delivery/commands";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { unique } from "@/lib/testing/factories";
import { setUp } from "./init";

const system = systemScope("tests");
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

test("a callback URL that changed in the environment takes what is owed with it, once", async () => {
  const gateway = { name: unique("gw"), tenants: ["acme"], callbackUrl: "https://old.example/hook" };
  const made = (await setUp({ gateway })).gateway;
  const { deliveryId } = await sendTestPing(system, made?.id ?? "");
  const moved = { ...gateway, callbackUrl: "https://new.example/hook" };
  expect((await setUp({ gateway: moved })).gateway).toEqual({ ...made, state: "unchanged" });
  await setUp({ gateway: moved });
  await setUp({ gateway: { name: gateway.name, tenants: gateway.tenants } });
  const owed = await read(system, (tx) => tx.delivery.findFirstOrThrow({ where: { id: deliveryId ?? "" } }));
  expect(owed).toMatchObject({ state: "waiting", url: "https://new.example/hook" });
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: made?.id ?? "", action: "gateway.callback_url_changed" } }),
  );
  expect(rows.map((row) => JSON.parse(row.details))).toMatchObject([{ owed_moved: 1 }]);
});
