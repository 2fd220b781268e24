-- The ledger of credits: every movement takes from one account and adds to another, so that all balances of a portal always
-- add up to zero. Balances and counters are kept on the accounts and change in the transaction of the movement. At the
-- end are invitations to courses, for which credits are reserved, and the settings of those who invite.

-- Who holds credits. Holders are `portal` (general without a course, otherwise of one course), `manager`, `partner` and
-- `order` (single seats bought for oneself). `issued` is where credits come from and is below zero; `reserved`, `used`
-- and `removed` are where they go, one account per course, so that courses do not wait for each other.
create table credit_accounts (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('issued', 'portal', 'manager', 'partner', 'order', 'reserved', 'used', 'removed')),
  course_id bigint,
  user_id bigint,
  company_id bigint,
  key text not null generated always as (
    kind || ':' || coalesce(course_id::text, '') || ':' || coalesce(user_id::text, '') || ':' || coalesce(company_id::text, '')
  ) stored,
  balance bigint not null default 0,
  distributed bigint not null default 0,
  used bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, key),
  constraint credit_accounts_not_below_zero check (kind = 'issued' or balance >= 0),
  constraint credit_accounts_used_is_distributed check (used >= 0 and used <= distributed),
  check ((kind = 'manager') = (user_id is not null)),
  check ((kind = 'partner') = (company_id is not null)),
  check (course_id is not null or kind not in ('manager', 'order', 'reserved', 'used')),
  check (course_id is null or kind <> 'partner'),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, company_id) references partner_companies (portal_id, id)
);
create index credit_accounts_of_course on credit_accounts (portal_id, course_id, kind);
create index credit_accounts_of_manager on credit_accounts (portal_id, user_id) where user_id is not null;
create index credit_accounts_of_portal on credit_accounts (portal_id) include (balance, distributed, used) where kind = 'portal';
select enable_tenant('credit_accounts');
revoke delete on credit_accounts from portico_app, portico_platform;

-- The courses that a person manages: assigned to them, or with credits that they hold or have handed on (ORD-044).
create function managed_courses(portal bigint, person bigint) returns setof bigint language sql stable parallel safe as $$
  select course_id from enrollments
  where portal_id = portal and user_id = person and role = 'manager' and ended_at is null
  union all
  select course_id from credit_accounts
  where portal_id = portal and user_id = person and kind = 'manager' and balance + distributed > 0
$$;

-- Movements of credits, which are written and read, never changed. `holder` is the account whose books have the line: the
-- giver if credits are given or taken back, otherwise the account whose credits are bought, used, reserved or removed;
-- `balance_after` is its balance.
create table credit_movements (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  purpose text not null check (purpose in (
    'plan', 'purchase', 'assign', 'recall', 'give', 'take', 'reserve', 'release', 'use', 'redeem', 'return', 'restore', 'remove')),
  kind smallint not null check (kind between 1 and 3),
  direction smallint check (direction between 1 and 2),
  target smallint not null check (target between 1 and 4),
  amount int not null check (amount > 0),
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  holder_account_id bigint not null,
  debit_balance bigint not null,
  credit_balance bigint not null,
  balance_after bigint not null,
  course_id bigint,
  user_id bigint references users,
  learner_id bigint references users,
  actor_id bigint references users,
  enrollment_id bigint,
  order_id bigint,
  settles_id bigint,
  idempotency_key text,
  created_at timestamptz not null,
  unique (portal_id, id),
  -- A purchase, gift or use is written once, and a reservation or use is settled once.
  unique (portal_id, idempotency_key),
  unique (portal_id, settles_id),
  check (debit_account_id <> credit_account_id),
  foreign key (portal_id, debit_account_id) references credit_accounts (portal_id, id),
  foreign key (portal_id, credit_account_id) references credit_accounts (portal_id, id),
  foreign key (portal_id, holder_account_id) references credit_accounts (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, settles_id) references credit_movements (portal_id, id)
);
-- One enrollment uses one credit (CRD-001).
create unique index credit_movements_one_use on credit_movements (portal_id, enrollment_id) where purpose in ('use', 'redeem');
create index credit_movements_list on credit_movements (portal_id, created_at desc, id desc);
create index credit_movements_course on credit_movements (portal_id, course_id, created_at desc, id desc);
create index credit_movements_user on credit_movements (portal_id, user_id, created_at desc, id desc) where user_id is not null;
create index credit_movements_learner on credit_movements (portal_id, learner_id, created_at desc, id desc) where learner_id is not null;
create index credit_movements_order on credit_movements (portal_id, order_id) where order_id is not null;
select enable_tenant('credit_movements');
revoke update, delete, truncate on credit_movements from portico_app, portico_platform;

