-- A payment may be charged back in several parts, each a chargeback of its own at the provider (ORD-048). What the order
-- says of them is their sum: open while one is open, lost where one was lost.
create table disputes (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  payment_reference text not null,
  -- Its id at the provider; null for one from before ids were kept, until a message names it.
  dispute_reference text unique,
  status text not null check (status in ('open', 'won', 'lost')),
  -- Null for one from before amounts were kept, which was over whatever refunds had left.
  amount_cents bigint check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  created_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index disputes_of_payment on disputes (portal_id, payment_reference);
create index disputes_of_order on disputes (portal_id, order_id);
create index disputes_open on disputes (payment_reference) where status = 'open';

-- The tenant wall shows its owner no row.
alter table orders no force row level security;
alter table refunds no force row level security;
insert into disputes (portal_id, order_id, payment_reference, status, amount_cents, fee_cents, created_at)
  select o.portal_id, o.id, p.payment_reference, o.dispute_status, o.disputed_cents, o.dispute_fee_cents, now()
  from orders o
  cross join lateral (
    -- What was taken says of which payment; an order may have a second one that bought nothing.
    select coalesce((select max(r.payment_reference) from refunds r
      where r.portal_id = o.portal_id and r.order_id = o.id and r.origin = 'dispute'), o.payment_reference) as payment_reference
  ) p
  where o.dispute_status is not null and p.payment_reference is not null;
alter table refunds force row level security;
alter table orders force row level security;
select enable_tenant('disputes');
