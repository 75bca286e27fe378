import { randomUUID } from "node:crypto";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { CountersignClient } from "../client/client";
import type { FeedbackAnswer } from "../client/types";
import type { ApprovalCheck } from "./check";
import type { GatewayConfig } from "./config";
import type { Caller } from "./gate";
import { reason } from "./log";
import { errorResult, textResult } from "./outcome";
import { invalid, jsonSchema, type OwnTool } from "./own-tool";
import { RATIONALE_CHARS_MAX, RATIONALE_CHARS_MIN } from "./schema";

const TEXT_CHARS_MAX = 10_000;
const text = (about: string) => z.string().min(1).max(TEXT_CHARS_MAX).describe(about);

const feedbackSchema = z.strictObject({
  attempted_action: text("What you tried to do, concretely."),
  expected_outcome: text("What you expected to happen."),
  actual_outcome: text("What happened instead."),
  tool_called: z.string().max(200).describe("The tool you called, if any.").optional(),
  error_seen: z.string().max(TEXT_CHARS_MAX).describe("The error text, word for word.").optional(),
  severity: z
    .enum(["low", "med", "high"])
    .describe("high: you could not finish; med: you found a way round; low: a nuisance."),
  rationale: z
    .string()
    .min(RATIONALE_CHARS_MIN)
    .max(RATIONALE_CHARS_MAX)
    .describe("One sentence on what you were ultimately trying to achieve."),
  suggested_improvement: z.string().max(TEXT_CHARS_MAX).describe("What would have helped.").optional(),
});

/** Tools the gateway itself offers beside the upstream's. */
export class OwnTools {
  readonly #tools: OwnTool[];

  constructor(
    private readonly client: CountersignClient,
    private readonly config: GatewayConfig,
    check: ApprovalCheck,
  ) {
    this.#tools = [
      {
        definition: {
          name: "submit_feedback",
          description:
            "Report that a tool blocked, failed or confused you, or that one is missing. Call it as soon as you are stuck: " +
            "a known problem is answered with its workaround at once. People read these reports.",
          inputSchema: jsonSchema(feedbackSchema),
          annotations: {
            title: "Submit feedback",
            readOnlyHint: false,
            destructiveHint: false,
            openWorldHint: false,
          },
        },
        handle: (args, { caller }) => this.#submitFeedback(args, caller),
      },
      check.tool,
    ];
  }

  /** Definitions under the names agents use: an upstream tool of the same name keeps its own. */
  list(taken: ReadonlySet<string>): Tool[] {
    return this.#tools.map(({ definition }) => ({ ...definition, name: freeName(definition.name, taken) }));
  }

  find(name: string, taken: ReadonlySet<string>): OwnTool | undefined {
    return this.#tools.find(({ definition }) => freeName(definition.name, taken) === name);
  }

  async #submitFeedback(args: unknown, caller: Caller): Promise<CallToolResult> {
    const parsed = feedbackSchema.safeParse(args ?? {});
    if (!parsed.success) return invalid("submit_feedback", parsed.error);
    const given = parsed.data;
    try {
      const answer = await this.client.submitFeedback({
        id: randomUUID(),
        tenant: this.config.tenant,
        provider: this.config.provider,
        attemptedAction: given.attempted_action,
        expectedOutcome: given.expected_outcome,
        actualOutcome: given.actual_outcome,
        toolCalled: given.tool_called,
        errorSeen: given.error_seen,
        severity: given.severity,
        rationale: given.rationale,
        suggestedImprovement: given.suggested_improvement,
        agent: caller.agent,
        sessionId: caller.sessionId,
      });
      return textResult(thanks(answer));
    } catch (error) {
      return errorResult(
        `Your feedback could not be stored: ${reason(error)} Try again later, or tell the person you work for.`,
      );
    }
  }
}

export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? `countersign_${name}` : name;
}

function thanks({ issue, known, answer }: FeedbackAnswer): string {
  if (!known) return `Recorded as ${issue.ref}: ${issue.title}. It is new; nobody has a workaround yet.`;
  const lines = [`This is known as ${issue.ref}: ${issue.title} (${answer?.state ?? issue.state}).`];
  if (answer?.message) lines.push(answer.message);
  if (answer?.workaround) lines.push(`Workaround: ${answer.workaround}`);
  if (answer?.fixedIn) lines.push(`Fixed in ${answer.fixedIn}.`);
  if (!answer?.workaround && !answer?.fixedIn) lines.push("There is no workaround yet.");
  return lines.join("\n");
}
