import { describe, expect, it } from 'vitest'

import * as states from './states.ts'
import { mayMove, moves, staffMayMove, staffMoves } from './states.ts'

// The database, the API and the texts use these words: renaming a word breaks them.

describe('the words of states', () => {
  const { moves: _moves, staffMoves: _staffMoves, ...rest } = states
  const lists = Object.fromEntries(
    Object.entries(rest).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list]] : [])),
  )

  it('are these, in this order', () => {
    expect(
      Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.join(' ')])),
    ).toEqual({
      paymentStatuses: 'pending completed failed rejected refunded',
      reviewReasons: 'late partial over duplicate mismatch confirmation disputed held',
      disputesByGravity: 'open unknown inquiry lost won',
      paymentReasons: 'expired cancelled replaced refused declined',
      paymentRemarks: 'coupon_spent customer_limit customer_deleted nothing_to_pay',
      refundStatuses: 'pending succeeded failed',
      depositStates: 'matched unmatched review',
      grantStates: 'asked granted dropped',
      grantStandings: 'good banned gone',
      saleChannels: 'site discord',
      mailRefusalSources: 'refused returned',
      ticketSpeakers: 'customer staff',
      ticketRoles: 'user staff bot',
      ticketChatStates: 'opening open archiving archived failed',
      orderStatuses: 'pending completed cancelled refunded',
      orderOrigins: 'site discord manual',
      manualMethods: 'given outside',
      stockStatuses: 'available reserved used revoked',
      licenceStatuses: 'active expired revoked',
      customerLicenceStatuses: 'active expired suspended pending',
      cartStatuses: 'active completed abandoned',
      buyerStates: 'there banned deleted',
      ticketStatuses: 'open closed',
      ticketSources: 'shop discord',
      ticketAuthors: 'customer staff system',
      ticketChannels: 'shop mail discord',
      couponUseStates: 'reserved consumed released',
      couponTypes:
        'percentage fixed first_purchase loyalty bundle seasonal category birthday recovery',
      couponStatuses: 'active inactive expired upcoming exhausted',
      productStatuses: 'active inactive maintenance discontinued',
      productSorts: 'relevance price_asc price_desc newest name',
      productProviders: 'stock keyauth manual',
      unitStatuses: 'pending delivered revoked',
      deskKinds:
        'late partial over duplicate mismatch confirmation disputed held refund withdrawal',
      deskActions: 'accept confirm deliver refund release note',
      withdrawalStates: 'possible open declined refunded',
      disputeStates: 'inquiry open won lost unknown',
      defenceStates: 'pending sent failed',
      ownCodePurposes: 'proof removal mailbox',
      codePurposes: 'login proof removal mailbox mail',
      consentKinds: 'terms',
      consentChannels: 'registration site discord',
      jobStates: 'waiting retrying running dead',
      notificationTypes: 'announcement notification update alert',
      notificationPriorities: 'low medium high urgent',
      deliveryStatuses: 'sent failed pending',
      publicationStatuses: 'sent pending revoked',
      reviewStatuses: 'pending published rejected',
      reviewsModes: 'before after off',
      reviewSorts: 'newest highest lowest',
      noticeTypes: 'info warning alert',
      roleStates: 'waiting given taken absent failed',
      roleProblems: 'unconfigured unreachable limited not_member hierarchy no_role refused',
      roleWarnings: 'unconfigured unreachable unknown everyone managed permission hierarchy',
    })
  })
})

/** A table of moves as readable lines: payment pending > completed failed. */
const told = (table: Record<string, Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([thing, from]) =>
    Object.entries(from).map(([state, to]) => [thing, state, '>', ...to].join(' ')),
  )

describe('legal moves', () => {
  it('late money completes a failed payment; a sold key can move, a used coupon cannot return [decision Q38, Q110]', () => {
    expect(told(moves)).toEqual([
      'payment pending > completed failed rejected',
      'payment failed > completed',
      'payment rejected > completed',
      'payment completed > refunded',
      'payment refunded > completed',
      'order pending > completed cancelled',
      'order cancelled > completed pending',
      'order completed > refunded',
      'order refunded > completed',
      'stock available > reserved used revoked',
      'stock reserved > available used revoked',
      'stock used > available reserved revoked',
      'stock revoked > available reserved used',
      'licence active > expired revoked',
      'licence expired > active revoked',
      'licence revoked > active expired',
      'cart active > completed abandoned',
      'cart abandoned > active completed',
      'cart completed > active abandoned',
      'ticket open > closed',
      'ticket closed > open',
      'couponUse reserved > consumed released',
      'couponUse released > consumed',
      'couponUse consumed >',
      'review pending > published rejected',
      'review published > rejected pending',
      'review rejected > published pending',
    ])

    expect([
      mayMove('payment', 'failed', 'completed'),
      mayMove('payment', 'completed', 'failed'),
      mayMove('couponUse', 'consumed', 'released'),
      mayMove('ticket', 'open', 'open'),
      mayMove('ticket', 'lost' as 'open', 'closed'),
    ]).toEqual([true, false, false, false, false])
  })

  it('staff can fail no payment by hand, and only money makes a refunded payment real [decision Q34, Q122]', () => {
    expect(told(staffMoves)).toEqual([
      'payment pending > completed',
      'payment failed > completed',
      'payment rejected > completed',
      'payment completed > refunded',
      'payment refunded >',
      'order pending > completed cancelled',
      'order cancelled > completed pending',
      'order completed > refunded',
      'order refunded >',
    ])

    expect([
      staffMayMove('payment', 'pending', 'completed'),
      staffMayMove('payment', 'pending', 'failed'),
      staffMayMove('order', 'refunded', 'completed'),
      staffMayMove('order', 'lost' as 'pending', 'completed'),
    ]).toEqual([true, false, false, false])
  })
})

/** A table of legal moves as a diagram; a state without moves is an end. */
function drawn([thing, from]: readonly [string, Readonly<Record<string, readonly string[]>>]) {
  const arrows = Object.entries(from).flatMap(([state, next]) =>
    next.length ? next.map((to) => `  ${state} --> ${to}`) : [`  ${state} --> [*]`],
  )
  return `## ${thing}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`
}

it('docs/states.md draws the legal moves as they are', async () => {
  const tables = [
    ...Object.entries(moves),
    ...Object.entries(staffMoves).map(([thing, from]) => [`${thing}, by staff`, from] as const),
  ]

  const lead =
    'A test draws this page from `contracts/src/states.ts` (`npx vitest run --project web -u`).' +
    ' The server refuses any other move, and the screens disable it.'
  await expect(`# States\n\n${lead}\n\n${tables.map(drawn).join('\n')}`).toMatchFileSnapshot(
    '../../docs/states.md',
  )
})
