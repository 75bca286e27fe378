-- The same seats, computed with less work for each row that is written: what is stored stays as it is.

-- What one policy demands. Each seat: for how many people, and who may take it once the call has waited so long; takers without names are
-- everybody who may decide. Operators and jsonb_set only: the planner puts the expression itself into the statement that writes a row.
CREATE FUNCTION demand_of(policy jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN jsonb_typeof(policy -> 'require') = 'object' THEN
    jsonb_set(jsonb_set(jsonb_set(jsonb_set(jsonb_set(
      '{"policy": null, "seats": [{"count": 1, "takers": []}], "separation": {}, "passkey": false}',
      '{policy}', coalesce(policy -> 'name', 'null')),
      '{seats,0,count}', coalesce(policy #> '{require,approvals}', '1')),
      '{seats,0,takers}', '[]'
        || ('{"afterSeconds": 0, "roles": [], "people": [], "groups": []}' || coalesce(policy #> '{require,deciders}', '{}'))
        || CASE WHEN jsonb_typeof(policy #> '{require,escalate}') = 'object'
                THEN '{"roles": [], "people": [], "groups": []}' || (policy #> '{require,escalate}') ELSE '[]' END),
      '{separation}', '{"requester": false, "editor": false, "owner": false}' || coalesce(policy #> '{require,separation}', '{}')),
      '{passkey}', coalesce(policy #> '{require,passkey}', 'false'))
  END
$$;

CREATE FUNCTION edited_seats_of(policy jsonb, edit_policies jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT jsonb_agg(demand_of(p.one) ORDER BY p.at)
  FROM jsonb_array_elements(('[]' || coalesce(policy, '[]')) || edit_policies) WITH ORDINALITY p (one, at)
  WHERE jsonb_typeof(p.one -> 'require') = 'object'
$$;

CREATE OR REPLACE FUNCTION seats_of(policy jsonb, edit_policies jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN edit_policies IS NULL THEN '[]' || demand_of(policy) ELSE edited_seats_of(policy, edit_policies) END $$;
