import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { AbsentPerson, Eligible } from "./eligibility";
import { agreed } from "./people";
import { agreedVoter, filledWords } from "./seat-words";
import { hasSeveralSeats, openWays, seatsFor, type Tally, tallyOf, votersOf } from "./tally";
import type { AgreedVoter, StoredVoter, Voter } from "./types";

async function readAgreed(tx: Tx, approval: Approval): Promise<AgreedVoter[]> {
  const [row] = await tx.$queryRaw<{ agreed: StoredVoter[] | null }[]>`select ${agreed(approval)} as agreed`;
  return (row?.agreed ?? []).map(agreedVoter);
}

/** The people to approve for (empty: directly), and how many are missing once that vote is added. */
type OpenPlaces = {
  inPlaceOf: readonly AbsentPerson[];
  /** `place`: whose vote was added, null if none was. Null where the number of people decides. */
  missingWith: (place: string | null) => number | null;
};

/**
 * The ways in which a person's approval fills a seat that is still open. An edit opens every seat.
 * @throws DomainError CONFLICT where others fill all seats that the person could take
 */
export async function findOpenPlaces(
  tx: Tx,
  { actor }: UserScope,
  approval: Approval,
  { demands, inPlaceOf, ways, required }: Eligible & { required: number },
  edits: boolean,
): Promise<OpenPlaces> {
  if (!hasSeveralSeats(demands)) return { inPlaceOf, missingWith: () => null };
  const given = edits ? [] : await readAgreed(tx, approval);
  const others = given.filter(({ userId }) => userId !== actor.id);
  const own = votersOf(actor.id, ways);
  // That a place is taken is said when the vote is stored.
  const { open, isFilled } = openWays(demands, required, others, own);
  if (isFilled) throw seatsAreFilled(tallyOf(demands, required, others), own);
  const isDirect = open.some(({ as }) => as === null);
  return {
    inPlaceOf: isDirect ? [] : open.flatMap(({ as }) => as ?? []),
    missingWith: (place) => {
      const added = own.find((one) => one.place === place);
      return tallyOf(demands, required, added ? [...others, added] : given).missing;
    },
  };
}

function seatsAreFilled({ seats }: Tally<AgreedVoter>, own: readonly Voter[]): DomainError {
  const words = filledWords(seatsFor(seats, own), seats, ({ at }) => ` at ${at.toISOString()}`);
  return new DomainError(
    "CONFLICT",
    `${words} Your approval was not recorded; you can still reject the call.`,
  );
}
