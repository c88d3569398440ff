import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import { neededSecrets, signingNow } from '../../platform/secrets/vault-canaries.ts'
import { indexedPlaces, marksOf, rowsAfter } from './indexes.queries.ts'

// Codes are kept as hashes alone: nobody can make them anew but who has them.
const codes = sql.identifier('recovery_codes')

export type SecretStatus = {
  /** The value of STORE_SECRET that signs and indexes what is new. */
  newest: number
  /** Every value that is given, and every other one that a process signs with. */
  secrets: { mark: number; given: boolean; needed: boolean; processes: number }[]
  /** How many values are found by the newest, by an older one, and how many no key opens. */
  places: { place: string; newest: number; older: number; unopened: number }[]
  /** People whose recovery codes only an older value verifies. */
  people: number
}

/** What is found and verified by which value of STORE_SECRET; opens every value that has an index. */
export async function secretStatus(app: App): Promise<SecretStatus> {
  const { marks } = app.vault

  const [needed, signing] = await Promise.all([
    neededSecrets(app.pool, app.config),
    signingNow(app.pool),
  ])

  const places: SecretStatus['places'] = []

  for (const place of indexedPlaces) {
    const counts = { newest: 0, older: 0, unopened: 0 }

    for (let after: string | null = null; ;) {
      const rows = await rowsAfter(app, place, { after, limit: 1000 })

      for (const row of rows) {
        const state = stateOf(app, place, row)
        if (state === 'unopened') counts.unopened++
        else counts[state ? 'older' : 'newest']++
      }

      if (rows.length < 1000) break

      after = rows.at(-1)!.id
    }

    places.push({ place: `${place.table}.${place.index}`, ...counts })
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

/** What a row has to get; null when it stands under the newest value already. */
export function stateOf(
  app: App,
  place: (typeof indexedPlaces)[number],
  row: Awaited<ReturnType<typeof rowsAfter>>[number],
): 'unopened' | { was: Buffer; index: Buffer; blocks: Buffer[] } | null {
  try {
    const next = marksOf(app.vault, place, app.vault.open(row.cipher, place.table, row.id))
    const isNew =
      next.index.equals(row.index) &&
      (row.blocks === null || Buffer.concat(row.blocks).equals(Buffer.concat(next.blocks)))

    return isNew ? null : { was: row.index, ...next }
  } catch {
    return 'unopened'
  }
}

/** Of codes that were never used; which of the older values made them is noted or was the only one. */
const older = (app: App) =>
  sql`used_at is null and secret_mark is distinct from ${app.vault.marks[0]!}`

/** How many people have recovery codes that only an older value of STORE_SECRET verifies. */
export async function peopleWithOlderCodes(app: App): Promise<number> {
  if (app.vault.marks.length < 2) return 0

  const row = columns({ n: value(sql`count(distinct user_id)::int`, z.int()) })

  const [{ n } = { n: 0 }] = await rowsOf(
    app,
    row,
    sql`select ${row} from ${codes} where ${older(app)}`,
  )

  return n
}

/** Forget them: these people make new ones, or log in by their app. */
export async function forgetOlderCodes(tx: App): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`delete from ${codes} where ${older(tx)}`)
  return rowCount ?? 0
}
