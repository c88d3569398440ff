import type { mailTroubles } from '@chaveiro/contracts/admin/system'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'

type MailTrouble = (typeof mailTroubles)[number]

/** Why the last waiting mail failed; undefined without a failed try. */
export async function lastMailTrouble(app: App): Promise<MailTrouble | undefined> {
  const errorColumns = columns({ error: value(sql`j.last_error`, z.string()) })

  const [lastFailure] = await rowsOf(
    app,
    errorColumns,
    sql`select ${errorColumns} from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (t.identifier like 'mail.%' or t.identifier = 'order.receipt')
        and j.attempts > 0 and j.attempts < j.max_attempts and j.last_error is not null
      order by j.updated_at desc limit 1`,
  )

  return lastFailure && troubleOfError(lastFailure.error)
}

/** Classifies the stored text of a MailError, which contains only the codes of the error. */
export function troubleOfError(error: string): MailTrouble {
  if (/EAUTH|answered 53[045]/.test(error)) return 'login'
  if (/ETLS|CERT|SELF_SIGNED/.test(error)) return 'tls'
  if (/answered \d{3}/.test(error)) return 'refused'
  if (/ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EHOSTUNREACH/.test(error)) return 'unreachable'

  return 'other'
}
