import { notFound } from "next/navigation";
import { DomainError } from "@/lib/core/errors";

/** What was found, or the page that says there is none. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
