import { call, fails, refuses, type Story, story, unfit, weak } from "../engine/story";
import { code, hex, int, own, pick } from "../engine/template";
import { FERNHILL, HALDEN, JUNIPER } from "./world";

// Repeated mistakes where a definition leaves agents guessing.

const GITHUB = "Invalid input: [{issue}]";

const IN_REPO = { owner: "{repo.owner}", repo: "{repo.name}" };
const REPO = own({
  [FERNHILL]: [
    { owner: "fernhill", name: "shop-web" },
    { owner: "fernhill", name: "returns-service" },
  ],
  [HALDEN]: [
    { owner: "halden", name: "meter-ingest" },
    { owner: "halden", name: "tariff-api" },
  ],
});

const VERDICT_GUESSED = { event: pick("APPROVED", "APPROVED", "approve", "REQUEST_CHANGE") };
const STATE_GUESSED = { state: pick("resolved", "done", "in_progress", "resolved") };
const DOMAIN_IS = (operator: string) => [
  { filters: [{ propertyName: "domain", operator, value: "{customer}.example" }] },
];

const REVIEWERS = ["claude-code", "codex", "cursor"];

const SUITE = pick("tariffs", "checkout", "meter-import", "labels");
const TESTS = pick(["rounds_half_to_even", "keeps_the_zone"], ["survives_a_retry", "prints_once", "no_gap"]);

