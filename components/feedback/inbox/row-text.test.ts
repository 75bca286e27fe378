import fc from "fast-check";
import { expect, test } from "vitest";
import { shownText } from "@/lib/core/text/annotate";
import { revealedText } from "@/lib/core/text/reveal";
import { inboxList } from "@/lib/feedback/inbox/list";
import type { InboxRow } from "@/lib/feedback/inbox/types";
import { textOfIssues } from "./row-facts";
import { issuesOfText } from "./row-text";

const time = fc.date({ noInvalidDate: true });
const count = fc.nat();

const row: fc.Arbitrary<InboxRow> = fc.record({
  id: fc.uuid(),
  ref: fc.string(),
  title: fc.oneof(fc.string({ unit: "binary" }), fc.constant("pаypal\u202e is \u0007 down")),
  state: fc.constantFrom("new", "snoozed"),
  returnsTo: fc.constantFrom(null, "accepted"),
  severity: fc.constantFrom("low", "high"),
  provider: fc.constant(null),
  tool: fc.constant(null),
  tenant: fc.constant("acme"),
  reports: count,
  signal: count,
  sessions: count,
  agents: count,
  course: fc.array(count, { maxLength: 14 }),
  answered: fc.boolean(),
  updatedAt: time,
  mark: fc.constantFrom(null, "growing", "ongoing"),
  firstSeenAt: time,
  lastSeenAt: time,
});

test("issues come out of their text as they went in, their titles as they are shown and as labels", () => {
  const { filter } = inboxList.parse({ q: "a b", tool: "~&=" });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
      const listed = issuesOfText(textOfIssues(rows), inboxList.query(filter));
      expect(listed).toEqual(
        rows.map((one) => ({
          id: one.id,
          key: one.id,
          at: one.lastSeenAt.getTime(),
          href: inboxList.rowLink(filter, one.id),
          ref: one.ref,
          state: one.state,
          returnsTo: one.returnsTo,
          seen: one.updatedAt.toISOString(),
          label: revealedText(one.title),
          facts: {
            state: one.state,
            severity: one.severity,
            answered: one.answered,
            ref: one.ref,
            mark: one.mark,
            reports: one.reports,
            sessions: one.sessions,
            course: one.course,
            title: shownText(one.title),
            lastSeenAt: one.lastSeenAt,
          },
        })),
      );
    }),
  );
});
