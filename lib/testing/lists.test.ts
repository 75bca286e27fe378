import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvalCursor } from "@/lib/approvals/queries";
import { queueList } from "@/lib/approvals/queue/list";
import { peopleList } from "@/lib/auth/people/list";
import { callList } from "@/lib/calls/log/list";
import type { Cursor } from "@/lib/core/list/cursors";
import type { List } from "@/lib/core/list/list";
import { deliveryList, undeliveredList } from "@/lib/delivery/list";
import { inboxList } from "@/lib/feedback/inbox/list";
import { issueCursor, reportList } from "@/lib/feedback/list";
import { gatewayList } from "@/lib/gateways/list";
import { requestList } from "@/lib/gateways/requests/list";
import { insightList } from "@/lib/insights/friction/list";
import { trailList } from "@/lib/insights/trail/list";
import { offenderDayList, offenderList } from "@/lib/intake/offenders/list";
import { findingList } from "@/lib/signals/findings/list";
import { suggestionList } from "@/lib/signals/suggestions/list";
import { tenantList } from "@/lib/tenants/list";
import { knownList, toolList } from "@/lib/tools/catalogue/list";

// Each list by its cursor parameter, with a URL that sets all filters, and invalid values.

const ID = "01999999-0000-7000-8000-000000000000";
const AT = new Date("2026-11-21T10:00:00.123Z");
const LONG = "x".repeat(201);
const days = { since: "2026-11-01", until: "2026-11-02" };
const badDays = { since: "yesterday", until: "2026-02-30" };

type Case = {
  list: List<object, string, never>;
  all: Record<string, string>;
  bad: Record<string, string>;
  /** Null: a single page. */
  cursor: string | null;
  cursorName?: string;
};

function caseOf<F, N extends string, P, V extends string>(
  list: List<F, N, P, V>,
  rest: Omit<Case, "list" | "cursor"> & { place: NoInfer<P> | null },
): Case {
  const { place, ...others } = rest;
  const loose = list as unknown as Case["list"];
  return { ...others, list: loose, cursor: place === null ? null : list.cursor.write(place) };
}

const LISTS: Record<string, Case> = {
  findings: caseOf(findingList, {
    all: {
      view: "proven",
      code: "missing_enum",
      severity: "warning",
      provider: "p",
      gateway: "g",
      tool: "t",
      tenant: "acme",
    },
    bad: {
      view: "lost",
      code: "wrong",
      severity: "high",
      provider: LONG,
      gateway: LONG,
      tool: LONG,
      tenant: LONG,
    },
    place: [12, 1, "p t 0123"],
  }),
  suggestions: caseOf(suggestionList, {
    all: { view: "dismissed", kind: "split", provider: "p", gateway: "g", tool: "t", tenant: "acme" },
    bad: { view: "lost", kind: "shrink", provider: LONG, gateway: LONG, tool: LONG, tenant: LONG },
    place: [AT, ID],
  }),
  queue: caseOf(queueList, {
    all: {
      ...{
        view: "high",
        q: "mail",
        risk: "critical",
        tool: "t",
        provider: "p",
        tenant: "acme",
        gateway: "g",
        agent: "a",
      },
      ...{ decision: "expired", asked: "high", pace: "at_once", edited: "no", by: ID, ...days },
    },
    bad: {
      ...{
        view: "nonsense",
        risk: "huge",
        q: LONG,
        tool: LONG,
        provider: LONG,
        tenant: LONG,
        gateway: LONG,
        agent: LONG,
      },
      ...{ decision: "pending", asked: "nobody", pace: "slow", edited: "perhaps", by: "Ines", ...badDays },
    },
    place: [2, AT, ID],
  }),
  insights: caseOf(insightList, {
    all: { tenant: "acme", days: "7", by: "approver", sort: "waited" },
    bad: { tenant: LONG, days: "0", by: "person", sort: "name" },
    place: null,
  }),
  inbox: caseOf(inboxList, {
    all: {
      view: "mine",
      q: "lead",
      severity: "med",
      tool: "t",
      state: "new",
      agent: "a",
      tenant: "acme",
      ...days,
    },
    bad: { view: "nonsense", severity: "critical", state: "lost", q: LONG, ...badDays },
    place: [AT, ID, 7],
  }),
  reports: caseOf(reportList, { all: {}, bad: {}, place: [ID], cursorName: "reports" }),
  calls: caseOf(callList, {
    all: {
      q: "renewal",
      search: "wording",
      similar: ID,
      tool: "t",
      provider: "p",
      class: "failed",
      outcome: "timeout",
      agent: "a",
      session: "s",
      gateway: "g",
      tenant: "acme",
      approval: ID,
      rationale: "missing",
      within: "24h",
      ...days,
    },
    bad: {
      outcome: "fine",
      class: "good",
      rationale: "any",
      within: "9y",
      approval: "none",
      search: "best",
      similar: "none",
      session: LONG,
      ...badDays,
    },
    place: [AT, ID],
  }),
  tools: caseOf(toolList, {
    all: {
      view: "mismatch",
      q: "a",
      gateway: "g",
      provider: "p",
      risk: "low",
      category: "c",
      tenant: "acme",
    },
    bad: { view: "nonsense", risk: "purple", provider: LONG },
    place: [3, "mail", "send", ID],
  }),
  "known tools": caseOf(knownList, {
    all: { format: "json", budget: "2000", provider: "p", gateway: "g" },
    bad: { format: "xml", budget: "lots", provider: LONG },
    place: null,
  }),
  gateways: caseOf(gatewayList, { all: { q: "x" }, bad: { q: LONG }, place: ["billing"] }),
  requests: caseOf(requestList, {
    all: { status: "refused", path: "/api", q: "x" },
    bad: { status: "odd", path: LONG },
    place: [ID],
  }),
  offenders: caseOf(offenderList, {
    all: { view: "resolved", agent: "a", gateway: "g", tenant: "acme" },
    bad: { view: "lost", agent: LONG, gateway: LONG, tenant: LONG },
    place: [AT, ID, ID, ""],
  }),
  offenderDays: caseOf(offenderDayList, {
    all: {},
    bad: {},
    place: ["2026-11-21", ID, ""],
    cursorName: "offenders",
  }),
  deliveries: caseOf(deliveryList, {
    all: { state: "dead", type: "approval.approved", ...days },
    bad: { state: "odd", type: LONG, ...badDays },
    place: [ID],
  }),
  undelivered: caseOf(undeliveredList, { all: { gateway: ID }, bad: { gateway: "billing" }, place: [ID] }),
  tenants: caseOf(tenantList, { all: { q: "x" }, bad: { q: LONG }, place: ["acme"] }),
  people: caseOf(peopleList, {
    all: { q: "x", role: "viewer", state: "new", method: "sso", tenant: "acme" },
    bad: { role: "king", state: "gone", method: "magic", tenant: LONG },
    place: ["Ada", ID],
  }),
  activity: caseOf(trailList, {
    all: {
      actor: "system:worker",
      action: "approval.approved",
      subject: "approval:1",
      tenant: "acme",
      ...days,
    },
    bad: { action: "x; drop table", subject: "approval", tenant: LONG, ...badDays },
    place: [AT, ID, "42"],
  }),
};

