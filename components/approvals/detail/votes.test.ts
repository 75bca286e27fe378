import { expect, test } from "vitest";
import { tooFewWords, whoWords } from "./votes";

test.each([
  [
    { needed: 2, undecided: 0, withoutPasskey: 3 },
    "Approving this call takes a passkey, and nobody left to approve it has one. 3 people have none yet and can add one in their profile.",
  ],
  [
    { needed: 2, undecided: 1, withoutPasskey: 1 },
    "Approving this call takes a passkey, and only 1 person left to approve it has one. 1 person has none yet and can add one in their profile.",
  ],
  [
    { needed: 3, undecided: 1, withoutPasskey: 1 },
    "Only 1 person is left who may approve this call: as things are, it can be rejected or cancelled, or it expires. 1 other has no passkey and can add one in their profile. An administrator can let more people decide. A changed policy holds for new calls only.",
  ],
  [
    { needed: 1, undecided: 0, withoutPasskey: 0 },
    "Nobody is left who may approve this call: as things are, it can only be cancelled, or it expires. An administrator can let more people decide. A changed policy holds for new calls only.",
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
