import { pause } from "@/lib/core/pause";
import { runOnce } from "../runs/worker";
import { SLOWLY } from "./rationales";

// A process that groups one tenant's rationales with a slow model, for tests that kill it.

const never = new AbortController().signal;

const embed = async (texts: readonly string[]) => {
  await pause(500, never);
  return SLOWLY.embed(texts);
};

await runOnce({ ...SLOWLY, embed }, undefined, process.env.TEST_TENANT);
process.exit(0);
