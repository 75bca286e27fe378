import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, int, pick } from "../engine/template";
import { FERNHILL, HALDEN, JUNIPER } from "./world";

const PROJECT = pick("shop-web", "returns-service", "meter-ingest", "front-desk-scripts");

export const DESKTOP: readonly Story[] = [
  story("look around", 18, [FERNHILL, HALDEN, JUNIPER], ["claude-code", "codex", "cursor"], {
    project: PROJECT,
    "filesystem/directory_tree": call([30, 400], {
      arguments: { path: "/work/{project}", excludePatterns: ["node_modules", ".git"] },
      why: "Getting to know {project} before changing it.",
      slips: fails(
        0.11,
        "execution_error",
        "Access denied - path outside allowed directories: /home/{project}",
        { path: "/home/{project}" },
      ),
    }),
    "filesystem/search_files": call([20, 300], {
      arguments: {
        path: "/work/{project}",
        pattern: pick("**/*.test.ts", "**/config*.json", "**/*label*"),
      },
      why: "Finding the files that name the setting in question.",
      empty: 0.12,
    }),
    "filesystem/read_text_file": call([5, 60], {
      arguments: { path: "/work/{project}/README.md", head: 120 },
      why: "How the project wants to be built and tested.",
      slips: fails(0.12, "validation_error", "Cannot specify both head and tail parameters simultaneously", {
        tail: 40,
      }),
    }),
    "memory/search_nodes": call([4, 40], {
      arguments: { query: "{project}" },
      why: "What was noted about {project} in earlier sessions.",
      empty: 0.3,
    }),
  }),
  story("edit", 7, [FERNHILL, HALDEN], ["claude-code", "codex"], {
    project: PROJECT,
    file: bold(".env.production", pick("src/labels.ts", "src/export.ts", "docs/returns.md")),
    line: bold(3, 11),
    old: bold("LOG_LEVEL=info", "const TRIES = 1;"),
    new: bold("LOG_LEVEL=debug", "const TRIES = 2;"),
    "filesystem/read_text_file": call([4, 40], {
      arguments: { path: "/work/{project}/{file}" },
      why: "The present text of {file}, so that the edit fits.",
    }),
    "filesystem/edit_file": call([8, 90], {
      arguments: {
        path: "/work/{project}/{file}",
        edits: [{ oldText: "{old}", newText: "{new}" }],
        dryRun: false,
      },
      why: bold(
        "On-call needs debug logs of production for an hour to see the lost requests.",
        "Making the retry that the review of {today-1} asked for.",
      ),
      slips: fails(0.16, "execution_error", "Could not find exact match for edit", {
        edits: [{ oldText: "TRIES = 1", newText: "TRIES = 2", line: 12 }],
      }),
      risk: bold("high", "low"),
      because: bold("risk", "requested"),
      summary: "Edit {file} of {project}",
      impact: bold<string | undefined>("Read at the next deployment of production.", undefined),
      facts: ["Edit a file", "{project}/{file}", 1, "with git"],
      diff: "--- a/{file}\n+++ b/{file}\n@@ -{line},1 +{line},1 @@\n-{old}\n+{new}",
      result: "Successfully applied 1 edit",
      error: "EACCES: EACCES: permission denied, open '/work/{project}/{file}'",
      no: [
        "Debug logs hold customer data. Use the sampling switch.",
        "Another developer has this file open in a branch.",
      ],
      changes: "Behind the setting, not as a constant.",
    }),
  }),
  story("check the shop", 10, [FERNHILL], ["claude-code", "cursor"], {
    page: pick("/returns", "/checkout", "/account/orders", "/stores/porto"),
    "playwright/browser_navigate": call([900, 5_000], {
      arguments: { url: "https://shop.fernhill.example{page}" },
      why: "Does {page} look as the ticket describes?",
      slips: fails(0.07, "timeout", "Timeout 60000ms exceeded while navigating"),
    }),
    "playwright/browser_snapshot": call([120, 800], {
      why: "What {page} offers to people who use a screen reader.",
    }),
    "playwright/browser_click": call([200, 1_600], {
      arguments: {
        element: "Button Continue",
        target: pick("e24", "e57", "e83", "e112", "e140", "e176", "e203", "e238"),
      },
      why: "Going one step on, to where the report says it hangs.",
      slips: [
        fails(
          0.2,
          "execution_error",
          "Ref e999 not found in the current page snapshot. Try capturing new snapshot.",
          { target: "e999" },
        ),
        unfit(0.08, { target: undefined, ref: "Continue" }),
      ],
    }),
    "chrome-devtools/list_console_messages": call([40, 300], {
      arguments: { pageId: int(1, 4) },
      why: "Errors on the console of {page} while it hangs.",
      empty: 0.4,
    }),
  }),
  story("portal", 5, [JUNIPER], ["front-desk", "billing-agent"], {
    filing: int(1_100, 9_900),
    amount: int(80, 900),
    "playwright/browser_navigate": call([1_200, 6_000], {
      arguments: { url: "https://portal.insurer.example/claims/new" },
      why: "The insurer takes claims through its portal only; claim {filing} is ready.",
    }),
    "playwright/browser_fill_form": call([400, 2_000], {
      arguments: {
        fields: [
          {
            element: "Claim number",
            target: "e14",
            name: "number",
            type: "textbox",
            value: "{filing|text}",
          },
          { element: "Amount", target: "e15", name: "amount", type: "textbox", value: "{amount}.00" },
        ],
      },
      why: "Filling in claim {filing} from the billing sheet.",
      slips: unfit(0.15, { fields: { number: "{filing|text}" } }),
      risk: "medium",
      because: "unrated_tool",
      summary: "Fill in claim {filing} in the insurer's portal",
      impact: "Nothing is submitted yet.",
      facts: ["Fill in a form", "portal.insurer.example", 2, "by leaving the page"],
      result: "Filled 2 fields",
      error: "TimeoutError: locator.fill: Timeout 5000ms exceeded",
      no: ["The patient has not signed yet."],
      changes: "Use the amount after the deductible.",
    }),
  }),
];
