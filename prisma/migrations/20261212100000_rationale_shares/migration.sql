-- How many calls say something, kept while they are read: the figures of a month and of ten weeks then read some thousand sums, not
-- the days of every template.

-- CreateTable
CREATE TABLE "rationale_shares" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "gateway_id" UUID NOT NULL,
    "agent" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "meaningful" INTEGER NOT NULL,

    CONSTRAINT "rationale_shares_pkey" PRIMARY KEY ("tenant_id","day","gateway_id","agent","model")
);


-- What Prisma's schema language cannot say.

ALTER TABLE rationale_shares ENABLE ROW LEVEL SECURITY;
ALTER TABLE rationale_shares FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rationale_shares USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- Whoever writes days of templates, a process of the version before too. Rows are locked in the order of their key.
CREATE FUNCTION add_rationale_shares() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rationale_shares AS s (tenant_id, day, gateway_id, agent, model, calls, meaningful)
    SELECT a.tenant_id, a.day, a.gateway_id, a.agent, a.model, sum(a.calls), coalesce(sum(a.calls) FILTER (WHERE t.verdict = 'meaningful'), 0)
    FROM added a JOIN rationale_templates t ON t.tenant_id = a.tenant_id AND t.id = a.template_id
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, day, gateway_id, agent, model) DO UPDATE
      SET calls = s.calls + excluded.calls, meaningful = s.meaningful + excluded.meaningful;
  ELSE
    INSERT INTO rationale_shares AS s (tenant_id, day, gateway_id, agent, model, calls, meaningful)
    SELECT c.tenant_id, c.day, c.gateway_id, c.agent, c.model, sum(c.calls), coalesce(sum(c.calls) FILTER (WHERE t.verdict = 'meaningful'), 0)
    FROM (SELECT tenant_id, day, template_id, gateway_id, agent, model, calls FROM added
          UNION ALL SELECT tenant_id, day, template_id, gateway_id, agent, model, -calls FROM gone) c
    JOIN rationale_templates t ON t.tenant_id = c.tenant_id AND t.id = c.template_id
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(c.calls) <> 0 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, day, gateway_id, agent, model) DO UPDATE
      SET calls = s.calls + excluded.calls, meaningful = s.meaningful + excluded.meaningful;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER share_added AFTER INSERT ON rationale_days
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_rationale_shares();
CREATE TRIGGER share_changed AFTER UPDATE ON rationale_days
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_rationale_shares();

-- A verdict holds for the days before it too.
CREATE FUNCTION judge_rationale_shares() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO rationale_shares AS s (tenant_id, day, gateway_id, agent, model, calls, meaningful)
  SELECT d.tenant_id, d.day, d.gateway_id, d.agent, d.model, 0, sum(CASE WHEN a.verdict = 'meaningful' THEN d.calls ELSE -d.calls END)
  FROM added a
  JOIN gone g ON g.tenant_id = a.tenant_id AND g.id = a.id AND (g.verdict = 'meaningful') <> (a.verdict = 'meaningful')
  JOIN rationale_days d ON d.tenant_id = a.tenant_id AND d.template_id = a.id
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, day, gateway_id, agent, model) DO UPDATE SET meaningful = s.meaningful + excluded.meaningful;
  RETURN NULL;
END $$;
CREATE TRIGGER share_judged AFTER UPDATE ON rationale_templates
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION judge_rationale_shares();

SELECT set_config('countersign.tenants', '*', true);
INSERT INTO rationale_shares (tenant_id, day, gateway_id, agent, model, calls, meaningful)
SELECT d.tenant_id, d.day, d.gateway_id, d.agent, d.model, sum(d.calls), coalesce(sum(d.calls) FILTER (WHERE t.verdict = 'meaningful'), 0)
FROM rationale_days d JOIN rationale_templates t ON t.tenant_id = d.tenant_id AND t.id = d.template_id
GROUP BY 1, 2, 3, 4, 5;
