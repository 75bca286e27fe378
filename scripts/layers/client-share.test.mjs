import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const parts = (client, server) =>
  Object.fromEntries([
    ...Array.from({ length: client }, (_, at) => [`components/c${at}.tsx`, '// why\n"use client";\n']),
    ...Array.from({ length: server }, (_, at) => [`components/s${at}.tsx`, 'const a = "use client";\n']),
  ]);

test("at most 40 % of the parts run in browsers", () => {
  expect(breaches("client-share", parts(2, 3))).toEqual([]);
  expect(breaches("client-share", parts(3, 4))).toEqual([
    "components:1: 3 of 7 .tsx files are 'use client', at most 40 %",
  ]);
});

test("pages and layouts never do", () => {
  const page = { "app/tools/page.tsx": '"use client";\nexport default function Page() {}' };
  expect(breaches("client-share", { ...parts(0, 3), ...page })).toEqual([
    "app/tools/page.tsx:1: pages and layouts are server components",
  ]);
});
