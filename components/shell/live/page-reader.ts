import { ANSWER_MS, EVERY_MS } from "./changes-reader";

// The spread keeps browsers that heard of the same change from reading at once.
const SPREAD_MS = 200;

/**
 * Reads the page again: the first time at once, and what is asked for meanwhile together, once the reading under way has come.
 * A page that nobody looks at waits until somebody does.
 */
export class PageReader {
  private began = Number.NEGATIVE_INFINITY;
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly read: () => void) {}

  ask(): void {
    if (this.timer === undefined) this.plan();
  }

  /** No reading is under way. */
  came(): void {
    this.busy = false;
    if (this.timer !== undefined) this.plan();
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.plan);
  }

  private readonly plan = (): void => {
    clearTimeout(this.timer);
    const next = this.began + (this.busy ? ANSWER_MS : EVERY_MS);
    const wait = Math.max(0, next - performance.now()) + Math.random() * SPREAD_MS;
    this.timer = setTimeout(() => this.turn(), wait);
  };

  private turn(): void {
    if (document.visibilityState === "hidden") {
      document.addEventListener("visibilitychange", this.plan, { once: true });
      return;
    }
    this.timer = undefined;
    this.began = performance.now();
    this.busy = true;
    this.read();
  }
}
