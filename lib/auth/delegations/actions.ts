"use server";

import { type ActionRefusal, personAction } from "../action";
import * as commands from "./commands";
import { changeDelegationInput, createDelegationInput, delegationInput } from "./schema";

type Done = ({ ok: true } & { id: string }) | ActionRefusal;

export async function createDelegation(input: object): Promise<Done> {
  return personAction(createDelegationInput, input, async (scope, { starts_at, ends_at, ...given }) => {
    const startsAt = starts_at === undefined ? undefined : new Date(starts_at);
    const { id } = await commands.createDelegation(scope, {
      ...given,
      startsAt,
      endsAt: new Date(ends_at),
    });
    return { id };
  });
}

export async function changeDelegation(input: object): Promise<Done> {
  return personAction(changeDelegationInput, input, async (scope, { id, ends_at }) => {
    await commands.changeDelegation(scope, { id, endsAt: new Date(ends_at) });
    return { id };
  });
}

export async function endDelegation(input: object): Promise<Done> {
  return personAction(delegationInput, input, async (scope, { id }) => {
    await commands.endDelegation(scope, id);
    return { id };
  });
}

export async function resumeDelegation(input: object): Promise<Done> {
  return personAction(delegationInput, input, async (scope, { id }) => {
    await commands.resumeDelegation(scope, id);
    return { id };
  });
}
