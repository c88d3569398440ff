import type { AdminApi } from '@chaveiro/contracts/admin'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { loadedFigure, formatShare, StatCards } from '../components/stat-cards.tsx'
import { changeOf, growthText } from './chart-data.ts'

export type BusinessReply = Reply<AdminApi['statistics']['business']>
type Figures = BusinessReply['now']

/** How a figure did against the range before; where less is better a rise is the bad news. */
function Change({
  now,
  before,
  lessIsBetter,
}: Record<'now' | 'before', number> & { lessIsBetter?: boolean | undefined }) {
  const { i18n } = useTranslation()
  const rate = changeOf(now, before)
  const { text } = growthText(rate, nearestLanguage(i18n.language))
  if (rate === 0) return <span>{text}</span>

  const isGood = rate > 0 !== (lessIsBetter === true)

  return <span className={isGood ? 'text-good' : 'text-bad'}>{text}</span>
}

type Given = { now: Figures | undefined; before: Figures | undefined; failed: boolean }

type Card = {
  label: string
  /** What is compared with the range before. */
  read(of: Figures): number
  show(of: Figures): string
  note?(of: Figures): string
  lessIsBetter?: boolean
}

/** Room for the lines of a note that is on its way. */
const awaited = (isLong: boolean, failed: boolean) =>
  failed ? undefined : (
    <>
      <span>{'\u00A0'}</span>
      {isLong && <span className="block">{'\u00A0'}</span>}
    </>
  )

/** Figures of a range, each with how it did against the range before. */
function Compared({ label, cards, now, before, failed }: Given & { label: string; cards: Card[] }) {
  return (
    <StatCards
      phone="pairs"
      label={label}
      items={cards.map(({ label: name, read, show, note, lessIsBetter }) => ({
        label: name,
        value: loadedFigure(now && show(now), failed),
        note:
          now && before ? (
            <>
              <Change now={read(now)} before={read(before)} lessIsBetter={lessIsBetter} />
              {note && <span className="block">{note(now)}</span>}
            </>
          ) : (
            awaited(note !== undefined, failed)
          ),
      }))}
    />
  )
}

/** What came in and what stays of it. */
export function MoneyCards(given: Given) {
  const { t } = useTranslation('admin')
  return (
    <Compared
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

/** What was contested, and what was left before it was paid. */
export function LossCards(given: Given) {
  const { t } = useTranslation('admin')
  const parts = ['disputes', 'abandonedCarts', 'unpaidPix'] as const

  return (
    <Compared
      {...given}
      label={t('adminSales.business.lost')}
      cards={parts.map((part) => ({
        label: t(`adminSales.business.${part}`),
        read: (of) => of[part].count,
        show: (of) => number(of[part].count),
        note: (of) => money(of[part].amount),
        lessIsBetter: true,
      }))}
    />
  )
}

const steps = ['visits', 'carts', 'checkouts', 'paid'] as const

/** From the visit to the paid order: each step, and which part of the visits came so far. */
export function Funnel(given: Given) {
  const { t } = useTranslation('admin')
  return (
    <Compared
      {...given}
      label={t('adminSales.business.funnel')}
      cards={steps.map((step) => ({
        label: t(`adminSales.business.step.${step}`),
        read: (of) => of[step],
        show: (of) => number(of[step]),
        ...(step === 'visits'
          ? {}
          : {
              note: (of: Figures) =>
                t('adminSales.business.ofVisits', { part: formatShare(of[step], of.visits) }),
            }),
      }))}
    />
  )
}
