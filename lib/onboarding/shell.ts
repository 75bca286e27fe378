import { cache } from "react";
import type { UserScope } from "@/lib/core/scope";
import { type Frame, readFrameAnd } from "@/lib/insights/frame";
import { sampleState } from "./sample/queries";
import type { SampleState } from "./sample/types";

/** What stands around every page. Asked once a request, however many parts of a page ask. */
export const readShell = cache(async (scope: UserScope): Promise<Frame & { sample: SampleState | null }> => {
  const { more, ...frame } = await readFrameAnd(scope, sampleState(scope));
  return { ...frame, sample: more as SampleState | null };
});
