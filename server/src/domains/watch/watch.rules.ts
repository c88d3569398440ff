import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'

/** The values that the watch checks; ages in seconds. */
export type Readings = {
  isDiskFull: boolean
  jobSeconds: number
  deadJobs: number
  overduePayments: number
  moneySeconds: number
  unitSeconds: number
  backupSeconds: number
  partsDown: readonly string[]
}

const hourSeconds = 3600

const alertLimits = {
  jobSeconds: 300,
  moneySeconds: 24 * hourSeconds,
  unitSeconds: hourSeconds,
  backupSeconds: 36 * hourSeconds,
}

const alertOfPart: Record<string, ShopAlert> = {
  pix: 'pix_down',
  card: 'card_down',
  crypto: 'crypto_down',
  chat: 'chat_down',
  mail: 'mail_down',
}

/** The alerts that these readings raise. */
export function wrongNow(readings: Readings): ShopAlert[] {
  const alertChecks: [ShopAlert, boolean][] = [
    ['disk', readings.isDiskFull],
    ['jobs_late', readings.jobSeconds > alertLimits.jobSeconds],
    ['jobs_dead', readings.deadJobs > 0],
    ['payments_unasked', readings.overduePayments > 0],
    ['money_waiting', readings.moneySeconds > alertLimits.moneySeconds],
    ['units_waiting', readings.unitSeconds > alertLimits.unitSeconds],
    ['backup_old', readings.backupSeconds > alertLimits.backupSeconds],
  ]

  const raisedAlerts = alertChecks.filter(([, isWrong]) => isWrong).map(([name]) => name)

  return [...raisedAlerts, ...readings.partsDown.flatMap((part) => alertOfPart[part] ?? [])]
}

/**
 * A fault shorter than `tellAfterMs` is not reported. A fault that returns within `wellAfterMs`
 * continues the same alert.
 */
const tellAfterMs = 2 * 60_000
const wellAfterMs = 5 * 60_000

type Row = { seenAt: Date; toldAt: Date | null; wellAt: Date | null }

/**
 * The next step for a known alert. An alert is reported once when it lasts, and once more when it
 * has been over for a while.
 */
export function nextAlertStep(
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
