import { notFound } from "next/navigation";
import { storedName } from "@/lib/core/schema";

/** The name that a segment of the address holds, decoded: Next hands it over as it is written there. No name is no page. */
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
