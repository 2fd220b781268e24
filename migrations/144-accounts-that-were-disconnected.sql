-- An account that has taken the platform's access back at the provider gets no money any more; its owner connects anew.
alter table payment_accounts add column disconnected_at timestamptz;
