"use client";

import { followingPart } from "@/components/ui/lazy-part";

/**
 * What waits for this person, behind a bell. The server draws it, and it opens by itself; a browser loads what keeps it up to date
 * once the page itself works.
 */
export const Bell = followingPart(() => import("./bell").then((part) => part.Bell));
