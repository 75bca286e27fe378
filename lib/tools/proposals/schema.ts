import * as z from "zod";

export const decideProposalInput = z.strictObject({ toolId: z.string(), proposalId: z.string() });
