-- What the shop remarks on a payment, which chooses what buyer and staff read. It was one of four words in the note,
-- where copies of the version before still read and write it (payments/state/remarks.rules.ts).
alter table payments add column remark text;
