import type { Metadata } from "next";
import { NoReviews } from "@/components/approvals/reviews/no-reviews";
import { ReviewFilters } from "@/components/approvals/reviews/review-filters";
import { ReviewList } from "@/components/approvals/reviews/review-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead } from "@/components/ui/page";
import { reviewList } from "@/lib/approvals/reviews/list";
import { countOpenReviews, listReviews } from "@/lib/approvals/reviews/queries";
import { mayDecide } from "@/lib/approvals/rules";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Reviews" };

export default async function ReviewsPage({ searchParams }: Props) {
  const scope = await requireUser("/reviews");
  const { filter, problems } = reviewList.parse(await searchParams);
  const { view: state, kind, tenant, cursor } = filter;
  const may = { decide: mayDecide(scope.actor.role), writePolicies: mayAdministerAll(scope) };
  const [tenants, open, page] = await Promise.all([
    listTenants(scope),
    countOpenReviews(scope, tenant),
    listReviews(scope, { state, kind, tenant, cursor }),
  ]);
  return (
    <Page>
      <LiveRefresh topics={["review"]} />
      <PageHead
        title="Reviews"
        description="Calls that another person looks at afterwards: break-glass approvals and a sample."
        actions={<ButtonLink href="/docs/deciding#break-glass">How it works</ButtonLink>}
      />
      <ListFrame
        problems={problems}
        filters={<ReviewFilters filter={filter} open={open} tenants={tenants} />}
        empty={page.rows.length === 0 && <NoReviews filter={filter} />}
        list={reviewList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of reviews"
      >
        <ReviewList rows={page.rows} may={may} />
      </ListFrame>
    </Page>
  );
}
