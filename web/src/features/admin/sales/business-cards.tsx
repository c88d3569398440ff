import type { AdminApi } from '@chaveiro/contracts/admin'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { loadedFigure, formatShare, StatCards } from '../components/stat-cards.tsx'
import { percentChange, growthText } from './chart-data.ts'

export type BusinessReply = Reply<AdminApi['statistics']['business']>
type Figures = BusinessReply['now']

/** Change against the previous range; for some figures a rise is bad. */
function ChangeBadge({
  now,
  before,
  lessIsBetter,
}: Record<'now' | 'before', number> & { lessIsBetter?: boolean | undefined }) {
  const { i18n } = useTranslation()
  const changeRate = percentChange(now, before)
  const { text } = growthText(changeRate, nearestLanguage(i18n.language))
  if (changeRate === 0) return <span>{text}</span>

  const isGoodNews = changeRate > 0 !== (lessIsBetter === true)

  return <span className={isGoodNews ? 'text-good' : 'text-bad'}>{text}</span>
}

type Given = { now: Figures | undefined; before: Figures | undefined; failed: boolean }

type Card = {
  label: string
  /** Value that is compared with the previous range. */
  read(of: Figures): number
  show(of: Figures): string
  note?(of: Figures): string
  lessIsBetter?: boolean
}

/** Placeholder lines for a note that is loading. */
const awaitedNote = (isLong: boolean, failed: boolean) => {
  if (failed) return undefined

  return (
    <>
      <span>{'\u00A0'}</span>
      {isLong && <span className="block">{'\u00A0'}</span>}
    </>
  )
}

/** The change against the previous range, and below it the card's own note. */
function comparedNote({ read, note, lessIsBetter }: Card, { now, before, failed }: Given) {
  if (!now || !before) return awaitedNote(note !== undefined, failed)

  return (
    <>
      <ChangeBadge now={read(now)} before={read(before)} lessIsBetter={lessIsBetter} />
      {note && <span className="block">{note(now)}</span>}
    </>
  )
}

/** Figures of a range, each compared with the previous range. */
function ComparedCards({ label, cards, ...range }: Given & { label: string; cards: Card[] }) {
  const { now, failed } = range

  return (
    <StatCards
      layout="columns"
      label={label}
      items={cards.map((card) => ({
        label: card.label,
        value: loadedFigure(now && card.show(now), failed),
        note: comparedNote(card, range),
      }))}
    />
  )
}

/** Orders, income, net income after fees, and refunds. */
export function MoneyCards(given: Given) {
  const { t } = useTranslation('admin')
  return (
    <ComparedCards
      {...given}
      label={t('adminSales.business.money')}
      cards={[
        {
          label: t('adminSales.business.orders'),
          read: (of) => of.sold.count,
          show: (of) => number(of.sold.count),
          note: (of) => money(of.sold.amount),
        },
        {
          label: t('adminSales.business.takenIn'),
          read: (of) => of.takenIn,
          show: (of) => money(of.takenIn),
        },
        {
          label: t('adminSales.business.net'),
          read: (of) => of.net,
          show: (of) => money(of.net),
          note: (of) => t('adminSales.business.netOf', { fees: money(of.fees) }),
        },
        {
          label: t('adminSales.business.refunds'),
          read: (of) => of.refunds.amount,
          show: (of) => money(of.refunds.amount),
          note: (of) => t('adminSales.business.refundCount', { count: of.refunds.count }),
          lessIsBetter: true,
        },
      ]}
    />
  )
}

/** Disputed money, and carts and payments that were abandoned. */
export function LossCards(given: Given) {
  const { t } = useTranslation('admin')
  const lossParts = ['disputes', 'abandonedCarts', 'unpaidPix'] as const

  return (
    <ComparedCards
      {...given}
      label={t('adminSales.business.lost')}
      cards={lossParts.map((part) => ({
        label: t(`adminSales.business.${part}`),
        read: (of) => of[part].count,
        show: (of) => number(of[part].count),
        note: (of) => money(of[part].amount),
        lessIsBetter: true,
      }))}
    />
  )
}

const funnelSteps = ['visits', 'carts', 'checkouts', 'paid'] as const

/** From visit to paid order: each step as a share of all visits. */
export function VisitFunnel(given: Given) {
  const { t } = useTranslation('admin')
  return (
    <ComparedCards
      {...given}
      label={t('adminSales.business.funnel')}
      cards={funnelSteps.map((step) => ({
        label: t(`adminSales.business.step.${step}`),
        read: (of) => of[step],
        show: (of) => number(of[step]),
        ...(step !== 'visits' && {
          note: (of: Figures) =>
            t('adminSales.business.ofVisits', { part: formatShare(of[step], of.visits) }),
        }),
      }))}
    />
  )
}