-- How many credits one holder has handed to another and not taken back: the most that can be taken back (CRD-020).
create table credit_handouts (
  portal_id bigint not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount bigint not null check (amount >= 0),
  primary key (portal_id, from_account_id, to_account_id),
  foreign key (portal_id, from_account_id) references credit_accounts (portal_id, id),
  foreign key (portal_id, to_account_id) references credit_accounts (portal_id, id)
);
create index credit_handouts_to on credit_handouts (portal_id, to_account_id);
select enable_tenant('credit_handouts');

-- Why somebody is in a course. Access is the union of live grants: revoking one never takes away what another one gave.
create table enrollment_grants (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  kind text not null check (kind in ('order', 'credit', 'subscription', 'bundle', 'manual')),
  order_id bigint,
  credit_movement_id bigint,
  granted_by bigint references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoke_reason text,
  unique (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, credit_movement_id) references credit_movements (portal_id, id)
);
create index enrollment_grants_enrollment on enrollment_grants (portal_id, enrollment_id);
create index enrollment_grants_order on enrollment_grants (portal_id, order_id);
create unique index enrollment_grants_one_movement on enrollment_grants (portal_id, credit_movement_id)
  where credit_movement_id is not null;
select enable_tenant('enrollment_grants');

-- A person who is invited to a course by e-mail. While the invitation is open (status 1 or 5), one credit of the payer is
-- reserved for it: `movement_id` is the movement that reserved the last one (MGR-007).
create table invitations (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  -- Who invites: a manager with own credits, or somebody who runs the portal with those of the portal.
  manager_id bigint not null,
  payer text not null check (payer in ('manager', 'portal')),
  email text not null,
  first_name text,
  last_name text,
  role_id text not null default 'learner' check (role_id = 'learner'),
  -- 1 invited, 2 accepted, 3 cancelled, 4 decline, 5 reinvite, 6 failed (MGR-001).
  status smallint not null default 1 check (status between 1 and 6),
  -- Why it failed: the mail did not arrive, the link ran out, or the person came into the course in another way.
  failure text check (failure in ('undeliverable', 'expired', 'enrolled')),
  movement_id bigint not null,
  enrollment_id bigint,
  -- How often it was sent; the link and the mail are those of the last time.
  sendings int not null default 1 check (sendings >= 1),
  link_id bigint,
  mail_id bigint,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  constraint invitations_one_movement unique (portal_id, movement_id),
  check ((status = 2) = (accepted_at is not null)),
  check ((status = 2) = (enrollment_id is not null)),
  check ((status = 6) = (failure is not null)),
  check (expires_at > sent_at),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, manager_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, movement_id) references credit_movements (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, link_id) references link_tokens (portal_id, id)
);
create unique index invitations_one_open on invitations (portal_id, course_id, email) where status in (1, 5);
-- What the report of invitations reads, by day.
create index invitations_by_day on invitations (portal_id, sent_at desc, id desc) include (status);
create index invitations_of_manager on invitations (portal_id, manager_id, id desc);
create index invitations_of_course on invitations (portal_id, course_id, id desc);
create index invitations_link on invitations (portal_id, link_id) where link_id is not null;
create index invitations_mail on invitations (portal_id, mail_id) where mail_id is not null;
create index invitations_failed on invitations (portal_id, sent_at) where status = 6;
create index invitations_open on invitations (expires_at) where status in (1, 5);
select enable_tenant('invitations');

-- What somebody who invites has set: a text in the mail, and which answers they are notified of (MGR-019).
create table manager_settings (
  portal_id bigint not null,
  user_id bigint not null,
  invitation_text text,
  tells_accepted boolean not null default true,
  tells_declined boolean not null default true,
  tells_failed boolean not null default true,
  updated_at timestamptz not null,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
select enable_tenant('manager_settings');
