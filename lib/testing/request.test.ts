import * as next from "next/headers";
import { expect, test } from "vitest";
import { cookies, headers, setRequest } from "./request";

test("what actions and pages ask of Next is the request that a test sets", async () => {
  expect([next.headers, next.cookies]).toEqual([headers, cookies]);
  setRequest({ origin: "https://countersign.example" }, { theme: "dark" });
  expect((await next.headers()).get("origin")).toBe("https://countersign.example");
  expect((await next.cookies()).get("theme")).toEqual({ value: "dark" });
  setRequest({}, {});
});
