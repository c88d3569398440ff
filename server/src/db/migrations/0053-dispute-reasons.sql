-- Why a customer contests, in the provider's own word; null where it says nothing, and until the next look at what was kept before.
alter table disputes add column reason text;
-- What a payer says happened to him (MED), beside the reason that his bank gives.
alter table infractions add column situation text;
