-- How many issues each view has is kept while they change, so that no page counts them.

-- CreateTable
CREATE TABLE "feedback_issue_counts" (
    "tenant_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "state" TEXT NOT NULL,
    "growing" BOOLEAN NOT NULL,
    "issues" INTEGER NOT NULL,
    "folded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "feedback_issue_counts_pkey" PRIMARY KEY ("tenant_id","id")
);


-- What Prisma's schema language cannot say.

ALTER TABLE feedback_issue_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_issue_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_issue_counts USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));
CREATE INDEX feedback_issue_counts_fresh ON feedback_issue_counts (tenant_id) WHERE NOT folded;

/* Sums grow by appending what each change added or took away, as those of reports do: nobody waits for a shared row. A further report
   changes neither state nor growth and appends nothing. What was opened by a split that was undone is in no view. */
CREATE FUNCTION count_feedback_issues() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND (OLD.state <> 'merged' OR OLD.reports > 0) THEN
    INSERT INTO feedback_issue_counts (tenant_id, state, growing, issues) VALUES (OLD.tenant_id, OLD.state, OLD.growing, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND (NEW.state <> 'merged' OR NEW.reports > 0) THEN
    INSERT INTO feedback_issue_counts (tenant_id, state, growing, issues) VALUES (NEW.tenant_id, NEW.state, NEW.growing, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER issue_count_added AFTER INSERT ON feedback_issues FOR EACH ROW EXECUTE FUNCTION count_feedback_issues();
CREATE TRIGGER issue_count_gone AFTER DELETE ON feedback_issues FOR EACH ROW EXECUTE FUNCTION count_feedback_issues();
CREATE TRIGGER issue_count_changed AFTER UPDATE ON feedback_issues FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.growing <> NEW.growing
        OR (NEW.state = 'merged' AND (OLD.reports > 0) <> (NEW.reports > 0)))
  EXECUTE FUNCTION count_feedback_issues();

SELECT set_config('countersign.tenants', '*', true);
INSERT INTO feedback_issue_counts (tenant_id, state, growing, issues, folded)
SELECT i.tenant_id, i.state, i.growing, count(*), true FROM feedback_issues i WHERE i.state <> 'merged' OR i.reports > 0 GROUP BY 1, 2, 3;
