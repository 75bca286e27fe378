"use client";

import { followingPart } from "@/components/ui/lazy-part";

/**
 * What stands in the sidebar. The server draws it from a few facts, and its links lead on by themselves; a browser loads the rest
 * once the page itself works.
 */
export const SidebarParts = followingPart(() => import("./sidebar-parts").then((part) => part.SidebarParts));
