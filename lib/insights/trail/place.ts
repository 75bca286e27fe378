import * as z from "zod";
import { invalid } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";

/** Where a page of the trail ended: newest first, over all chains. */
export type ActivityPlace = { at: Date; tenantId: string; seq: string };

const place = z.tuple([z.iso.datetime(), z.string().refine(isId), z.string().regex(/^\d{1,18}$/)]);

/** An opaque cursor. */
export function activityCursor({ at, tenantId, seq }: ActivityPlace): string {
  return Buffer.from(JSON.stringify([at.toISOString(), tenantId, seq])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function activityPlace(cursor: string): ActivityPlace {
  try {
    const [at, tenantId, seq] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { at: new Date(at), tenantId, seq };
  } catch {
    const hint = "next_cursor of the page before";
    const message = "cursor is not one this list gave out. Start again without it.";
    throw invalid("/cursor", "invalid", message, hint);
  }
}
