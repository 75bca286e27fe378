"use client";

import { followingPart } from "@/components/ui/lazy-part";

/**
 * The sidebar. The server renders it and its links work without scripts; the rest loads after the
 * page works.
 */
export const SidebarParts = followingPart(() => import("./sidebar-parts").then((part) => part.SidebarParts));
