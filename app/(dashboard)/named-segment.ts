import { notFound } from "next/navigation";
import { storedName } from "@/lib/core/schema";

/** Decodes a name from the address, because Next passes it encoded. An invalid name gives a 404. */
export function namedSegment(segment: string): string {
  const name = storedName.safeParse(decoded(segment));
  if (!name.success) notFound();
  return name.data;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // not an address of ours
  }
}
