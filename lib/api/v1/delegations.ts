import * as z from "zod";
import { changeDelegation, createDelegation, endDelegation } from "@/lib/auth/delegations/commands";
import { listDelegations } from "@/lib/auth/delegations/queries";
import { patchDelegationSchema, postDelegationSchema } from "@/lib/auth/delegations/schema";
import { delegationsWire, delegationWire, wireDelegation } from "@/lib/auth/delegations/wire";
import { created, ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getDelegations = apiRoute(
  "person",
  {
    summary:
      "Who decides in whose place and when: your own and those in which you are the deputy; for administrators of all tenants everybody's.",
    query: z.strictObject({}),
    answers: { 200: { says: "The latest 200 of them.", body: delegationsWire } },
  },
  async ({ scope }) => ok({ delegations: (await listDelegations(scope)).map(wireDelegation) }),
);

const postDelegation = apiRoute(
  "person",
  {
    summary:
      "Name who decides in your place while you are out; administrators of all tenants name it for anybody.",
    body: postDelegationSchema,
    answers: { 201: { says: "It is made.", body: delegationWire } },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope, input: { starts_at, ends_at, ...given } }) => {
    const startsAt = starts_at === undefined ? undefined : new Date(starts_at);
    const made = await createDelegation(scope, { ...given, startsAt, endsAt: new Date(ends_at) });
    return created(wireDelegation(made));
  },
);

export const delegations = resource("/api/v1/delegations", { GET: getDelegations, POST: postDelegation });

const patchDelegation = apiRoute(
  "person",
  {
    summary: "Move the end of a delegation of yours that is in force or to come.",
    body: patchDelegationSchema,
    answers: { 200: { says: "It is like this now.", body: delegationWire } },
    refuses: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params, input }) =>
    ok(
      wireDelegation(await changeDelegation(scope, { id: params.id ?? "", endsAt: new Date(input.ends_at) })),
    ),
);

const deleteDelegation = apiRoute(
  "person",
  {
    summary:
      "End a delegation of yours now. What the deputy approved under it and still waits for others counts no more.",
    answers: { 200: { says: "It is ended.", body: delegationWire } },
    refuses: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params }) => ok(wireDelegation(await endDelegation(scope, params.id ?? ""))),
);

export const oneDelegation = resource("/api/v1/delegations/{id}", {
  PATCH: patchDelegation,
  DELETE: deleteDelegation,
});
