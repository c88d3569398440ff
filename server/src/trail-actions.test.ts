import { trailWords } from '@chaveiro/contracts/admin/trail-words'
import { errors } from '@chaveiro/contracts/errors'
import {
  disputeStates,
  reviewReasons,
  reviewStatuses,
  roleStates,
} from '@chaveiro/contracts/states'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { staffActs } from './testing/staff-acts.ts'

// A test must cause every action of the audit log and read its entry.

const root = new URL('.', import.meta.url).pathname
const read = (path: string): string => readFileSync(root + path, 'utf8')

/** Texts that look like an action but are none, in files that write the audit log. */
const noActions = new Set([
  'guilds.join',
  'mensagem.txt',
  'metadata.expiration',
  'pix.infractions',
  'pix.webhook',
  'texts.${language}.content',
])

const jobNames = new Set(
  [...read('platform/queue/jobs.ts').matchAll(/'([a-z]+\.[a-z-]+)': defineJob/g)].map(
    ([, name]) => name!,
  ),
)

const eventKinds = new Set(
  [...read('platform/queue/events.ts').matchAll(/\| '([a-z]+\.[a-z-]+)'/g)].map(
    ([, kind]) => kind!,
  ),
)

function actionsIn(source: string): string[] {
  const direct = [...source.matchAll(/\baction:\s*(?:[^,'`]*\? )?'([^']+)'(?:\s*: '([^']+)')?/g)]
  const composed = [...source.matchAll(/`([a-z_]+\.[a-z_]*\$\{[^`]*)`/g)]
  const passed = [...source.matchAll(/'([a-z_]+\.[a-z_-]+)'/g)]
    .map(([, name]) => name!)
    .filter((name) => !(name in errors) && !jobNames.has(name) && !eventKinds.has(name))

  return [...direct, ...composed]
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined))
    .concat(passed)
    .filter((name) => !noActions.has(name))
}

const sources = globSync('**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\.suite\.ts$|^(testing|demo)\//.test(path))
  .map(read)
  .filter((source) => /recordAudit|recordPowerAct|recordRotation/.test(source))

const actions = [...new Set(sources.flatMap(actionsIn))]

const byStaff = new Set(
  staffActs
    .flatMap((group) => Object.values(group))
    .flat()
    .map((line) => line.split(' ')[1]),
)

/** Actions that no staff call causes, each with the test that reads its audit entry. */
const elsewhere: Record<string, string> = {
  'delivery.failing': 'domains/fulfilment/grants/provider-sync.test.ts',
  'deposit.returned': 'domains/payments/review/review.admin.test.ts',
  'deposit.unmatched': 'domains/payments/payments.test.ts',
  'grant.${providerState}': 'domains/fulfilment/grants/provider-sync.test.ts',
  'keys.seen': 'staff-keys.test.ts',
  'licence.expired': 'domains/licences/licences.test.ts',
  login: 'own-acts.test.ts',
  'login.code_sent': 'own-acts.test.ts',
  'login.failed': 'own-acts.test.ts',
  logout: 'own-acts.test.ts',
  'notification.undelivered': 'domains/notifications/notifications.announce.test.ts',
  'order.archived': 'domains/orders/orders.admin.test.ts',
  'order.cancelled': 'domains/orders/orders.admin.test.ts',
  'order.receipt_sent': 'own-acts.test.ts',
  'order.recorded': 'domains/payments/manual/manual-order.admin.test.ts',
  'order.reopened': 'domains/orders/orders.admin.test.ts',
  'order.restored': 'domains/payments/disputes/disputes.test.ts',
  'order.withdrawal_asked': 'own-acts.test.ts',
  'order.withdrawal_declined': 'domains/payments/withdrawals/withdrawals.test.ts',
  'password.changed': 'own-acts.test.ts',
  'password.forgot': 'own-acts.test.ts',
  'password.reset': 'own-acts.test.ts',
  'payment.${verdict.reviewReason}': 'domains/payments/review/review.admin.test.ts',
  'payment.created': 'own-acts.test.ts',
  'payment.defence_sent': 'domains/payments/disputes/infractions.test.ts',
  'payment.dispute_${after.state}': 'domains/payments/disputes/disputes.test.ts',
  'payment.evidence_taken': 'domains/payments/review/review.admin.test.ts',
  'payment.infraction': 'domains/payments/disputes/infractions.test.ts',
  'payment.reopened': 'domains/payments/disputes/disputes.test.ts',
  'provider.letter_sent': 'domains/settings/first-steps.test.ts',
  'refund.${fact.status}': 'domains/payments/refunds/returns.test.ts',
  'refund.${result.status}': 'own-acts.test.ts',
  'refund.opened': 'own-acts.test.ts',
  register: 'own-acts.test.ts',
  'request.blocked': 'domains/security/bans.test.ts',
  'review.${status}': 'domains/reviews/reviews.admin.test.ts',
  'role.${storedGrant.state}': 'domains/discord-roles/roles.test.ts',
  'secret.rotation-begun': 'domains/rotation/secret.test.ts',
  'secret.rotation-ended': 'domains/rotation/secret.test.ts',
  'session.ended': 'own-acts.test.ts',
  'session.reuse': 'domains/accounts/session/session.test.ts',
  'session.step_up': 'own-acts.test.ts',
  'stock.held': 'domains/stock/stock.hold.test.ts',
  'stock.released': 'domains/stock/stock.hold.test.ts',
  'two_factor.codes_renewed': 'own-acts.test.ts',
  'two_factor.disabled': 'own-acts.test.ts',
  'two_factor.enabled': 'own-acts.test.ts',
  'user.chat_linked': 'domains/accounts/discord-link/discord-link.test.ts',
  'user.chat_unlinked': 'domains/accounts/discord-link/discord-link.test.ts',
  'user.code_sent': 'own-acts.test.ts',
  'user.cpf_forgotten': 'domains/accounts/kept-cpf/kept-cpf.gone.test.ts',
  'user.cpf_kept': 'domains/accounts/kept-cpf/kept-cpf.gone.test.ts',
  'user.exported': 'cli/person.long.test.ts',
  'user.first-admin': 'domains/accounts/accounts.staff.test.ts',
  'user.mail_changed': 'domains/accounts/own-mail/mail-change.test.ts',
  'user.mailbox_proven': 'domains/accounts/own-mail/mailbox.test.ts',
  'user.renamed': 'own-acts.test.ts',
  'vault.rotation-begun': 'domains/rotation/rotation.test.ts',
  'vault.rotation-ended': 'domains/rotation/rotation.test.ts',
}

it('every action is caused by staff in staff-acts.ts, or read by the test named here', () => {
  expect(actions.length).toBeGreaterThan(100)
  const others = actions.filter((action) => !byStaff.has(action))
  expect(others.toSorted()).toEqual(Object.keys(elsewhere).toSorted())
})

/** The possible values of the variable part in the names of actions. */
const named: Record<string, readonly string[]> = {
  'grant.${providerState}': ['good', 'banned', 'gone'],
  'payment.${verdict.reviewReason}': reviewReasons,
  'payment.dispute_${after.state}': disputeStates,
  'refund.${fact.status}': ['pending', 'succeeded', 'failed'],
  'refund.${result.status}': ['succeeded', 'failed'],
  'review.${status}': reviewStatuses,
  'role.${storedGrant.state}': roleStates,
}

it('every action of the trail has its sentence in both languages', () => {
  const allActions = [...actions, ...[...byStaff].filter((word) => word!.includes('.'))].flatMap(
    (action) => {
      if (!action!.includes('${')) return [action!]

      expect(named, 'the names of an open action').toHaveProperty([action!])

      return named[action!]!.map((part) => action!.replace(/\$\{.*\}/, part))
    },
  )

  expect(new Set(allActions).size).toBeGreaterThan(140)
  expect(allActions.filter((action) => !trailWords[action])).toEqual([])
  for (const [action, { 'pt-BR': pt, 'en-US': en }] of Object.entries(trailWords))
    expect([pt.length > 3, en.length > 3, pt !== en], action).toEqual([true, true, true])
})

it('no two actions have the same sentence, so that a choice among them is clear', () => {
  for (const language of ['pt-BR', 'en-US'] as const) {
    const sentences = Object.values(trailWords).map((words) => words[language])
    expect(sentences.filter((words, place) => sentences.indexOf(words) !== place)).toEqual([])
  }
})

it.each(Object.entries(elsewhere))('%s is read by %s', (action, path) => {
  const literal = `'${action.replace(/\$\{.*\}/, '')}`
  expect(read(path).includes(literal)).toBe(true)
})
