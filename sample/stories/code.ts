import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, hex, int, own, pick } from "../engine/template";
import { FERNHILL, HALDEN } from "./world";

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
const IN_REPO = { owner: "{repo.owner}", repo: "{repo.name}" };
const PULL = { ...IN_REPO, pull_number: "{pull}" };

const CHANGE = pick(
  { title: "Retry the label printer once before failing", area: "labels" },
  { title: "Round tariffs half to even", area: "tariffs" },
  { title: "Show the delivery day in the customer's zone", area: "checkout" },
  { title: "Bump the PDF library to 4.2", area: "deps" },
  { title: "Read meters in batches of 500", area: "ingest" },
);
const FILE = { path: "src/{change.area}.ts", content: "// {change.title}\nexport const TRIES = 2;\n" };

/** Error format of GitHub's server. */
const GITHUB = "Invalid input: [{issue}]";

export const CODE: readonly Story[] = [
  story("merge", 9, [FERNHILL, HALDEN], ["claude-code", "codex", "cursor"], {
    repo: REPO,
    pull: int(310, 1_980),
    change: CHANGE,
    files: bold(int(41, 88), int(2, 9)),
    lines: bold(int(2_400, 6_100), int(14, 240)),
    head: hex(12),
    "github/get_pull_request": call([180, 640], {
      arguments: PULL,
      why: "Reading #{pull} before merging: title, base and who approved.",
      slips: unfit(0.17, { pull_number: "#{pull}" }, GITHUB),
    }),
    "github/get_pull_request_status": call([160, 700], {
      arguments: PULL,
      why: "Are all checks of #{pull} green?",
      slips: fails(0.05, "upstream_error", "502 Bad Gateway from api.github.com"),
    }),
    "github/merge_pull_request": call([700, 2_600], {
      arguments: { ...PULL, merge_method: "squash", commit_title: "{change.title} (#{pull})" },
      why: pick(
        "Two reviewers approved #{pull} and every check is green; the author asked to merge before the release train.",
        "#{pull} fixes the bug the on-call opened last night and is reviewed.",
      ),
      risk: "high",
      summary: "Merge #{pull} “{change.title}” into main of {repo.owner}/{repo}",
      impact: "main deploys by itself within ten minutes.",
      facts: ["Merge a pull request", "{repo.owner}/{repo} main", "{files}", "by a revert"],
      diff: "#{pull}  {change.title}\n{files} files changed, {lines} lines\n\n--- a/src/{repo}.ts\n+++ b/src/{repo}.ts\n@@ -41,7 +41,9 @@\n   const tries = options.tries ?? 1;\n-  return print(label);\n+  for (let i = 0; i <= tries; i += 1) {\n+    if (await print(label)) return true;\n+  }",
      precondition: "sha:{head}",
      result: { merged: true, sha: hex(40), message: "Pull Request successfully merged" },
      error: "405: Base branch was modified. Review and try the merge again.",
      no: [
        "Release freeze until Thursday.",
        "The second review is from the author's own pair. Get another one.",
      ],
      changes: "Split out the dependency bump.",
    }),
  }),
  story("triage", 18, [FERNHILL, HALDEN], ["claude-code", "codex", "cursor"], {
    repo: REPO,
    issue: int(210, 1_800),
    "github/list_issues": call([260, 980], {
      arguments: { ...IN_REPO, state: "open", sort: "updated", per_page: 50 },
      why: "Morning triage of {repo}: what came in since yesterday.",
      slips: unfit(0.15, { sort: "newest" }, GITHUB),
    }),
    "github/search_code": call([320, 1_400], {
      arguments: {
        q: pick(
          "repo:{repo.owner}/{repo} roundTariff",
          "repo:{repo.owner}/{repo} printLabel",
          "repo:{repo.owner}/{repo} readMeters",
          "repo:{repo.owner}/{repo} deliveryDay",
        ),
        per_page: 10,
      },
      why: "Where the behaviour described in #{issue} is implemented.",
      slips: fails(0.08, "rate_limited", "403: secondary rate limit; retry after 30 s"),
      empty: 0.14,
    }),
    "github/get_file_contents": call([180, 600], {
      arguments: {
        ...IN_REPO,
        path: pick("src/tariff.ts", "src/label.ts", "src/ingest.ts", "src/checkout.ts"),
      },
      why: "Reading the file the search found, to quote the line in the issue.",
      slips: fails(0.1, "not_found", "Not Found: Resource", { branch: "master" }),
    }),
    "github/add_issue_comment": call([240, 760], {
      arguments: {
        ...IN_REPO,
        issue_number: "{issue}",
        body: "This has happened since the rounding moved into the exporter. Reproduced with the sample file from the report.",
      },
      why: "Telling the reporter of #{issue} what was found, so that no one looks again.",
    }),
  }),
  story("hotfix", 6, [FERNHILL, HALDEN], ["codex", "cursor"], {
    repo: REPO,
    change: CHANGE,
    number: int(100, 999),
    branch: bold("main", "fix/{change.area}-{number}"),
    "github/list_commits": call([220, 800], {
      arguments: { ...IN_REPO, sha: "main", perPage: 20 },
      why: "Which commit brought the regression in {change.area}.",
    }),
    "github/push_files": call([600, 2_200], {
      arguments: { ...IN_REPO, branch: "{branch}", files: [FILE], message: "{change.title}" },
      why: bold(
        "On-call asked for the fix on main at once: {change.title|lower}.",
        "The fix for {change.area} on a separate branch, for review.",
      ),
      slips: unfit(0.14, { files: FILE }, GITHUB),
      risk: bold("critical", "medium"),
      summary: bold(
        "Push straight to main of {repo.owner}/{repo}: {change.title}",
        "Push 1 file to {branch} of {repo.owner}/{repo}",
      ),
      impact: bold("Skips review; main deploys by itself.", "Starts the checks of the branch."),
      facts: ["Push files", "{repo.owner}/{repo} {branch}", 1, "by a revert"],
      diff: "--- a/src/{change.area}.ts\n+++ b/src/{change.area}.ts\n@@ -1,2 +1,2 @@\n-export const TRIES = 1;\n+export const TRIES = 2;",
      result: { ref: "refs/heads/{branch}", sha: hex(40) },
      error: "422: Update is not a fast forward",
      no: ["Through a pull request, please. Nothing goes straight to main.", "I am on it already."],
      changes: "Add the test that fails without it.",
    }),
  }),
  story("forecast", 8, [HALDEN], ["cursor"], {
    "gitlab/search_repositories": call([240, 900], {
      arguments: { search: pick("tariff", "forecast", "grid-model"), per_page: 20 },
      why: "The forecasting models moved to GitLab; finding the repository.",
      empty: 0.12,
    }),
    "gitlab/get_file_contents": call([200, 760], {
      arguments: { project_id: "halden/forecast", file_path: "models/daily.yaml", ref: "main" },
      why: "Reading the parameters of the daily model to compare them with production.",
      slips: [
        unfit(0.2, { project_id: 4411 }, "Invalid arguments: {name}: {message}"),
        { ...fails(0.07, "unauthorized", "401 Unauthorized: the token has expired"), final: true },
      ],
    }),
  }),
];
