-- Whom a receipt names when the checkout named somebody other than the account (Q126); null is the account's own.
alter table orders add column receipt_name text, add column receipt_email text;
