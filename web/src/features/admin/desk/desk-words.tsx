import { disputeWord } from '@chaveiro/contracts/dispute-words'
import { useTranslation } from 'react-i18next'

import { money, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { DeskItem } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

const statusTones: Record<NonNullable<DeskItem['kind']>, Tone> = {
  late: 'wait',
  partial: 'warm',
  over: 'info',
  duplicate: 'info',
  mismatch: 'bad',
  confirmation: 'wait',
  disputed: 'bad',
  held: 'bad',
  refund: 'bad',
  withdrawal: 'wait',
}

// A state is text with its dot on the case's page too, as in a row.
const textClass = 'border-transparent bg-transparent px-0'

/** The review reason of a payment. */
export function KindBadge({ item }: { item: DeskItem }) {
  const { t } = useTranslation('admin')
  if (!item.kind) return null

  return (
    <Badge tone={statusTones[item.kind]} className={textClass}>
      {t(`desk.kind.${item.kind}`)}
    </Badge>
  )
}

/** Returns a function that describes in a sentence what happened to the money. */
export function useHappened(): (item: DeskItem) => string {
  const { t } = useTranslation('admin')
  return (item) => {
    const textValues = {
      received: money(item.received, item.currency),
      amount: money(item.amount, item.currency),
      more: money(Math.max(0, item.received - item.amount), item.currency),
      less: money(Math.max(0, item.amount - item.received), item.currency),
      taken: money(
        item.disputes.reduce((sum, dispute) => sum + dispute.taken, 0),
        item.currency,
      ),
    }

    if (item.kind === 'withdrawal' && item.withdrawal)
      return t('desk.happened.withdrawal', {
        amount: textValues.amount,
        at: date(item.withdrawal.askedAt, 'moment'),
      })

    if (item.dispute) return t(`desk.dispute.${item.dispute}`, textValues)

    return t(`desk.happened.${item.kind ?? 'none'}`, textValues)
  }
}

/** Delivered and ordered units of a payment. */
export function PromisedUnits({ item }: { item: DeskItem }) {
  const { t } = useTranslation('admin')
  if (item.units === 0) return t('desk.nothingYet')

  return t('desk.deliveredOf', {
    count: item.units,
    done: number(item.delivered),
    all: number(item.units),
  })
}

const disputeTones: Record<DeskItem['disputes'][number]['state'], Tone> = {
  inquiry: 'warm',
  open: 'bad',
  won: 'good',
  lost: 'muted',
  unknown: 'wait',
}

/** Each dispute of a payment with its amounts, reason and deadline. */
export function DisputeList({ item }: { item: DeskItem }) {
  const { t } = useTranslation('admin')
  if (!item.disputes.length) return null

  return (
    <ul className="grid gap-1">
      {item.disputes.map((dispute) => (
        <li key={dispute.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs">
          <Badge tone={disputeTones[dispute.state]} className={textClass}>
            {t(`desk.disputeIs.${dispute.state}`)}
          </Badge>

          <span>
            {t('desk.disputeOf', {
              contested: money(dispute.contested, item.currency),
              taken: money(dispute.taken, item.currency),
            })}
          </span>

          {dispute.reason && (
            <span>
              {t('desk.disputeReason', { reason: disputeWord(dispute.reason, currentLanguage()) })}
            </span>
          )}

          {dispute.dueAt && (
            <span className="text-muted">
              {t('desk.disputeDue', { date: date(dispute.dueAt, 'moment') })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Completed and pending refunds. */
export function RefundSummary({ item }: { item: DeskItem }) {
  const { t } = useTranslation('admin')

  const refundLines = [
    item.refunding > 0 && t('desk.refunding', { amount: money(item.refunding, item.currency) }),
    item.refunded > 0 && t('desk.refunded', { amount: money(item.refunded, item.currency) }),
  ].filter(Boolean)

  if (!refundLines.length) return null

  return <span className="text-xs text-muted">{refundLines.join(' ')}</span>
}
