import { ButtonLink } from "@/components/ui/button-link";

/** For people who may load sample data, on empty pages: links to the page that loads it. */
export function SampleOffer() {
  return (
    <ButtonLink href="/start#sample" icon="sparkle" size="sm">
      Look around with sample data
    </ButtonLink>
  );
}
