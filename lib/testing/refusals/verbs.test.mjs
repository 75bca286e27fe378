import { expect, test } from "vitest";
import { withPlanted } from "../../../scripts/layers/testing/plant.mjs";
import { misfits } from "./table.ts";
import { readVerbs } from "./verbs.mjs";

const DB = "export function change(scope, work) {}\nexport function read(scope, work) {}";

const FILES = {
  "lib/core/db.ts": DB,
  "lib/tenants/commands.ts": `
    import { change, read } from "@/lib/core/db";
    export async function closeTenant(scope: Scope, key: string) { return remove(scope, key); }
    export const openTenant = async (scope: UserScope) => change(scope, async () => {});
    export async function sweep(scope: SystemScope) { return change(scope, async () => {}); }
    export async function lookAt(scope: UserScope) { return read(scope, async () => {}); }
    export async function write(tx: Tx) { return change(tx, async () => {}); }
    function remove(scope: Scope, key: string) { return change(scope, async () => {}); }`,
  "lib/gateways/commands.ts": `
    import { closeTenant as close } from "../tenants/commands";
    export async function leave(scope: GatewayScope | UserScope) { return close(scope, "acme"); }`,
  "lib/tenants/actions.ts": `"use server";
    import { closeTenant } from "./commands";
    export type Closed = { ok: true };
    export async function closeIt(input) { return closeTenant(input); }`,
  "lib/tenants/commands.test.ts": "export async function planted(scope: Scope) {}",
  "app/page.tsx": `export const Page = () => <form action={async () => { "use server"; }} />;`,
  "app/(dashboard)/tenants/[id]/route.ts": "export const { GET, POST } = tenants;",
};

const verbs = () => withPlanted(FILES, readVerbs);

test("a command writes with the scope of a person or a gateway, itself or through others", () => {
  expect(verbs().commands).toEqual([
    { file: "lib/gateways/commands.ts", name: "leave", scope: "GatewayScope | UserScope" },
    { file: "lib/tenants/commands.ts", name: "closeTenant", scope: "Scope" },
    { file: "lib/tenants/commands.ts", name: "openTenant", scope: "UserScope" },
  ]);
});

test("actions are found in their files and in the middle of others", () => {
  expect(verbs().actions).toEqual([
    { file: "app/page.tsx", name: "line 1" },
    { file: "lib/tenants/actions.ts", name: "closeIt" },
  ]);
});

test("routes are listed with their methods", () => {
  const file = "app/(dashboard)/tenants/[id]/route.ts";
  expect(verbs().routes).toEqual([{ file, methods: ["GET", "POST"] }]);
});

test("a verb without a row is told, and a row without a verb", () => {
  const rows = [{ verbs: ["lib/tenants/commands.ts closeTenant", "lib/tenants/commands.ts gone"] }];
  const names = verbs().commands.map(({ file, name }) => `${file} ${name}`);
  expect(misfits(names, rows)).toEqual({
    withoutRow: ["lib/gateways/commands.ts leave", "lib/tenants/commands.ts openTenant"],
    noVerb: ["lib/tenants/commands.ts gone"],
  });
});
