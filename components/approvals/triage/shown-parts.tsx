"use client";

import { followingPart } from "@/components/ui/lazy-part";

// Most calls go well: a browser loads what drives these only for one that did not.
export const AcknowledgeControl = followingPart(() =>
  import("./acknowledge-control").then((part) => part.AcknowledgeControl),
);
