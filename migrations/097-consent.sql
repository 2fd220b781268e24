-- Where it is set, what a visitor can switch off stays off until the visitor switches it on (UIX-031).
alter table portals add column is_consent_opt_in boolean not null default false;
