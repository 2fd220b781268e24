-- Who gets the money of a sale: accounts at the payment provider of portals and partner companies, and their shares.

create table payment_accounts (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- A partner's own account; null for the portal's.
  company_id bigint,
  account_id text not null unique,
  is_ready boolean not null default false,
  is_submitted boolean not null default false,
  open_requirements jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, company_id) references partner_companies (portal_id, id)
);
create unique index payment_accounts_owner on payment_accounts (portal_id, coalesce(company_id, 0));
select enable_tenant('payment_accounts');
revoke delete on payment_accounts from portico_app;

-- The partner's part of a sale; without one no share is computed (PAR-016).
alter table partner_companies add column share_percent smallint check (share_percent between 0 and 100);

-- Decided when the order is made, so that the page that is opened for it is always the same.
alter table orders
  add column destination_account text,
  add column platform_share_cents bigint not null default 0 check (platform_share_cents >= 0);
