-- A deleted coupon stays for the books, and its code may be taken again (Q111).
ALTER TABLE coupons ADD COLUMN deleted_at timestamptz;
DROP INDEX coupons_code;
CREATE UNIQUE INDEX coupons_code ON coupons (code) WHERE deleted_at IS NULL;
