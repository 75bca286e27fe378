import { expect, test } from "vitest";
import { needsMore, tooFewWords, whoWords } from "./votes";

test.each<[Parameters<typeof tooFewWords>[0], string]>([
  [
    { needed: 2, undecided: 0, withoutPasskey: 3, noOneFor: [] },
    "Approving this call requires a passkey, and no remaining approver has one. 3 people have none yet and can add one in their profile.",
  ],
  [
    { needed: 2, undecided: 1, withoutPasskey: 1, noOneFor: [] },
    "Approving this call requires a passkey, and only 1 person left to approve it has one. 1 person has none yet and can add one in their profile.",
  ],
  [
    { needed: 3, undecided: 1, withoutPasskey: 1, noOneFor: [] },
    "Only 1 person is left who can approve this call. It can be rejected or cancelled, or it expires. 1 other has no passkey and can add one in their profile. An administrator can let more people decide. A changed policy applies to new calls only.",
  ],
  [
    { needed: 1, undecided: 0, withoutPasskey: 0, noOneFor: [] },
    "No one is left who can approve this call. It can only be cancelled, or it expires. An administrator can let more people decide. A changed policy applies to new calls only.",
  ],
  [
    { needed: 2, undecided: 3, withoutPasskey: 0, noOneFor: ["finance"] },
    "Too few people of finance are left who can approve this call. It can be rejected or cancelled, or it expires. An administrator can let more people decide. A changed policy applies to new calls only.",
  ],
])("too few people for %o", (missing, words) => {
  expect(tooFewWords(missing)).toBe(words);
});

test.each([
  [1, ["Tom", "Maya"], ": you, Maya or Tom", true],
  [1, ["Maya"], ": Maya", false],
  [2, ["Maya", "Tom"], ": Maya and Tom", false],
  [2, ["Tom", "Maya"], ", of you, Maya and Tom", true],
  [2, [], null, false],
])("%i of %j are named: %s", (needed, others, words, asViewer) => {
  const who = others.toSorted().map((name) => ({ name, isViewer: false }));
  const said = whoWords({ needed, who: asViewer ? [{ name: "Ines", isViewer: true }, ...who] : who });
  expect(said && `${said.lead}${said.names}`).toBe(words);
});

test("where several groups have to approve, the groups are named", () => {
  const seat = (of: string, open: number) => ({
    ...{ of, open, count: 1, by: [] },
    more: `one more of ${of}`,
  });
  const said = (...seats: ReturnType<typeof seat>[]) =>
    needsMore({ missing: null, approvalsGiven: 1, seats });
  expect(said(seat("ops", 0), seat("finance", 1))).toBe("One more of finance has to approve");
  expect(said(seat("ops", 1), seat("finance", 1))).toBe(
    "One more of ops and one more of finance have to approve",
  );
});
