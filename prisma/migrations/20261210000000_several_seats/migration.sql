-- A policy may ask several groups of approvers: each entry of `require.seats` becomes a seat of its demand. Escalation adds
-- takers to every seat. What is stored stays as it is: no policy had `seats` before.
CREATE FUNCTION several_seats_of(require jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT jsonb_build_object('seats', jsonb_agg(jsonb_build_object(
    'count', coalesce(asked.seat -> 'approvals', '1'),
    'takers', '[]'
      || ('{"afterSeconds": 0, "roles": [], "people": [], "groups": []}' || (asked.seat - 'approvals'))
      || CASE WHEN jsonb_typeof(require -> 'escalate') = 'object'
              THEN '{"roles": [], "people": [], "groups": []}' || (require -> 'escalate') ELSE '[]' END) ORDER BY asked.at))
  FROM jsonb_array_elements(require -> 'seats') WITH ORDINALITY asked (seat, at)
$$;

-- As before, and replaces the one seat where the policy has several. Still without a query inside, so that the planner puts it
-- into the statement that writes a row.
CREATE OR REPLACE FUNCTION demand_of(policy jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
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
    || CASE WHEN jsonb_typeof(policy #> '{require,seats}') = 'array' THEN several_seats_of(policy -> 'require') ELSE '{}' END
  END
$$;
