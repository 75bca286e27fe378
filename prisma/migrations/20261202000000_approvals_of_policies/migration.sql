-- Policies say how many people have to approve, and whether whoever edits may. Those that were saved before ask for one, who may.

SELECT set_config('countersign.tenants', '*', true);

UPDATE policy_versions SET policies = (
  SELECT json_agg(CASE WHEN p.one::jsonb -> 'require' IS NULL THEN p.one ELSE
    jsonb_set(jsonb_set(p.one::jsonb, '{require,approvals}', '1'), '{require,separation,editor}', 'false')::json END ORDER BY p.at)
  FROM json_array_elements(policies) WITH ORDINALITY AS p (one, at))
WHERE json_array_length(policies) > 0;

UPDATE approvals
SET policy = jsonb_set(jsonb_set(policy, '{require,approvals}', '1'), '{require,separation,editor}', 'false')
WHERE policy ? 'require';
