import type { AdminApi } from '@chaveiro/contracts/admin'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { figureOf, share, StatCards, type Stat } from '../components/stat-cards.tsx'
import { growthText } from './chart-data.ts'

export type BusinessReply = Reply<AdminApi['statistics']['business']>
type Figures = BusinessReply['now']

/** By how many percent a figure changed; from nothing to something is a hundred. */
function changeOf(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return ((now - before) / Math.abs(before)) * 100
}

/** How a figure did against the range before; where less is better a rise is the bad news. */
function Change({
  now,
  before,
  lessIsBetter,
}: Record<'now' | 'before', number> & { lessIsBetter?: boolean }) {
  const { i18n } = useTranslation()
  const rate = changeOf(now, before)
  const { text } = growthText(rate, nearestLanguage(i18n.language))
  if (rate === 0) return <span>{text}</span>
  const isGood = rate > 0 !== (lessIsBetter === true)
  return <span className={isGood ? 'text-good' : 'text-bad'}>{text}</span>
}

type Given = { now: Figures | undefined; before: Figures | undefined; failed: boolean }

/** What came in and what stays of it, each beside the range before. */
export function MoneyCards({ now, before, failed }: Given) {
  const { t } = useTranslation('admin')
  const card = (
    label: string,
    read: (of: Figures) => number,
    show: (of: Figures) => string,
    { lessIsBetter = false, note = (_: Figures): string => '' } = {},
  ): Stat => ({
    label,
    value: figureOf(now && show(now), failed),
    note:
      now && before ? (
        <>
          <Change now={read(now)} before={read(before)} lessIsBetter={lessIsBetter} />
          {note(now) ? <span className="block">{note(now)}</span> : null}
        </>
      ) : undefined,
  })
  const much = { lessIsBetter: true }
  const amountOf = (of: { amount: number }) => money(of.amount)
  return (
    <StatCards
      label={t('adminSales.business.money')}
      items={[
        card(
          t('adminSales.business.orders'),
          (of) => of.sold.count,
          (of) => number(of.sold.count),
          {
            note: (of) => amountOf(of.sold),
          },
        ),
        card(
          t('adminSales.business.takenIn'),
          (of) => of.takenIn,
          (of) => money(of.takenIn),
        ),
        card(
          t('adminSales.business.net'),
          (of) => of.net,
          (of) => money(of.net),
          {
            note: (of) => t('adminSales.business.netOf', { fees: money(of.fees) }),
          },
        ),
        card(
          t('adminSales.business.refunds'),
          (of) => of.refunds.amount,
          (of) => amountOf(of.refunds),
          {
            ...much,
            note: (of) => t('adminSales.business.refundCount', { count: of.refunds.count }),
          },
        ),
        card(
          t('adminSales.business.disputes'),
          (of) => of.disputes.count,
          (of) => number(of.disputes.count),
          { ...much, note: (of) => amountOf(of.disputes) },
        ),
        card(
          t('adminSales.business.abandoned'),
          (of) => of.abandonedCarts.count,
          (of) => number(of.abandonedCarts.count),
          { ...much, note: (of) => amountOf(of.abandonedCarts) },
        ),
        card(
          t('adminSales.business.unpaidPix'),
          (of) => of.unpaidPix.count,
          (of) => number(of.unpaidPix.count),
          { ...much, note: (of) => amountOf(of.unpaidPix) },
        ),
      ]}
    />
  )
}

const steps = ['visits', 'carts', 'checkouts', 'paid'] as const

/** From the visit to the paid order: each step, and which part of the visits came so far. */
export function Funnel({ now, before, failed }: Given) {
  const { t } = useTranslation('admin')
  return (
    <StatCards
      label={t('adminSales.business.funnel')}
      items={steps.map((step) => ({
        label: t(`adminSales.business.step.${step}`),
        value: figureOf(now && number(now[step]), failed),
        note:
          now && before ? (
            <>
              <Change now={now[step]} before={before[step]} />
              {step === 'visits' ? null : (
                <span className="block">
                  {t('adminSales.business.ofVisits', { part: share(now[step], now.visits) })}
                </span>
              )}
            </>
          ) : undefined,
      }))}
    />
  )
}
