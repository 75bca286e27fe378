// Where what is too much waits instead of being refused. Groups take turns, so that nobody's crowd stands before everybody else.

/** Null when it is the caller's turn; the seconds after which there is room again when no more may wait. */
type Turn = number | null;

type Waiting = (turn: Turn) => void;

type LaneLimits = {
  /** Milliseconds between two that enter. */
  everyMs: number;
  /** How many may wait. */
  waitingMax: number;
  /** How many of one group may wait. */
  groupMax: number;
};

/** Lets one at a time through, with a pause before each. */
export class SlowLane {
  // In the order of their turns.
  readonly #lines = new Map<string, Waiting[]>();
  readonly #limits: LaneLimits;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Resolves when it is the caller's turn, or at once when it will not be. */
  async enter(group: string): Promise<Turn> {
    const { everyMs, waitingMax, groupMax } = this.#limits;
    const line = this.#lines.get(group) ?? [];
    if (line.length >= groupMax) return this.#fullFor();
    // Whoever has the most waiting makes room for those who have few.
    if (this.#size >= waitingMax && !this.#dropFromLongerThan(line.length + 1)) return this.#fullFor();
    this.#lines.set(group, line);
    this.#size += 1;
    this.#timer ??= setTimeout(() => this.#next(), everyMs);
    return new Promise((resolve) => line.push(resolve));
  }

  #next(): void {
    const [group, line] = this.#lines.entries().next().value ?? [];
    this.#timer = undefined;
    if (group === undefined || line === undefined) return;
    this.#lines.delete(group);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(group, line);
    this.#size -= 1;
    if (this.#size > 0) this.#timer = setTimeout(() => this.#next(), this.#limits.everyMs);
    first?.(null);
  }

  #dropFromLongerThan(length: number): boolean {
    const longest = [...this.#lines.values()].reduce<Waiting[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= length) return false;
    longest.pop()?.(this.#fullFor());
    this.#size -= 1;
    return true;
  }

  #fullFor(): number {
    return Math.max(1, Math.ceil((this.#size * this.#limits.everyMs) / 1_000));
  }
}
