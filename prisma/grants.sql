-- Run after every migration; :app_role is the role the product connects with.
-- The trail is append-only for the product itself.
REVOKE UPDATE, DELETE, TRUNCATE ON activity FROM :app_role;
REVOKE TRUNCATE ON ALL TABLES IN SCHEMA public FROM :app_role;
