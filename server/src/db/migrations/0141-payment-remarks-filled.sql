-- outside a transaction
-- Apart from the column, so that no checkout waits while the rows are written.
update payments set remark = replace(note, ' ', '_')
  where remark is null and note in ('coupon_spent', 'customer_limit', 'customer deleted', 'nothing to pay');
