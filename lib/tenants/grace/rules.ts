import * as z from "zod";
import { invalid } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";

/** Where a page of offenders ended. */
export type OffenderPlace = { day: string; gatewayId: string; agent: string };

const place = z.tuple([z.iso.date(), z.string().refine(isId), z.string().max(200)]);

/** An opaque cursor. */
export function offenderCursor({ day, gatewayId, agent }: OffenderPlace): string {
  return Buffer.from(JSON.stringify([day, gatewayId, agent])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function offenderPlace(cursor: string): OffenderPlace {
  try {
    const [day, gatewayId, agent] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { day, gatewayId, agent };
  } catch {
    const message = "cursor is not one this list gave out. Start again without it.";
    throw invalid("/cursor", "invalid", message, "next_cursor of the page before");
  }
}
