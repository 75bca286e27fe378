import type { Approval } from "../client/types";

/** Questions to remember as passed on. */
const PASSED_MAX = 1_000;

/** Which questions of people agents have read already, so that each interrupts a wait once. */
export class Questions {
  readonly #passed = new Set<string>();

  constructor(
    /** Name of the tool that replies. */
    private readonly replyTool: string,
  ) {}

  /** Whether a waiting call has a question that no agent has read yet. */
  isNew(approval: Approval): boolean {
    if (approval.decision !== "pending") return false;
    return this.#open(approval).some(({ id }) => !this.#passed.has(id));
  }

  /** The message for the agent, with how to reply. Notes that the agent reads the questions now. */
  pass(approval: Approval): string {
    for (const { id } of this.#open(approval)) this.#passed.add(id);
    while (this.#passed.size > PASSED_MAX) {
      const [oldest] = this.#passed;
      if (oldest !== undefined) this.#passed.delete(oldest);
    }
    return `${approval.agentMessage}\nTo reply, call ${this.replyTool} with approval_id ${approval.id}.`;
  }

  #open({ questions = [] }: Approval) {
    return questions.filter(({ reply }) => reply === null);
  }
}
