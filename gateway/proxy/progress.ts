import type { Progress } from "@modelcontextprotocol/sdk/types.js";

type Send = (progress: Progress) => void;

/** Small enough that the tool's next report is greater, however small its steps are. */
const SLIVER = 1e-6;

/**
 * The progress of one call: our own messages repeatedly, then the tool's reports. MCP requires
 * growing numbers, so the tool's continue from ours. Does nothing for a client that asked for no
 * progress.
 */
export class CallProgress {
  #message = "";
  #said = 0;
  #last = 0;
  #toolBegan = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: Send | undefined,
    private readonly everyMs: number,
  ) {}

  /** Sends this now, and repeats it during silence. */
  say(message: string): void {
    this.#message = message;
    this.#tick();
    this.#timer ??= setInterval(() => this.#tick(), this.everyMs);
    this.#timer.refresh();
  }

  /** Forwards the tool's reports. */
  forward = (report: Progress): void => {
    this.#toolBegan = true;
    this.#timer?.refresh();
    const total = report.total === undefined ? {} : { total: this.#said + report.total };
    this.#tell({ ...report, progress: this.#said + report.progress, ...total });
  };

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#toolBegan) this.#said++;
    const progress = this.#toolBegan ? this.#last + SLIVER : this.#said;
    this.#tell({ progress, message: this.#message });
  }

  #tell(progress: Progress): void {
    this.#last = progress.progress;
    this.send?.(progress);
  }
}
