import { and, asc, gt, isNull, sql } from 'drizzle-orm'

import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { markedValues, markStoredKeys } from '../../platform/secrets/key-marks.ts'

/**
 * Compute the block indexes of licences stored before keys were searchable by their blocks (Q121).
 * Idempotent.
 */
export const markLicences = (app: App): Promise<void> =>
  markStoredKeys(
    app,
    'licences',
    (after, limit) =>
      app.db
        .select({ id: licences.id, keyCipher: licences.keyCipher, keyIndex: licences.keyIndex })
        .from(licences)
        .where(and(isNull(licences.keyBlockIndexes), gt(licences.id, after)))
        .orderBy(asc(licences.id))
        .limit(limit),
    (keys) =>
      app.db.execute(sql`
        update licences k set key_block_indexes = m.blocks, last4 = m.last4
          from (values ${markedValues(keys)}) as m (id, key_index, blocks, last4)
        where k.id = m.id and k.key_index = m.key_index and k.key_block_indexes is null`),
  )
