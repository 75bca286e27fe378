import { env } from "@/lib/core/env";

// Absolute URLs in messages. They only open pages.

const at = (path: string): string => new URL(path, env().PUBLIC_URL).href;

export const callLink = (id: string): string => at(`/approvals/${id}`);
export const reviewLink = (id: string): string => at(`/approvals/${id}#review`);
export const samplesLink = (): string => at("/reviews?kind=sample");
export const whyLink = (id: string): string => at(`/notifications/${id}`);
export const settingsLink = (): string => at("/settings/profile/notifications");
export const queueLink = (): string => at("/approvals");
export const undeliveredLink = (): string => at("/gateways/undelivered");
export const offendersLink = (): string => at("/rationales/offenders");
export const weeklyLink = (): string => at("/insights?days=7");
