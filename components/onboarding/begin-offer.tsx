import { ButtonLink } from "@/components/ui/button-link";
import { SampleOffer } from "./sample-offer";

/**
 * For people who may add gateways, if no call ever arrived: the first steps, and the sample data.
 */
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