export const HABITS: readonly Story[] = [
  story("test bench", 10, [FERNHILL, HALDEN], REVIEWERS, {
    suite: SUITE,
    owner: code("usr_", 8),
    "quality/create_test_run": call([420, 1_600], {
      arguments: { suite: "{suite}", priority: pick("p1", "p2"), tests: TESTS, owner_id: "{owner}" },
      why: "Running only the tests of {suite} that the change touches, before it is reviewed.",
      slips: [
        // Without the list, the whole suite runs.
        { ...unfit(0.3, { priority: pick("high", "high", "urgent", "P1") }), next: { tests: undefined } },
        refuses(0.3, { owner_id: "" }, "/owner_id", "owner_id must not be empty"),
      ],
    }),
    "quality/find_test_runs": call([160, 700], {
      arguments: { text: "{suite}" },
      why: "Has the run of {suite} got a machine yet, and what did it find?",
      slips: { ...weak(0.2), onward: true },
    }),
    "quality/search_test_runs": call([160, 700], {
      arguments: { query: "{suite}" },
      why: "The other search may know more of the runs of {suite}.",
      slips: unfit(0.12, { text: "{suite}" }),
      empty: 0.1,
    }),
  }),
  story("bench questions", 9, [FERNHILL, HALDEN], REVIEWERS, {
    suite: SUITE,
    // Its description does not say that it knows no runs, so agents ask it for them.
    "quality/list_suites": call([90, 400], {
      why: pick(
        "How long did the last runs of {suite} take?",
        "Which machine has the run of {suite} now?",
        "State of yesterday's runs, {suite} first.",
        "Newest run of {suite}, to see if it is still waiting.",
        "Did any runs of {suite} end early?",
        "Looking for runs that match {suite} and are stuck.",
        "Finding out on which machine {suite} runs so slowly.",
        "The author asks for the state of his run of {suite}.",
        "Runs of this morning, with how long each took.",
        "Is a run of {suite} under way already?",
        "Before writing a new one: what suites does the bench have?",
        "Where would a check of {suite} belong?",
      ),
    }),
  }),
  story("review", 15, [FERNHILL, HALDEN], REVIEWERS, {
    repo: REPO,
    pull: int(310, 1_980),
    line: int(12, 240),
    file: pick("src/tariff.ts", "src/label.ts", "src/ingest.ts", "src/checkout.ts"),
    "github/create_pull_request_review": call([320, 1_100], {
      arguments: {
        ...IN_REPO,
        pull_number: "{pull}",
        event: pick("APPROVE", "COMMENT", "REQUEST_CHANGES"),
        body: "Read along with the failing test. One place would lose a record on a retry.",
        comments: [{ path: "{file}", line: "{line}", body: "A second try gets here with an empty list." }],
      },
      why: "The author asked for a review of #{pull}; leaving it on the lines it is about.",
      slips: [
        // The second attempt loses the comments, and with them the purpose of the review.
        { ...unfit(0.3, VERDICT_GUESSED, GITHUB), next: { comments: undefined } },
        unfit(0.12, VERDICT_GUESSED, GITHUB),
      ],
    }),
  }),
  story("backlog", 12, [FERNHILL, HALDEN], REVIEWERS, {
    repo: REPO,
    issue: int(210, 1_800),
    who: pick("maya", "tomasz", "jonas", "aiko"),
    "github/list_issues": call([260, 980], {
      arguments: { ...IN_REPO, state: "open", labels: ["backlog"], per_page: 50 },
      why: "Which backlog issues are {who}'s, before the planning of this week.",
      slips: unfit(0.34, { assignee: "{who}" }, GITHUB),
    }),
    "github/update_issue": call([240, 900], {
      arguments: {
        ...IN_REPO,
        issue_number: "{issue}",
        state: "closed",
        labels: ["backlog", "done-in-2.4"],
      },
      why: "#{issue} was done with the last release; closing it with the label the report counts.",
      slips: [
        { ...unfit(0.44, STATE_GUESSED, GITHUB), tries: 2, next: { labels: undefined } },
        { ...unfit(0.24, STATE_GUESSED, GITHUB), tries: 3, final: true },
      ],
    }),
  }),
  story("statement", 8, [FERNHILL], ["billing-agent", "support-copilot"], {
    customer: code("cus_", 14),
    "stripe/list_invoices": call([300, 1_400], {
      arguments: { customer: "{customer}", limit: 20 },
      why: "The customer asks for a statement; reading the invoices of {customer}.",
      slips: refuses(
        0.34,
        { customer: "" },
        "/customer",
        "You passed an empty string for 'customer'. We assume empty values are an attempt to unset a parameter; however 'customer' cannot be unset.",
      ),
      empty: 0.05,
    }),
  }),
  story("account", 11, [FERNHILL], ["growth-agent", "support-copilot"], {
    customer: pick("kestrel-travel", "harbour-foods", "lumen-dental", "northgate-cycles"),
    "hubspot/hubspot-search-objects": call([380, 1_600], {
      arguments: { objectType: "companies", filterGroups: DOMAIN_IS("EQ"), limit: 10 },
      why: "Finding the account of {customer} by its domain.",
      slips: [
        { ...unfit(0.6, { filterGroups: DOMAIN_IS("EQUALS") }), onward: true },
        unfit(0.06, { filterGroups: DOMAIN_IS("equals") }),
      ],
      empty: 0.08,
    }),
    "hubspot/hubspot-list-objects": call([420, 1_900], {
      arguments: { objectType: "companies", limit: 100, properties: ["name", "domain"] },
      why: "Going through the companies, to see which is {customer} and who owns it.",
      slips: weak(0.24),
    }),
  }),
  story("waiting list", 9, [JUNIPER], ["front-desk", "support-copilot"], {
    day: hex(4),
    table: { baseId: "appClinicDesk0001", tableId: "tblWaitingList001" },
    "airtable/list_records": call([260, 1_100], {
      arguments: { baseId: "{table.baseId}", tableId: "{table.tableId}", view: "Next week", maxRecords: 50 },
      why: "Who is on the waiting list, now that two visits were cancelled.",
      slips: [
        refuses(
          0.3,
          { view: "" },
          "/view",
          'Invalid request: parameter validation failed. The view "" was not found.',
        ),
        fails(0.05, "rate_limited", "429: the limit of 5 requests a second to this base was reached"),
      ],
    }),
  }),
  // Calls that people are often asked about and always approve.
  story("flag retired", 15, [HALDEN], ["claude-code", "codex"], {
    flag: pick("tariff-preview", "new-login", "dark-invoices", "fast-import", "beta-labels", "meter-photos"),
    "launchdarkly/get-feature-flag": call([180, 640], {
      arguments: { request: { projectKey: "default", featureFlagKey: "{flag}", env: "production" } },
      why: "Does {flag} serve everybody the same, so that nothing asks for it any more?",
    }),
    "launchdarkly/delete-feature-flag": call([300, 1_100], {
      arguments: { request: { projectKey: "default", featureFlagKey: "{flag}" } },
      why: "{flag} serves everybody the same, and no code reads it since the last release.",
      risk: "high",
      summary: "Delete the flag {flag}, which nothing reads any more",
      impact: "Code that still read it would get its default.",
      facts: ["Feature flag", "{flag}", 1, "by making it again"],
      json: { flag: "{flag}", references: 0, variations_served: 1 },
      result: "Deleted {flag}",
      error: "conflict: 409: the flag is a prerequisite of another one",
      no: ["A release branch still reads it."],
      changes: "Archive it first.",
      sure: true,
    }),
  }),
];
