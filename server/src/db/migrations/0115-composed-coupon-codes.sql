-- Codes of coupons are compared with their accents composed (NFC). Those that were stored decomposed
-- become so, unless the composed code is another coupon's.
UPDATE coupons c SET code = normalize(c.code, NFC)
WHERE c.deleted_at IS NULL AND c.code IS NOT NFC NORMALIZED
  AND NOT EXISTS (
    SELECT 1 FROM coupons o
    WHERE o.id <> c.id AND o.deleted_at IS NULL AND normalize(o.code, NFC) = normalize(c.code, NFC)
  );
