import { ButtonLink } from "@/components/ui/button-link";
import { SampleOffer } from "./sample-offer";

/** For those who may let gateways in, where no call was ever sent: the steps to a first one, and the sample to look around in. */
export function BeginOffer() {
  return (
    <span className="flex flex-wrap justify-center gap-2">
      <ButtonLink href="/start" size="sm" variant="primary">
        Getting started
      </ButtonLink>
      <SampleOffer />
    </span>
  );
}
