import { misfit, unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { day } from "../../world/rules";

// What agents do on people's own machines: files, notes and browsers.

const PROJECTS = ["shop-web", "returns-service", "meter-ingest", "front-desk-scripts"] as const;

function aboutLookAround(scene: Scene) {
  const { chance } = scene;
  const project = chance.pick(PROJECTS);
  return { project };
}

function lookAround(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutLookAround(scene);
  const { project } = about;
  return [
    {
      provider: "filesystem",
      tool: "directory_tree",
      arguments: { path: `/work/${project}`, excludePatterns: ["node_modules", ".git"] },
      rationale: `Getting to know ${project} before changing it.`,
      slips: [
        {
          share: 0.11,
          outcome: "execution_error",
          error: `Access denied - path outside allowed directories: /home/${project}`,
          wrong: { path: `/home/${project}` },
        },
      ],
      took: [30, 400],
    },
    {
      provider: "filesystem",
      tool: "search_files",
      arguments: {
        path: `/work/${project}`,
        pattern: chance.pick(["**/*.test.ts", "**/config*.json", "**/*label*"]),
      },
      rationale: "Finding the files that name the setting in question.",
      empty: 0.12,
      took: [20, 300],
    },
    {
      provider: "filesystem",
      tool: "read_text_file",
      arguments: { path: `/work/${project}/README.md`, head: 120 },
      rationale: "How the project wants to be built and tested.",
      slips: [
        misfit(
          0.12,
          "Cannot specify both head and tail parameters simultaneously",
          ["/tail", "not together with head", "40"],
          { tail: 40 },
        ),
      ],
      took: [5, 60],
    },
    lastOfLookAround(scene, about),
  ];
}

function lastOfLookAround(_: Scene, { project }: ReturnType<typeof aboutLookAround>): Step {
  return {
    provider: "memory",
    tool: "search_nodes",
    arguments: { query: project },
    rationale: `What was noted about ${project} in earlier sessions.`,
    empty: 0.3,
    took: [4, 40],
  };
}

function aboutEditFiles(scene: Scene) {
  const { chance, bold } = scene;
  const project = chance.pick(PROJECTS);
  const file = bold ? ".env.production" : chance.pick(["src/labels.ts", "src/export.ts", "docs/returns.md"]);
  return { project, file };
}

function editFiles(scene: Scene): Step[] {
  const { bold } = scene;
  const about = aboutEditFiles(scene);
  const { project, file } = about;
  return [
    {
      provider: "filesystem",
      tool: "read_text_file",
      arguments: { path: `/work/${project}/${file}` },
      rationale: `The present text of ${file}, so that the edit fits.`,
      took: [4, 40],
    },
    {
      provider: "filesystem",
      tool: "edit_file",
      arguments: {
        path: `/work/${project}/${file}`,
        edits: [
          {
            oldText: bold ? "LOG_LEVEL=info" : "const TRIES = 1;",
            newText: bold ? "LOG_LEVEL=debug" : "const TRIES = 2;",
          },
        ],
        dryRun: false,
      },
      rationale: bold
        ? "On-call needs debug logs of production for an hour to see the lost requests."
        : `Making the retry that the review of ${day(scene.at, -1)} asked for.`,
      slips: [
        {
          share: 0.16,
          outcome: "execution_error",
          error: "Could not find exact match for edit",
          wrong: { edits: [{ oldText: "TRIES = 1", newText: "TRIES = 2", line: 12 }] },
        },
      ],
      took: [8, 90],
      held: heldEditFiles(scene, about),
    },
  ];
}

function heldEditFiles({ bold }: Scene, { project, file }: ReturnType<typeof aboutEditFiles>): Held {
  return {
    risk: bold ? "high" : "low",
    because: bold ? "risk" : "requested",
    summary: `Edit ${file} of ${project}`,
    impact: bold ? "Read at the next deployment of production." : undefined,
    facts: { what: "Edit a file", to_whom: `${project}/${file}`, how_many: 1, undo: "with git" },
    preview: {
      format: "diff",
      content: bold
        ? "--- a/.env.production\n+++ b/.env.production\n@@ -3,1 +3,1 @@\n-LOG_LEVEL=info\n+LOG_LEVEL=debug"
        : `--- a/${file}\n+++ b/${file}\n@@ -11,1 +11,1 @@\n-const TRIES = 1;\n+const TRIES = 2;`,
    },
    result: "Successfully applied 1 edit",
    error: { code: "EACCES", message: `EACCES: permission denied, open '/work/${project}/${file}'` },
    no: [
      "Debug logs hold customer data. Use the sampling switch.",
      "Somebody else has this file open in a branch.",
    ],
    changes: "Behind the setting, not as a constant.",
  };
}

function checkShop(scene: Scene): Step[] {
  const { chance } = scene;
  const page = chance.pick(["/returns", "/checkout", "/account/orders", "/stores/porto"]);
  return [
    {
      provider: "playwright",
      tool: "browser_navigate",
      arguments: { url: `https://shop.fernhill.example${page}` },
      rationale: `Does ${page} look as the ticket describes?`,
      slips: [{ share: 0.07, outcome: "timeout", error: "Timeout 60000ms exceeded while navigating" }],
      took: [900, 5_000],
    },
    {
      provider: "playwright",
      tool: "browser_snapshot",
      arguments: {},
      rationale: `What ${page} offers to people who use a screen reader.`,
      took: [120, 800],
    },
    {
      provider: "playwright",
      tool: "browser_click",
      arguments: { element: "Button Continue", target: `e${chance.int(20, 240)}` },
      rationale: "Going one step on, to where the report says it hangs.",
      slips: [
        {
          share: 0.2,
          outcome: "execution_error",
          error: "Ref e999 not found in the current page snapshot. Try capturing new snapshot.",
          wrong: { element: "Button Continue", target: "e999" },
        },
        unfit(0.08, "browser_click", ["/target", "Required"], { target: undefined, ref: "Continue" }),
      ],
      took: [200, 1_600],
    },
    {
      provider: "chrome-devtools",
      tool: "list_console_messages",
      arguments: {},
      rationale: `Errors on the console of ${page} while it hangs.`,
      empty: 0.4,
      took: [40, 300],
    },
  ];
}

function aboutPortalForm(scene: Scene) {
  const { chance } = scene;
  const filing = chance.int(1_100, 9_900);
  return { filing };
}

function portalForm(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutPortalForm(scene);
  const { filing } = about;
  return [
    {
      provider: "playwright",
      tool: "browser_navigate",
      arguments: { url: "https://portal.insurer.example/claims/new" },
      rationale: `The insurer takes claims through its portal only; claim ${filing} is ready.`,
      took: [1_200, 6_000],
    },
    {
      provider: "playwright",
      tool: "browser_fill_form",
      arguments: {
        fields: [
          { element: "Claim number", target: "e14", name: "number", type: "textbox", value: String(filing) },
          {
            element: "Amount",
            target: "e15",
            name: "amount",
            type: "textbox",
            value: `${chance.int(80, 900)}.00`,
          },
        ],
      },
      rationale: `Filling in claim ${filing} from the billing sheet.`,
      slips: [
        {
          share: 0.15,
          outcome: "validation_error",
          error: "Invalid arguments for tool browser_fill_form",
          validation: [{ path: "/fields", message: "Expected array, received object" }],
          wrong: { fields: { number: String(filing) } },
        },
      ],
      took: [400, 2_000],
      held: heldPortalForm(scene, about),
    },
  ];
}

function heldPortalForm(_: Scene, { filing }: ReturnType<typeof aboutPortalForm>): Held {
  return {
    risk: "medium",
    because: "unrated_tool",
    summary: `Fill in claim ${filing} in the insurer's portal`,
    impact: "Nothing is submitted yet.",
    facts: {
      what: "Fill in a form",
      to_whom: "portal.insurer.example",
      how_many: 2,
      undo: "by leaving the page",
    },
    result: "Filled 2 fields",
    error: { code: "TimeoutError", message: "locator.fill: Timeout 5000ms exceeded" },
    no: ["The patient has not signed yet."],
    changes: "Use the amount after the deductible.",
  };
}

export const DESKTOP: readonly Task[] = [
  {
    name: "look around",
    weight: 18,
    companies: ["sample-fernhill", "sample-halden", "sample-juniper"],
    agents: ["claude-code", "codex", "cursor"],
    held: false,
    steps: lookAround,
  },
  {
    name: "edit",
    weight: 7,
    companies: ["sample-fernhill", "sample-halden"],
    agents: ["claude-code", "codex"],
    held: true,
    steps: editFiles,
  },
  {
    name: "check the shop",
    weight: 10,
    companies: ["sample-fernhill"],
    agents: ["claude-code", "cursor"],
    held: false,
    steps: checkShop,
  },
  {
    name: "portal",
    weight: 5,
    companies: ["sample-juniper"],
    agents: ["front-desk", "billing-agent"],
    held: true,
    steps: portalForm,
  },
];
