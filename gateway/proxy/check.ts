import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import type { Approval } from "../client/types";
import { isOpen, isToBeRepeated, resultOfApproval, stateOfApproval } from "./answers";
import type { GatewayConfig } from "./config";
import { reason } from "./log";
import { errorResult, textResult } from "./outcome";
import { invalid, jsonSchema, type OwnCall, type OwnTool } from "./own-tool";
import { patienceMs } from "./patience";
import { CallProgress } from "./progress";
import type { Questions } from "./questions";

const LISTED_MAX = 20;

const inputSchema = z.strictObject({
  approval_id: z
    .uuid()
    .describe(
      "The approval_id you were given when the call was held. Leave it out to list what you have open.",
    )
    .optional(),
  rationale: z.string().describe("Not needed here, and not kept.").optional(),
});
const state = z.looseObject({
  approval_id: z.string(),
  tool: z.string(),
  status: z.string().describe("pending, then the decision; once approved, how far the execution is."),
  decision: z.string(),
  execution: z.string(),
  approval_url: z.string(),
});
const outputSchema = z.looseObject({
  ...state.partial().shape,
  open: z.array(state).describe("Without approval_id: what this session has open.").optional(),
  not_looked_up: z
    .array(z.string())
    .describe("Without approval_id: approvals that may be open too.")
    .optional(),
});

/**
 * The tool that reports the state of an agent's held calls. It waits for the result as the call
 * would.
 */
export class ApprovalCheck {
  readonly tool: OwnTool;
  readonly #stopping = new AbortController();

  constructor(
    private readonly client: CountersignClient,
    private readonly config: GatewayConfig,
    private readonly name: string,
    private readonly questions: Questions,
  ) {
    this.tool = {
      definition: {
        name: "check_approval",
        description:
          "What became of a call that was held for a person's approval: still open, denied, expired, or its result. " +
          "Waits a while for the answer. Without approval_id it lists what you have open. It changes nothing and never runs anything.",
        inputSchema: jsonSchema(inputSchema),
        outputSchema: { ...jsonSchema(outputSchema), type: "object" },
        annotations: { title: "Check an approval", readOnlyHint: true, openWorldHint: false },
      },
      handle: (args, call) => this.#check(args, call),
    };
  }

  /** Returns the current state to waiting checks. */
  close(): void {
    this.#stopping.abort();
  }

  async #check(args: unknown, call: OwnCall): Promise<CallToolResult> {
    const parsed = inputSchema.safeParse(args ?? {});
    if (!parsed.success) return invalid(this.name, parsed.error);
    const { approval_id: id } = parsed.data;
    try {
      return id === undefined ? await this.#list(call) : await this.#one(id, call);
    } catch (error) {
      if (id !== undefined && isGone(error)) return notFound(id);
      return errorResult(`The approval could not be looked up: ${reason(error)} Try again later.`);
    }
  }

  async #list({ held, forget }: OwnCall): Promise<CallToolResult> {
    const answers = await Promise.allSettled(held.map((id) => this.client.getApproval(id)));
    const open: Approval[] = [];
    const missing: string[] = [];
    for (const [index, id] of held.entries()) {
      const answer = answers[index];
      if (answer?.status === "fulfilled" && isOpen(answer.value)) open.push(answer.value);
      else if (answer?.status === "fulfilled" || isGone(answer?.reason)) forget(id);
      else missing.push(id);
    }
    const failed = answers.find((answer) => answer.status === "rejected");
    if (failed && missing.length === held.length) throw failed.reason;
    return listResult(open, missing, this.name);
  }

  async #one(id: string, call: OwnCall): Promise<CallToolResult> {
    const now = await this.client.getApproval(id);
    if (now.tenant !== this.config.tenant || now.provider !== this.config.provider) return notFound(id);
    const waits = isOpen(now) && !isToBeRepeated(now) && !this.questions.isNew(now);
    const result = waits ? await this.#waitFor(now, call) : now;
    if (!isOpen(result)) call.forget(id);
    const told = this.questions.isNew(result) ? { agentMessage: this.questions.pass(result) } : {};
    return resultOfApproval({ ...result, ...told }, this.name);
  }

  async #waitFor(now: Approval, { caller, signal, progress }: OwnCall): Promise<Approval> {
    const heard = new CallProgress(progress, this.config.progressIntervalMs);
    heard.say(`Approval ${now.id} is ${now.status}: ${now.approvalUrl}`);
    const patience = patienceMs(this.config, caller.agent, progress !== undefined);
    const stop = AbortSignal.any([signal, this.#stopping.signal]);
    try {
      const done = (latest: Approval) =>
        !isOpen(latest) || isToBeRepeated(latest) || this.questions.isNew(latest);
      return await this.client.waitFor(now.id, done, {
        deadline: new Date(Date.now() + patience),
        signal: stop,
        pollSeconds: this.config.pollSeconds,
      });
    } catch (error) {
      if (stop.aborted) return now;
      throw error;
    } finally {
      heard.stop();
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof CountersignError && error.status === 404;
}

function listResult(open: Approval[], missing: string[], checkTool: string): CallToolResult {
  const listed = open.slice(-LISTED_MAX);
  const lines: string[] = [];
  if (listed.length > 0) {
    const which = listed.length < open.length ? `, the newest ${listed.length} of ${open.length}` : "";
    lines.push(`Open in this session${which}:`);
    for (const { id, tool, status, approvalUrl } of listed)
      lines.push(`- ${id}: ${tool}, ${status}, ${approvalUrl}`);
    lines.push(`To wait for one, call ${checkTool} with its approval_id.`);
  } else if (missing.length === 0) lines.push("Nothing that you asked for in this session is open.");
  if (missing.length > 0)
    lines.push(
      `Could not be looked up just now: ${missing.join(", ")}. Each may be open too; try again later.`,
    );
  const structuredContent = {
    open: listed.map(stateOfApproval),
    ...(missing.length > 0 ? { not_looked_up: missing } : {}),
  };
  return textResult(lines.join("\n"), { structuredContent });
}

function notFound(approvalId: string): CallToolResult {
  return errorResult(
    `There is no approval ${approvalId} for this server. Use the approval_id from the held call.`,
  );
}
