import { expect, test } from "vitest";
import type { Found } from "@/lib/search/types";
import { actEntries, commandEntries, fits, foundEntries, placeEntries, recentEntries } from "./entries";
import { recentsOf, withRecent } from "./recents";

test("a text fits a name when each of its words begins one of the name's", () => {
  expect(fits("", "Needs attention")).toBe(true);
  expect(fits("att", "Needs attention")).toBe(true);
  expect(fits("att nee", "Needs attention")).toBe(true);
  expect(fits("tention", "Needs attention")).toBe(false);
});

test("results lead to their pages, grouped by kind, and end with the searches that read everything", () => {
  const found: Found[] = [
    { kind: "tool", id: "t1", title: "send", detail: "resend", risk: null, pending: false },
    { kind: "approval", id: "a1", title: "Send it", detail: "resend", risk: "high", pending: true },
  ];
  const entries = foundEntries("se nd", found);
  expect(entries.map((entry) => ("href" in entry ? entry.href : ""))).toEqual([
    "/approvals/a1",
    "/tools/t1",
    "/approvals?view=all&q=se+nd",
    "/rationales?within=any&q=se+nd",
  ]);
  expect(entries[0]).toMatchObject({ risk: "high", detail: "resend · waiting", foreign: true });
});

test("keys are shown as they are set, and not at all when they are off", () => {
  const binding = { key: "r", target: "reject", act: "press" as const, label: "Reject…" };
  expect(actEntries("rej", [binding], { reject: "q" })[0]?.keys).toBe("q");
  expect(actEntries("rej", [binding], null)[0]?.keys).toBeUndefined();
  const place = { href: "/tools", label: "Tools", icon: "wrench" as const, goKey: "t" };
  expect(placeEntries("to", [place], true)[0]?.keys).toBe("g t");
  expect(placeEntries("to", [place], false)[0]?.keys).toBeUndefined();
});

test("recent things come once, newest first, at most eight; what was not kept by us is dropped", () => {
  const page = (n: number) => ({
    href: `/tools/0000000${n % 10}-0000-7000-8000-00000000000${n % 10}`,
    title: `Tool ${n}`,
  });
  const list = Array.from({ length: 10 }, (_, n) => page(n)).reduce(
    withRecent,
    [] as ReturnType<typeof page>[],
  );
  expect(list.map(({ title }) => title)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Tool ${n}`));
  expect(withRecent(list, { ...page(5), title: "Renamed" }).map(({ title }) => title)).toEqual([
    "Renamed",
    ...[9, 8, 7, 6, 4, 3, 2].map((n) => `Tool ${n}`),
  ]);
  expect(
    recentsOf([{ href: "https://evil.example/", title: "x" }, null, { href: page(1).href }, page(2)]),
  ).toEqual([page(2)]);
  expect(recentsOf("nonsense")).toEqual([]);
  expect(recentEntries("ool", list)).toEqual([]);
  expect(recentEntries("tool 9", list)).toMatchObject([{ href: page(9).href, foreign: true }]);
});

test("commands are found by their words", () => {
  const ran: string[] = [];
  const command = { id: "dark", label: "Theme: dark", icon: "eye" as const, run: () => ran.push("dark") };
  const [entry] = commandEntries("dar", [command]);
  if (!entry || !("run" in entry)) throw new Error("no command");
  entry.run();
  expect(ran).toEqual(["dark"]);
});
