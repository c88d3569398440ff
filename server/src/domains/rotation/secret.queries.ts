import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import { neededSecrets, countSigners } from '../../platform/secrets/vault-canaries.ts'
import { indexedPlaces, marksOf, rowsAfter } from './indexes.queries.ts'

// Recovery codes are stored only as hashes, so a rotation cannot compute them again.
const recoveryCodesTable = sql.identifier('recovery_codes')

export type SecretStatus = {
  /** The number (mark) of the STORE_SECRET value that makes new signatures and indexes. */
  newest: number
  /** The configured values of STORE_SECRET, and other values that a process signs with. */
  secrets: { mark: number; given: boolean; needed: boolean; processes: number }[]
  /**
   * For each place, how many rows have an index of the newest STORE_SECRET or of an older one, and
   * how many no key opens.
   */
  places: { place: string; newest: number; older: number; unopened: number }[]
  /** Number of people whose recovery codes only an older STORE_SECRET verifies. */
  people: number
}

/** Where each value of STORE_SECRET is still used. Decrypts all values that have a blind index. */
export async function secretStatus(app: App): Promise<SecretStatus> {
  const { marks } = app.vault

  const [needed, signing] = await Promise.all([
    neededSecrets(app.pool, app.config),
    countSigners(app.pool),
  ])

  const places: SecretStatus['places'] = []

  for (const place of indexedPlaces) {
    const stateCounts = { newest: 0, older: 0, unopened: 0 }

    for (let afterId: string | null = null; ;) {
      const placeRows = await rowsAfter(app, place, { after: afterId, limit: 1000 })

      for (const row of placeRows) {
        const indexState = readIndexState(app, place, row)
        if (indexState === 'unopened') stateCounts.unopened++
        else stateCounts[indexState ? 'older' : 'newest']++
      }

      if (placeRows.length < 1000) break

      afterId = placeRows.at(-1)!.id
    }

    places.push({ place: `${place.table}.${place.index}`, ...stateCounts })
  }

  return {
    newest: marks[0]!,
    secrets: [...new Set([...marks, ...signing.keys()])].map((mark) => ({
      mark,
      given: marks.includes(mark),
      needed: mark === marks[0] || needed.includes(mark),
      processes: signing.get(mark) ?? 0,
    })),
    places,
    people: await peopleWithOlderCodes(app),
  }
}

/** The old and new indexes of a row; null when the stored indexes are up to date. */
export function readIndexState(
  app: App,
  place: (typeof indexedPlaces)[number],
  row: Awaited<ReturnType<typeof rowsAfter>>[number],
): 'unopened' | { was: Buffer; index: Buffer; blocks: Buffer[] } | null {
  try {
    const expectedMarks = marksOf(app.vault, place, app.vault.open(row.cipher, place.table, row.id))
    const hasNewestMarks =
      expectedMarks.index.equals(row.index) &&
      (row.blocks === null || Buffer.concat(row.blocks).equals(Buffer.concat(expectedMarks.blocks)))

    return hasNewestMarks ? null : { was: row.index, ...expectedMarks }
  } catch {
    return 'unopened'
  }
}

/**
 * SQL condition for unused recovery codes of an older STORE_SECRET. Codes from before marks were
 * recorded have a null mark.
 */
const ofOlderSecret = (app: App) =>
  sql`used_at is null and secret_mark is distinct from ${app.vault.marks[0]!}`

/** Number of people with recovery codes that only an older STORE_SECRET verifies. */
export async function peopleWithOlderCodes(app: App): Promise<number> {
  if (app.vault.marks.length < 2) return 0

  const peopleColumns = columns({ n: value(sql`count(distinct user_id)::int`, z.int()) })

  const [{ n } = { n: 0 }] = await rowsOf(
    app,
    peopleColumns,
    sql`select ${peopleColumns} from ${recoveryCodesTable} where ${ofOlderSecret(app)}`,
  )

  return n
}

/**
 * Deletes unused recovery codes of an older STORE_SECRET. Their owners create new codes, or log in
 * with the authenticator app.
 */
export async function forgetOlderCodes(tx: App): Promise<number> {
  const { rowCount } = await tx.db.execute(
    sql`delete from ${recoveryCodesTable} where ${ofOlderSecret(tx)}`,
  )
  return rowCount ?? 0
}
