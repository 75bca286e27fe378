import { expect, test } from "vitest";
import { eachTenant } from "./each-tenant";

const walked = async (fails: (tenant: string) => unknown, signal?: AbortSignal) => {
  const had: string[] = [];
  const work = async (tenant: string) => {
    had.push(tenant);
    const error = fails(tenant);
    if (error) throw error;
  };
  const end = await eachTenant(["a", "b", "c"], work, "some failed", signal).catch((error) => error);
  return { had, end };
};

test("each has its turn, also after one that fails, and what failed is said at the end", async () => {
  expect(await walked(() => undefined)).toEqual({ had: ["a", "b", "c"], end: undefined });
  const wrong = new Error("planted");
  const { had, end } = await walked((tenant) => tenant !== "c" && wrong);
  expect(had).toEqual(["a", "b", "c"]);
  expect(end).toMatchObject({ message: "some failed", errors: [wrong, wrong] });
});

test("an outage ends the walk, as what it is", async () => {
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(await walked((tenant) => tenant === "b" && away)).toEqual({ had: ["a", "b"], end: away });
});

test("the signal ends the walk between two of them", async () => {
  const stop = new AbortController();
  const { had, end } = await walked(() => void stop.abort(), stop.signal);
  expect({ had, end }).toEqual({ had: ["a"], end: undefined });
});
