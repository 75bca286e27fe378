import { describe, expect, test } from "vitest";
import { isHabit, judgePurpose } from "./rules";
import { wordingsOf } from "./wordings";

const search = { id: "search", name: "search_contacts", description: "Looks up people by name or company." };
const deals = { id: "deals", name: "list_deals", description: "Lists deals with stage and amount." };

const DEALS = [
  "Counting how many deals closed in October.",
  "Need the open deals per stage for the review.",
  "Which deals over 10k are still open?",
  "Total value of all deals won last week.",
  "Deals that slipped from September, by rep.",
  "Finding stale deals without a close date.",
  "Amounts of the deals in contract sent.",
  "See whether enough deals are in negotiation.",
];

const PEOPLE = [
  "Phone number of Maya Lindqvist for a call back.",
  "Who is the buyer at Kestrel Travel?",
  "E-mail address of the new contact in Bremen.",
  "People at Harbour Foods, for the invitation.",
];

const OWN = [
  "Company of the caller with the Danish accent.",
  "Two people share this name; which one is ours?",
  "Looking up the contact of Lumen Dental.",
  "Contacts in Bremen for the invitation.",
  "Search by the name on the parcel.",
  "Is Kestrel a company or a person?",
  "Name of the buyer who wrote yesterday.",
];

const NEXT = [
  "Phone of Maya before I list the deals.",
  "Their e-mail, so that the open deals can be discussed.",
  "Address of Kestrel because two deals are at stake.",
  "Who signs at Harbour, before we close deals there?",
  "Extension of Jonas, ahead of the deals review.",
  "Birthday of the buyer after both deals closed.",
  "Assistant of the director until the stage of her deals moves.",
  "Mobile number, in order to ask about deals in Bremen.",
];

const said = (rationales: readonly string[], session = (at: number): string | null => `s${at}`) =>
  rationales.map((rationale, at) => ({
    ...{ callId: String(at), occurredAt: new Date(), session: session(at), rationale },
  }));

const judge = (calls: ReturnType<typeof said>, tool = search) =>
  judgePurpose({ tool, beside: [deals], said: calls });

describe("a tool is used for something else", () => {
  test("when most of its calls say what another tool is described for", () => {
    const found = judge(said([...DEALS, ...PEOPLE]));
    expect(found).toMatchObject({ judged: 12, better: "deals" });
    expect(found?.calls.map(({ rationale }) => rationale)).toEqual(DEALS);
  });

  test.each<[string, ReturnType<typeof said>]>([
    ["of few calls", said(DEALS.slice(0, 7))],
    ["of few sessions", said(DEALS, (at) => `s${at % 2}`)],
    ["of calls without a session, which count as one", said(DEALS, () => null)],
    [
      "of one sentence filled in again and again",
      said(DEALS.map((_, at) => `Deals of region ${at} that are still open today`)),
    ],
    ["where more calls are what it is for", said([...DEALS.slice(0, 6), ...OWN])],
    [
      "where the other calls say nothing",
      said([...DEALS, "ok", "needed", "as asked", "ok then", "because", "go", "so it is", "yes"]),
    ],
    ["where the other tool is only what comes next", said(NEXT)],
  ])("but not %s", (_, calls) => {
    expect(judge(calls)).toBeNull();
  });

  test("and not when its own description says so too", () => {
    const both = {
      ...search,
      description: "Looks up people by name or company, and the deals that they have.",
    };
    expect(judge(said(DEALS), both)).toBeNull();
  });

  test("also for a job that no tool is described for", () => {
    const note = { id: "note", name: "create_note", description: "Adds a note to a contact for colleagues." };
    const jobs = [
      "Remember that the user prefers bullet points.",
      "Saving my intermediate results for the next step.",
      "Checkpoint: steps 1 to 4 are done.",
      "Keep my plan for this task somewhere.",
      "Scratchpad for sums while I read the export.",
      "Storing the list of ids I went through, to resume later.",
      "For myself: pages one to nine are read.",
      "Persisting the state of the migration between runs.",
    ];
    expect(judge(said(jobs), note)).toMatchObject({ judged: 8, better: null });
    const memory = { ...note, description: "Stores what is to be remembered for a later session." };
    expect(judge(said(jobs), memory)).toBeNull();
  });

  test("of calls in any script and of any length without harm", () => {
    const odd = [
      "",
      "  ",
      "検索",
      "🙂".repeat(500),
      "a ".repeat(250),
      "deal".repeat(120),
      "-".repeat(500),
      "\u0000",
    ];
    expect(judge(said(odd))).toBeNull();
  });
});

test("a habit is a share that is large and surely so, in several sessions", () => {
  expect(isHabit({ calls: 5, judged: 11, sessions: 3 })).toBe(true);
  expect(isHabit({ calls: 5, judged: 11, sessions: 2 })).toBe(false);
  expect(isHabit({ calls: 4, judged: 11, sessions: 4 })).toBe(false);
  expect(isHabit({ calls: 7, judged: 7, sessions: 7 })).toBe(false);
  expect(isHabit({ calls: 39, judged: 100, sessions: 39 })).toBe(false);
});

test("what is one sentence with other names in it is one wording, also through others", () => {
  const groups = wordingsOf(
    [
      "Events of the pod that is in CrashLoopBackOff.",
      "Counting deals",
      "Events of the pod that is in OOMKilled, for the report of today.",
      "counting deals",
      "Errors for the report of today and tomorrow",
      "Who owns it?",
    ].map((rationale) => ({ rationale })),
  );
  expect(groups.map((group) => group.length).toSorted()).toEqual([1, 2, 3]);
});
