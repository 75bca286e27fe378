import type { Slip } from "./schema";

/** Arguments that do not fit: which, why, and what was sent instead. */
export function misfit(
  share: number,
  error: string,
  [path, message, received]: readonly [path: string, message: string, received?: string],
  wrong: Record<string, unknown>,
): Slip {
  return { share, outcome: "validation_error", error, validation: [{ path, message, received }], wrong };
}

/** The same in the words of the official SDK's servers. */
export function unfit(
  share: number,
  tool: string,
  problem: readonly [path: string, message: string, received?: string],
  wrong: Record<string, unknown>,
): Slip {
  return misfit(share, `Invalid arguments for tool ${tool}`, problem, wrong);
}
