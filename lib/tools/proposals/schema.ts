import * as z from "zod";

/** A person accepts or dismisses the proposal they saw. */
export const decideProposalInput = z.strictObject({ toolId: z.string(), proposalId: z.string() });
