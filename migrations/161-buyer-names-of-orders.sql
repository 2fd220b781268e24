-- An order and its invoice keep the name of the buyer as it was when they bought.
alter table orders add column buyer_name text;

-- The wall also hides every row from the owner, who changes them here.
alter table orders no force row level security;
alter table portal_users no force row level security;
update orders o set buyer_name = nullif(concat_ws(' ', m.first_name, m.middle_name, m.last_name), '')
from portal_users m where m.portal_id = o.portal_id and m.user_id = o.user_id;
alter table orders force row level security;
alter table portal_users force row level security;