describe.each(Object.entries(LISTS))(
  "the list of %s",
  (name, { list, all, bad, cursor, cursorName = "cursor" }) => {
    const address = cursor === null ? all : { ...all, [cursorName]: cursor };

    test("comes back from its own links as it was", () => {
      const { filter, problems } = list.parse(address);
      expect(problems).toEqual([]);
      const query = new URLSearchParams(list.query(filter));
      expect(Object.fromEntries(query)).toEqual(address);
      expect([...query.keys()]).toEqual(Object.keys(address));
      const [, first] = list.link(filter).split("?");
      expect(Object.fromEntries(new URLSearchParams(first))).toEqual(all);
    });

    test("has a way out of each filter, and the others stay", () => {
      const { filter } = list.parse(address);
      const chips = list.chips(filter);
      expect(chips.map((chip) => chip.name)).toEqual(Object.keys(all).filter((one) => one !== "view"));
      for (const chip of chips) {
        const left = new URL(chip.href, "http://list").searchParams;
        expect(left.has(chip.name)).toBe(false);
        const others = Object.keys(all).filter((one) => one !== chip.name && one !== "view");
        expect([...left.keys()].filter((one) => one !== "view")).toEqual(others);
      }
    });

    test("keeps what it takes of an address, and tells what it does not", () => {
      for (const [wrong, sent] of Object.entries(bad)) {
        const { filter, problems } = list.parse({ ...address, [wrong]: sent });
        expect(problems).toEqual([{ name: wrong, sent, accepts: expect.stringMatching(/\w/) }]);
        const { [wrong]: _, view: __, ...kept } = address;
        expect(filter).toMatchObject(
          Object.fromEntries(
            Object.keys(kept).map((one) => [one === cursorName ? "cursor" : one, expect.anything()]),
          ),
        );
        if (wrong !== "view") expect(filter).not.toHaveProperty(wrong);
      }
    });

    test("starts over from a cursor of any other list, and says so", () => {
      const foreign = Object.entries(LISTS).filter(([other]) => other !== name);
      for (const [, other] of foreign) {
        if (other.cursor === null) continue;
        const { filter, problems } = list.parse({ ...all, [cursorName]: other.cursor });
        expect(filter).not.toHaveProperty("cursor");
        expect(problems).toEqual([{ name: cursorName, sent: other.cursor, accepts: null }]);
        expect(() => list.cursor.read(other.cursor ?? undefined)).toThrow("not one this list gave out");
      }
    });

    test("reads any address", () => {
      const names = [...Object.keys(all), ...Object.keys(bad), cursorName];
      const value = fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })));
      const search = fc.dictionary(fc.constantFrom(...names), value);
      fc.assert(
        fc.property(search, (given) => {
          const { filter } = list.parse(given);
          const again = list.parse(Object.fromEntries(new URLSearchParams(list.query(filter))));
          expect(again).toEqual({ filter, problems: [] });
        }),
      );
    });
  },
);

test("no list of the API takes another's cursor", () => {
  const cursors: Record<string, Cursor<[string]>> = {
    approvals: approvalCursor,
    issues: issueCursor,
    reports: reportList.cursor,
    requests: requestList.cursor,
    deliveries: deliveryList.cursor,
    undelivered: undeliveredList.cursor,
  };
  for (const [name, own] of Object.entries(cursors))
    for (const [other, foreign] of Object.entries(cursors))
      expect(foreign.find(own.write([ID])) !== null).toBe(name === other);
});
