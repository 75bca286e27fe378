import { runOnce as walk } from "../../attempts/worker";
import { runOnce as prove } from "../proofs/worker";

export async function walked({ id }: { id: string }): Promise<void> {
  while (await walk(undefined, { lagMs: -5_000, only: id })) {
    // until nothing is left
  }
  while (await prove(undefined, { only: id })) {
    // until nothing is left
  }
}
