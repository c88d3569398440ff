import { and, asc, gt, isNull, sql } from 'drizzle-orm'

import { stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { markedValues, markStoredKeys } from '../../platform/secrets/key-marks.ts'

/**
 * Compute the block indexes of keys that were stored before the search by blocks existed (Q121).
 * Idempotent.
 */
export const markStockKeys = (app: App): Promise<void> =>
  markStoredKeys(
    app,
    'stock_keys',
    (after, limit) =>
      app.db
        .select({ id: stockKeys.id, keyCipher: stockKeys.keyCipher, keyIndex: stockKeys.keyIndex })
        .from(stockKeys)
        .where(and(isNull(stockKeys.keyBlockIndexes), gt(stockKeys.id, after)))
        .orderBy(asc(stockKeys.id))
        .limit(limit),
    (keys) =>
      app.db.execute(sql`
        update stock_keys k set key_block_indexes = m.blocks, last4 = m.last4
          from (values ${markedValues(keys)}) as m (id, key_index, blocks, last4)
        where k.id = m.id and k.key_index = m.key_index and k.key_block_indexes is null`),
  )
