import { describe, expect, it } from 'vitest'

import { nextAlertStep, type Readings, wrongNow } from './watch.rules.ts'

const quiet: Readings = {
  isDiskFull: false,
  jobSeconds: 0,
  deadJobs: 0,
  overduePayments: 0,
  moneySeconds: 0,
  unitSeconds: 0,
  backupSeconds: 0,
  partsDown: [],
}

describe('the alerts of a shop', () => {
  it.each<[string, Partial<Readings>, string[]]>([
    ['a shop without trouble', {}, []],
    ['a full disk', { isDiskFull: true }, ['disk']],
    ['a job that waits 5 minutes', { jobSeconds: 300 }, []],
    ['a job that waits longer', { jobSeconds: 301 }, ['jobs_late']],
    ['one failed job', { deadJobs: 1 }, ['jobs_dead']],
    ['one payment past its check', { overduePayments: 1 }, ['payments_unasked']],
    ['money that waits a day', { moneySeconds: 86_400 }, []],
    ['money that waits longer', { moneySeconds: 86_401 }, ['money_waiting']],
    ['a unit that waits an hour', { unitSeconds: 3600 }, []],
    ['a unit that waits longer', { unitSeconds: 3601 }, ['units_waiting']],
    ['a backup of 36 hours ago', { backupSeconds: 129_600 }, []],
    ['an older backup', { backupSeconds: 129_601 }, ['backup_old']],
    ['Pix down', { partsDown: ['pix'] }, ['pix_down']],
    ['cards down', { partsDown: ['card'] }, ['card_down']],
    ['crypto down', { partsDown: ['crypto'] }, ['crypto_down']],
    ['chat down', { partsDown: ['chat'] }, ['chat_down']],
    ['mail down', { partsDown: ['mail'] }, ['mail_down']],
    ['a part that has no alert', { partsDown: ['shop', 'mail'] }, ['mail_down']],
  ])('%s', (_, trouble, alerts) => {
    expect(wrongNow({ ...quiet, ...trouble })).toEqual(alerts)
  })

  it('are listed together, the own ones before the providers', () => {
    expect(
      wrongNow({
        isDiskFull: true,
        jobSeconds: 9999,
        deadJobs: 3,
        overduePayments: 2,
        moneySeconds: 999_999,
        unitSeconds: 999_999,
        backupSeconds: 999_999,
        partsDown: ['card', 'pix'],
      }),
    ).toEqual([
      'disk',
      'jobs_late',
      'jobs_dead',
      'payments_unasked',
      'money_waiting',
      'units_waiting',
      'backup_old',
      'card_down',
      'pix_down',
    ])
  })
})

describe('the next step of an alert', () => {
  const at = (time: string) => new Date(`2026-03-10T${time}Z`)
  const seenAt = at('10:00:00')
  const unreported = { seenAt, toldAt: null, wellAt: null }
  const reported = { seenAt, toldAt: at('10:02:00'), wellAt: null }
  const recovered = { seenAt, toldAt: at('10:02:00'), wellAt: at('10:30:00') }

  it.each([
    ['is not reported before two minutes', unreported, '10:01:59', 'nothing'],
    ['is reported after two minutes', unreported, '10:02:00', 'tell wrong'],
    ['is reported once', reported, '18:00:00', 'nothing'],
    ['continues when the fault returns', recovered, '10:34:59', 'wrong again'],
  ] as const)('that lasts %s', (_, row, time, step) => {
    expect(nextAlertStep(row, true, at(time))).toBe(step)
  })

  it.each([
    ['is dropped if it was never reported', unreported, '10:01:00', 'passed'],
    ['notes the end of a reported fault', reported, '10:30:00', 'well since now'],
    ['waits five minutes for the fault to return', recovered, '10:34:59', 'nothing'],
    ['reports the end after five minutes', recovered, '10:35:00', 'tell well'],
  ] as const)('that is over %s', (_, row, time, step) => {
    expect(nextAlertStep(row, false, at(time))).toBe(step)
  })
})
