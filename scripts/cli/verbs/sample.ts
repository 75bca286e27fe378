import { systemScope } from "@/lib/core/scope";
import { requestRemoval, requestSample } from "@/lib/onboarding/sample/commands";
import { findSample } from "@/lib/onboarding/sample/queries";
import { sizeSchema } from "@/lib/onboarding/sample/schema";
import { claim, work } from "@/lib/onboarding/sample/worker";
import { lookAtSample, sampleSteps } from "@/sample/load";
import { checked, readFlags, UsageError, wholeNumber } from "../input";
import type { Outcome, Verb } from "../verb";

const scope = systemScope("command line");
const TELL_MS = 2_000;

export const sampleLoad: Verb = {
  usage: "sample load [--pending N] [--audit N]",
  async run(args) {
    const { values } = readFlags(args, { pending: "text", audit: "text" });
    const size = checked(sizeSchema, {
      pending: wholeNumber(values.pending, "pending"),
      audit: wholeNumber(values.audit, "audit"),
    });
    const { asked, leaseId } = await requestSample(scope, size, true);
    if (!asked || leaseId === null)
      throw new UsageError(
        "There is a sample workspace already, or it is being made. Remove it first: sample remove.",
      );
    const { seconds, rows } = await follow(leaseId);
    const perSecond = Math.round(rows / Math.max(0.1, seconds));
    return {
      json: { loaded: true, rows, seconds: round(seconds), rows_per_second: perSecond },
      lines: [`The sample workspace is loaded: ${rows} rows in ${round(seconds)} s, ${perSecond} rows/s.`],
    };
  },
};

export const sampleRemove: Verb = {
  usage: "sample remove",
  async run(args): Promise<Outcome> {
    readFlags(args, {});
    const { asked, leaseId } = await requestRemoval(scope, true);
    if (!asked || leaseId === null) throw new UsageError("The sample workspace is being removed already.");
    const { seconds, rows } = await follow(leaseId);
    return {
      json: { removed: true, rows, seconds: round(seconds) },
      lines: [`The sample workspace is gone: ${rows} rows in ${round(seconds)} s.`],
    };
  },
};

const round = (seconds: number) => Math.round(seconds * 10) / 10;

async function follow(leaseId: string): Promise<{ seconds: number; rows: number }> {
  const began = performance.now();
  const claimed = await claim(leaseId, true);
  if (!claimed) throw new UsageError("Another process took it over. See the Getting started page.");
  let rows = 0;
  const tell = setInterval(async () => {
    const sample = await findSample(scope).catch(() => null);
    if (!sample) return;
    rows = Math.max(rows, sample.rows);
    console.error(`${sample.percent} %  ${sample.part ?? ""}  ${sample.rows} rows`);
  }, TELL_MS);
  try {
    await work(claimed, sampleSteps);
    await lookAtSample();
  } finally {
    clearInterval(tell);
  }
  const after = await findSample(scope);
  if (after?.error) throw new UsageError(`It stopped: ${after.error}`);
  if (claimed.state === "loading" && after?.state !== "loaded")
    throw new UsageError("It was stopped before it was finished.");
  return { seconds: (performance.now() - began) / 1_000, rows: after?.rows ?? rows };
}
