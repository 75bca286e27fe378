import { expect, test } from "vitest";
import type { Found } from "@/lib/search/types";
import { actEntries, fits, foundEntries, placeEntries } from "./entries";

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
