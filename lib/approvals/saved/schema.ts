import * as z from "zod";

/** Each is counted whenever a page is read. */
export const SAVED_VIEWS_MAX = 12;
export const SAVED_NAME_MAX = 40;
const QUERY_MAX = 1_000;

const name = z.string().trim().min(1, "Give it a name.").max(SAVED_NAME_MAX);

export const saveViewInput = z.strictObject({ name, query: z.string().max(QUERY_MAX) });
export const renameViewInput = z.strictObject({ id: z.uuid(), name });
export const deleteViewInput = z.strictObject({ id: z.uuid() });

/** A filter of the queue that a person keeps. `count` stops at COUNT_CAP. */
export type SavedViewLink = { id: string; name: string; href: string; count: number };
