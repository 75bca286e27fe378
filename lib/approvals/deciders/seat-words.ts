import { all } from "@/lib/core/text/either";
import { moreWords, seatName, seatWords } from "@/lib/policies/sentences";
import type { Deciders } from "@/lib/policies/types";
import type { FilledSeat } from "./tally";
import type { AgreedVoter, Seat, SeatView, StoredVoter, Voter } from "./types";

const FROM_THE_START: Deciders = { roles: [], people: [], groups: [] };

/** The people who may take a seat from the beginning; escalations do not change its name. */
const ofSeat = ({ takers }: Seat): Deciders => takers[0] ?? FROM_THE_START;

/** Seats with who fills them, for people. */
export function seatViews(seats: readonly FilledSeat<Voter & { name: string; at: Date }>[]): SeatView[] {
  const isFirst = seats.every(({ by }) => by.length === 0);
  return seats.map(({ seat, by, open }) => {
    const asked = { ...ofSeat(seat), approvals: seat.count };
    return {
      ...{ of: seatName(asked), count: seat.count, open },
      more: isFirst ? seatWords(asked) : moreWords(asked, Math.max(open, 1)),
      by: by.map(({ name, at }) => ({ name, at })),
    };
  });
}

type Agreed = Voter & { name: string };

/** "ops has agreed already: Ines; one more of finance is needed." */
export function filledWords<V extends Agreed>(
  own: readonly FilledSeat<V>[],
  seats: readonly FilledSeat<V>[],
  at: (one: V) => string = () => "",
): string {
  const agreed = own.map(({ seat, by }) => {
    const { people, groups } = ofSeat(seat);
    const has = people.length + groups.length === 0 ? "have" : "has";
    return `${seatName(ofSeat(seat))} ${has} agreed already: ${all(by.map((one) => `${one.name}${at(one)}`))}`;
  });
  const open = seats.filter((one) => one.open > 0);
  const needed = new Set(
    open.map((one) => moreWords({ ...ofSeat(one.seat), approvals: one.seat.count }, one.open)),
  );
  const are = needed.size === 1 && open.every((one) => one.open === 1) ? "is" : "are";
  return `${[...new Set(agreed)].join(", and ")}; ${all([...needed])} ${are} needed.`;
}

export const agreedVoter = (stored: StoredVoter): AgreedVoter => ({ ...stored, at: new Date(stored.at) });
