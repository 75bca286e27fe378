import { ButtonLink } from "@/components/ui/button-link";

/** For those who may load a sample workspace, on pages that have nothing to show yet: leads to where it is loaded. */
export function SampleOffer() {
  return (
    <ButtonLink href="/start#sample" icon="sparkle" size="sm">
      Look around with sample data
    </ButtonLink>
  );
}
