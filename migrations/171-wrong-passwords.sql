-- Wrong passwords of the last hour, counted over all portals: for an account, for a network, and for each device that has
-- proven an earlier sign-in of the account.
create table wrong_passwords (
  id bigint generated always as identity primary key,
  -- The e-mail as it was typed, in lower case, whether or not it has an account.
  email text not null,
  network text not null,
  -- Null for a device that is not known to the account.
  device text,
  created_at timestamptz not null default now()
);
create index wrong_passwords_email on wrong_passwords (email, created_at);
create index wrong_passwords_network on wrong_passwords (network, created_at);
create index wrong_passwords_created_at on wrong_passwords (created_at);

drop table sign_in_failures;
