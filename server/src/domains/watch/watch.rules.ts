import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'

/** What is looked at, in seconds and numbers. */
export type Seen = {
  isDiskFull: boolean
  jobSeconds: number
  deadJobs: number
  overduePayments: number
  moneySeconds: number
  unitSeconds: number
  backupSeconds: number
  partsDown: readonly string[]
}

const hour = 3600

const limits = {
  jobSeconds: 300,
  moneySeconds: 24 * hour,
  unitSeconds: hour,
  backupSeconds: 36 * hour,
}

const down: Record<string, ShopAlert> = {
  pix: 'pix_down',
  card: 'card_down',
  crypto: 'crypto_down',
  chat: 'chat_down',
  mail: 'mail_down',
}

/** What is wrong with a shop that is seen like this. */
export function wrongNow(seen: Seen): ShopAlert[] {
  const all: [ShopAlert, boolean][] = [
    ['disk', seen.isDiskFull],
    ['jobs_late', seen.jobSeconds > limits.jobSeconds],
    ['jobs_dead', seen.deadJobs > 0],
    ['payments_unasked', seen.overduePayments > 0],
    ['money_waiting', seen.moneySeconds > limits.moneySeconds],
    ['units_waiting', seen.unitSeconds > limits.unitSeconds],
    ['backup_old', seen.backupSeconds > limits.backupSeconds],
  ]

  const named = all.filter(([, isWrong]) => isWrong).map(([name]) => name)

  return [...named, ...seen.partsDown.flatMap((part) => down[part] ?? [])]
}

/** A fault that passes sooner is the weather, and one that comes back sooner is the same one. */
const tellAfterMs = 2 * 60_000
const wellAfterMs = 5 * 60_000

type Row = { seenAt: Date; toldAt: Date | null; wellAt: Date | null }

/**
 * What becomes of something that was seen wrong before: told once when it lasts, and once when it
 * has been well for a while.
 */
export function nextOf(
  row: Row,
  isWrong: boolean,
  now: Date,
): 'tell wrong' | 'tell well' | 'passed' | 'well since now' | 'wrong again' | 'nothing' {
  if (isWrong) {
    if (row.toldAt === null)
      return now.getTime() - row.seenAt.getTime() >= tellAfterMs ? 'tell wrong' : 'nothing'
    return row.wellAt ? 'wrong again' : 'nothing'
  }

  if (row.toldAt === null) return 'passed'
  if (row.wellAt === null) return 'well since now'

  return now.getTime() - row.wellAt.getTime() >= wellAfterMs ? 'tell well' : 'nothing'
}
