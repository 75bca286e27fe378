import { randomUUID } from "node:crypto";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { CountersignClient } from "../client/client";
import type { AuditLog } from "./audit";
import type { ApprovalCheck } from "./check";
import type { GatewayConfig } from "./config";
import { reason } from "./log";
import { errorResult, textResult } from "./outcome";
import { invalid, jsonSchema, type OwnCall, type OwnTool } from "./own-tool";
import { replyTool } from "./reply-tool";
import { RATIONALE_CHARS_MAX, RATIONALE_CHARS_MIN } from "./schema";
import { thanks } from "./thanks";

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

/** Tools of the gateway itself, in addition to the upstream's. */
export class OwnTools {
  readonly #tools: OwnTool[];

  constructor(
    private readonly client: CountersignClient,
    private readonly config: GatewayConfig,
    check: ApprovalCheck,
    private readonly audit: AuditLog,
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
        handle: (args, call) => this.#submitFeedback(args, call),
      },
      check.tool,
      replyTool(client),
    ];
  }

  /** Definitions under the names agents use; an upstream tool with the same name keeps it. */
  list(taken: ReadonlySet<string>): Tool[] {
    return this.#tools.map(({ definition }) => ({ ...definition, name: freeName(definition.name, taken) }));
  }

  find(name: string, taken: ReadonlySet<string>): OwnTool | undefined {
    return this.#tools.find(({ definition }) => freeName(definition.name, taken) === name);
  }

  /**
   * A report refused for its rationale is recorded like any such call: nothing else reports its
   * caller.
   */
  #noteRationale({ issues }: z.ZodError, caller: OwnCall["caller"]): void {
    const about = issues.find(({ path }) => path[0] === "rationale");
    if (!about) return;
    this.audit.record({
      ...caller,
      tenant: this.config.tenant,
      provider: this.config.provider,
      tool: "submit_feedback",
      method: "tools/call",
      outcome: "validation_error",
      validation: [{ path: "/rationale", message: about.message }],
    });
  }

  async #submitFeedback(
    args: unknown,
    { caller, lastCallOf, upstreamVersion }: OwnCall,
  ): Promise<CallToolResult> {
    const parsed = feedbackSchema.safeParse(args ?? {});
    if (!parsed.success) {
      this.#noteRationale(parsed.error, caller);
      return invalid("submit_feedback", parsed.error);
    }
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
        toolVersion: given.tool_called && upstreamVersion,
        errorSeen: given.error_seen,
        severity: given.severity,
        rationale: given.rationale,
        suggestedImprovement: given.suggested_improvement,
        agent: caller.agent,
        sessionId: caller.sessionId,
        callId: given.tool_called && lastCallOf(given.tool_called),
      });
      return textResult(thanks(answer));
    } catch (error) {
      return errorResult(
        `Your feedback could not be stored: ${reason(error)} Try again later, or report this to the person you work for.`,
      );
    }
  }
}

export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? `countersign_${name}` : name;
}
