import { misfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";

// Repositories: GitHub and GitLab.

const REPOS = [
  { owner: "fernhill", repo: "shop-web" },
  { owner: "fernhill", repo: "returns-service" },
  { owner: "halden", repo: "meter-ingest" },
  { owner: "halden", repo: "tariff-api" },
] as const;

const CHANGES = [
  { title: "Retry the label printer once before failing", area: "labels" },
  { title: "Round tariffs half to even", area: "tariffs" },
  { title: "Show the delivery day in the customer's zone", area: "checkout" },
  { title: "Bump the PDF library to 4.2", area: "deps" },
  { title: "Read meters in batches of 500", area: "ingest" },
] as const;

function repoOf({ chance, company }: Scene) {
  const own = REPOS.filter(({ owner }) => company.key.endsWith(owner));
  return chance.pick(own.length > 0 ? own : REPOS);
}

function aboutMerge(scene: Scene) {
  const { chance, bold } = scene;
  const { owner, repo } = repoOf(scene);
  const pull = chance.int(310, 1_980);
  const { title } = chance.pick(CHANGES);
  const [files, lines] = bold
    ? [chance.int(41, 88), chance.int(2_400, 6_100)]
    : [chance.int(2, 9), chance.int(14, 240)];
  const which = { owner, repo, pull_number: pull };
  return { owner, repo, pull, title, files, lines, which };
}

function merge(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutMerge(scene);
  const { pull, title, which } = about;
  return [
    {
      provider: "github",
      tool: "get_pull_request",
      arguments: which,
      rationale: `Reading #${pull} before merging: title, base and who approved.`,
      slips: [
        misfit(
          0.17,
          'Invalid input: [{"code":"invalid_type","expected":"number","received":"string","path":["pull_number"]}]',
          ["/pull_number", "Expected number, received string", `#${pull}`],
          { pull_number: `#${pull}` },
        ),
      ],
      took: [180, 640],
    },
    {
      provider: "github",
      tool: "get_pull_request_status",
      arguments: which,
      rationale: `Are all checks of #${pull} green?`,
      slips: [{ share: 0.05, outcome: "upstream_error", error: "502 Bad Gateway from api.github.com" }],
      took: [160, 700],
    },
    {
      provider: "github",
      tool: "merge_pull_request",
      arguments: { ...which, merge_method: "squash", commit_title: `${title} (#${pull})` },
      rationale: chance.pick([
        `Two reviewers approved #${pull} and every check is green; the author asked to merge before the release train.`,
        `#${pull} fixes the bug the on-call opened last night and is reviewed.`,
      ]),
      took: [700, 2_600],
      held: heldMerge(scene, about),
    },
  ];
}

function heldMerge(
  { chance }: Scene,
  { owner, repo, pull, title, files, lines }: ReturnType<typeof aboutMerge>,
): Held {
  return {
    risk: "high",
    summary: `Merge #${pull} “${title}” into main of ${owner}/${repo}`,
    impact: "main is deployed by itself within ten minutes.",
    facts: {
      what: "Merge a pull request",
      to_whom: `${owner}/${repo} main`,
      how_many: files,
      undo: "by a revert",
    },
    preview: {
      format: "diff",
      content: `#${pull}  ${title}\n${files} files changed, ${lines} lines\n\n--- a/src/${repo}.ts\n+++ b/src/${repo}.ts\n@@ -41,7 +41,9 @@\n   const tries = options.tries ?? 1;\n-  return print(label);\n+  for (let i = 0; i <= tries; i += 1) {\n+    if (await print(label)) return true;\n+  }`,
    },
    precondition: `sha:${chance.hex(12)}`,
    result: { merged: true, sha: chance.hex(40), message: "Pull Request successfully merged" },
    error: { code: "405", message: "Base branch was modified. Review and try the merge again." },
    no: [
      "Release freeze until Thursday.",
      "The second review is from the author's own pair. Get another one.",
    ],
    changes: "Split out the dependency bump.",
  };
}

function aboutTriage(scene: Scene) {
  const { chance } = scene;
  const { owner, repo } = repoOf(scene);
  const issue = chance.int(210, 1_800);
  return { owner, repo, issue };
}

function triage(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutTriage(scene);
  const { owner, repo, issue } = about;
  return [
    {
      provider: "github",
      tool: "list_issues",
      arguments: { owner, repo, state: "open", sort: "updated", per_page: 50 },
      rationale: `Morning triage of ${repo}: what came in since yesterday.`,
      slips: [
        misfit(
          0.15,
          'Invalid input: [{"code":"invalid_enum_value","path":["sort"]}]',
          ["/sort", "Invalid enum value. Expected 'created' | 'updated' | 'comments'", "newest"],
          { sort: "newest" },
        ),
      ],
      took: [260, 980],
    },
    {
      provider: "github",
      tool: "search_code",
      arguments: {
        q: `repo:${owner}/${repo} ${chance.pick(["roundTariff", "printLabel", "readMeters", "deliveryDay"])}`,
        per_page: 10,
      },
      rationale: `Where the behaviour described in #${issue} is implemented.`,
      slips: [{ share: 0.08, outcome: "rate_limited", error: "403: secondary rate limit; retry after 30 s" }],
      empty: 0.14,
      took: [320, 1_400],
    },
    {
      provider: "github",
      tool: "get_file_contents",
      arguments: { owner, repo, path: `src/${chance.pick(["tariff", "label", "ingest", "checkout"])}.ts` },
      rationale: "Reading the file the search found, to quote the line in the issue.",
      slips: [
        { share: 0.1, outcome: "not_found", error: "Not Found: Resource", wrong: { branch: "master" } },
      ],
      took: [180, 600],
    },
    lastOfTriage(scene, about),
  ];
}

function lastOfTriage(_: Scene, { owner, repo, issue }: ReturnType<typeof aboutTriage>): Step {
  return {
    provider: "github",
    tool: "add_issue_comment",
    arguments: {
      owner,
      repo,
      issue_number: issue,
      body: "This happens since the rounding moved into the exporter. Reproduced with the sample file from the report.",
    },
    rationale: `Telling the reporter of #${issue} what was found, so that nobody looks again.`,
    took: [240, 760],
  };
}

function aboutHotfix(scene: Scene) {
  const { chance, bold } = scene;
  const { owner, repo } = repoOf(scene);
  const { title, area } = chance.pick(CHANGES);
  const branch = bold ? "main" : `fix/${area}-${chance.int(100, 999)}`;
  const files = [{ path: `src/${area}.ts`, content: `// ${title}\nexport const TRIES = 2;\n` }];
  return { owner, repo, title, area, branch, files };
}

function hotfix(scene: Scene): Step[] {
  const { bold } = scene;
  const about = aboutHotfix(scene);
  const { owner, repo, title, area, branch, files } = about;
  return [
    {
      provider: "github",
      tool: "list_commits",
      arguments: { owner, repo, sha: "main", perPage: 20 },
      rationale: `Which commit brought the regression in ${area}.`,
      took: [220, 800],
    },
    {
      provider: "github",
      tool: "push_files",
      arguments: { owner, repo, branch, files, message: title },
      rationale: bold
        ? `On-call asked for the fix on main at once: ${title.toLowerCase()}.`
        : `The fix for ${area} on a branch of its own, for review.`,
      slips: [
        misfit(
          0.14,
          'Invalid input: [{"code":"invalid_type","expected":"array","received":"object","path":["files"]}]',
          ["/files", "Expected array, received object"],
          { files: files[0] },
        ),
      ],
      took: [600, 2_200],
      held: heldHotfix(scene, about),
    },
  ];
}

function heldHotfix(
  { chance, bold }: Scene,
  { owner, repo, title, area, branch }: ReturnType<typeof aboutHotfix>,
): Held {
  return {
    risk: bold ? "critical" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: bold
      ? `Push straight to main of ${owner}/${repo}: ${title}`
      : `Push 1 file to ${branch} of ${owner}/${repo}`,
    impact: bold ? "Skips review; main is deployed by itself." : "Starts the checks of the branch.",
    facts: {
      what: "Push files",
      to_whom: `${owner}/${repo} ${branch}`,
      how_many: 1,
      undo: "by a revert",
    },
    preview: {
      format: "diff",
      content: `--- a/src/${area}.ts\n+++ b/src/${area}.ts\n@@ -1,2 +1,2 @@\n-export const TRIES = 1;\n+export const TRIES = 2;`,
    },
    quorum: bold ? 2 : 1,
    result: { ref: `refs/heads/${branch}`, sha: chance.hex(40) },
    error: { code: "422", message: "Update is not a fast forward" },
    no: ["Through a pull request, please. Nothing goes straight to main.", "I am on it already."],
    changes: "Add the test that fails without it.",
  };
}

function gitlabRead(scene: Scene): Step[] {
  const { chance } = scene;
  return [
    {
      provider: "gitlab",
      tool: "search_repositories",
      arguments: { search: chance.pick(["tariff", "forecast", "grid-model"]), per_page: 20 },
      rationale: "The forecasting models moved to GitLab; finding the repository.",
      empty: 0.12,
      took: [240, 900],
    },
    {
      provider: "gitlab",
      tool: "get_file_contents",
      arguments: { project_id: "halden/forecast", file_path: "models/daily.yaml", ref: "main" },
      rationale: "Reading the parameters of the daily model to compare them with production.",
      slips: [
        misfit(
          0.2,
          "Invalid arguments: project_id: Expected string, received number",
          ["/project_id", "Expected string, received number", "4411"],
          { project_id: 4411 },
        ),
        {
          share: 0.07,
          outcome: "unauthorized",
          error: "401 Unauthorized: the token has expired",
          final: true,
        },
      ],
      took: [200, 760],
    },
  ];
}

export const CODE: readonly Task[] = [
  {
    name: "merge",
    weight: 9,
    companies: ["sample-fernhill", "sample-halden"],
    agents: ["claude-code", "codex", "cursor"],
    held: true,
    steps: merge,
  },
  {
    name: "triage",
    weight: 18,
    companies: ["sample-fernhill", "sample-halden"],
    agents: ["claude-code", "codex", "cursor"],
    held: false,
    steps: triage,
  },
  {
    name: "hotfix",
    weight: 6,
    companies: ["sample-fernhill", "sample-halden"],
    agents: ["codex", "cursor"],
    held: true,
    steps: hotfix,
  },
  {
    name: "forecast",
    weight: 8,
    companies: ["sample-halden"],
    agents: ["cursor"],
    held: false,
    steps: gitlabRead,
  },
];
