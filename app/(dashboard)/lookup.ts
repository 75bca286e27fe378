import { notFound } from "next/navigation";
import { DomainError } from "@/lib/core/errors";

/** Returns the result, or renders the 404 page. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
