"use client";

import { followingPart } from "@/components/ui/lazy-part";

/**
 * What waits for this person, in a panel under a bell. The server renders it, and it opens without
 * scripts. The live part loads after the page works.
 */
export const Bell = followingPart(() => import("./bell").then((part) => part.Bell));
