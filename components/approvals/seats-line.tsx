import { Fragment } from "react";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { SeatView } from "@/lib/approvals/deciders/types";

/** "ops agreed 14:02 · one more of finance": every group of approvers that a call waits for. */
export function SeatsLine({
  seats,
  focusable = true,
}: {
  seats: readonly SeatView[];
  /** False inside links. */
  focusable?: boolean;
}) {
  return (
    <span data-seats className="wrap-anywhere">
      {seats.map((seat, at) => {
        const last = seat.by.at(-1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two policies may ask the same people
          <Fragment key={at}>
            {at > 0 ? " · " : null}
            {seat.open === 0 && last ? (
              <>
                <Untrusted>{seat.of}</Untrusted> agreed{" "}
                <Time value={last.at} form="time" focusable={focusable} />
              </>
            ) : (
              <b className="font-medium text-fg">
                <Untrusted>{seat.more}</Untrusted>
              </b>
            )}
          </Fragment>
        );
      })}
    </span>
  );
}
