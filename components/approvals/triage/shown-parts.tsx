"use client";

import { followingPart } from "@/components/ui/lazy-part";

// Most calls succeed, so a browser loads this code only for a failed one.
export const AcknowledgeControl = followingPart(() =>
  import("./acknowledge-control").then((part) => part.AcknowledgeControl),
);

export const OutcomeControl = followingPart(() =>
  import("./outcome-control").then((part) => part.OutcomeControl),
);
