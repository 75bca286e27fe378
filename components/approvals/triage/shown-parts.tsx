"use client";

import { followingPart } from "@/components/ui/lazy-part";

/** Its key works a moment after the page. */
export const AssignButton = followingPart(() => import("./assign-button").then((part) => part.AssignButton));

/** Who else looks at the call: known a moment after the page. */
export const Presence = followingPart(() => import("./presence").then((part) => part.Presence));

export const WhoIsThere = followingPart(() =>
  import("../presence/who-is-there").then((part) => part.WhoIsThere),
);

// Most calls succeed, so a browser loads this code only for a failed one.
export const AcknowledgeControl = followingPart(() =>
  import("./acknowledge-control").then((part) => part.AcknowledgeControl),
);

export const OutcomeControl = followingPart(() =>
  import("./outcome-control").then((part) => part.OutcomeControl),
);
