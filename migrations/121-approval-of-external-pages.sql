-- The approval of a partner's page has the numbers that reviews have (REV-006, REV-007): 1 not approved, 2 pending,
-- 3 approved, 4 a draft. Until now they were 1 waiting, 2 approved, 3 refused.
alter table external_pages drop constraint external_pages_approval_status_check;
-- The tenant wall shows its owner no row.
alter table external_pages no force row level security;
update external_pages set approval_status = case approval_status when 1 then 2 when 2 then 3 else 1 end;
alter table external_pages
  force row level security,
  alter column approval_status set default 2,
  add constraint external_pages_approval_status_check check (approval_status in (1, 2, 3, 4)),
  -- The blocks in the compressed form in which the builder sent them (PGB-003).
  add column packed text;

-- The orders in which partners list what they look after (PAR-010, PAR-013).
create index external_pages_title on external_pages (portal_id, partner_company_id, title collate "C", id);
create index external_pages_updated on external_pages (portal_id, partner_company_id, updated_at, id);
create index authors_name on authors (portal_id, partner_company_id, name collate "C", id);
