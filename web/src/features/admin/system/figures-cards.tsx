import type { AdminApi } from '@chaveiro/contracts/admin'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { moneyOfCents, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../components/facts.tsx'
import { date } from '../shared/shop-clock.ts'
import { formatAge } from './figures.ts'

type Figures = Reply<AdminApi['system']['figures']>
type Words = TFunction<['admin', 'status']>

const freshEveryMs = 15_000

/** Alerts sent to admins that are not resolved. */
function AlertList({ alerts }: Pick<Figures, 'alerts'>) {
  const { t } = useTranslation('admin')
  if (!alerts.length) return null

  return (
    <Card>
      <div role="alert" className="grid gap-2 text-sm">
        <h2 className="font-semibold text-bad">{t('adminSystem.alerts.title')}</h2>

        <ul className="grid list-disc gap-1 pl-5">
          {alerts.map(({ name, since }) => (
            <li key={name}>
              {t('adminSystem.alerts.since', {
                what: t(`adminSystem.alerts.is.${name}`),
                since: date(since, 'moment'),
              })}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** Duration of a state; 'just now' below a second. */
const since = (t: Words, seconds: number): string => {
  if (seconds < 1) return t('admin:adminSystem.now.justNow')

  return t('admin:adminSystem.now.since', { age: formatAge(seconds) })
}

const waitingText = (t: Words, count: number, seconds: number): string => {
  if (count)
    return t('admin:adminSystem.now.oldest', { number: number(count), since: since(t, seconds) })

  return t('admin:adminSystem.now.none')
}

const queueText = (t: Words, { oldestSeconds, dead }: Figures['queue']): string => {
  if (oldestSeconds < 1 && dead === 0) return t('admin:adminSystem.now.queueEmpty')
  if (oldestSeconds < 1) return t('admin:adminSystem.now.queueFresh', { dead: number(dead) })

  return t('admin:adminSystem.now.queueIs', { age: formatAge(oldestSeconds), dead: number(dead) })
}

const openMoneyText = (
  t: Words,
  { payments, brlCents, usdCents, oldestSeconds }: Figures['money'],
) => {
  if (payments)
    return t('admin:adminSystem.now.moneyIs', {
      payments: number(payments),
      sums: [
        brlCents ? moneyOfCents(brlCents, 'BRL') : '',
        usdCents ? moneyOfCents(usdCents, 'USD') : '',
      ]
        .filter(Boolean)
        .join(' + '),
      since: since(t, oldestSeconds),
    })

  return t('admin:adminSystem.now.none')
}

function NowCards({ figures }: { figures: Figures }) {
  const { t } = useTranslation(['admin', 'status'])
  const { requests, database, queue, mails, money, units, lateTasks, backupAt, alertsBy } = figures
  const perMinute = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 })

  return (
    <Card>
      <Facts
        title={t('admin:adminSystem.now.title')}
        items={[
          [t('admin:adminSystem.now.requests'), perMinute.format(requests.perMinute)],
          [t('admin:adminSystem.now.errors'), number(requests.errors)],
          [t('admin:adminSystem.now.database'), t('admin:adminSystem.now.databaseIs', database)],
          [t('admin:adminSystem.now.queue'), queueText(t, queue)],
          [
            t('admin:adminSystem.now.mails'),
            [
              waitingText(t, mails.waiting, mails.oldestSeconds),
              ...(mails.lastError ? [t(`admin:adminSystem.mailTrouble.${mails.lastError}`)] : []),
            ].join(' · '),
          ],
          [t('admin:adminSystem.now.money'), openMoneyText(t, money)],
          [t('admin:adminSystem.now.units'), waitingText(t, units.waiting, units.oldestSeconds)],
          [
            t('admin:adminSystem.now.tasks'),
            lateTasks.join(', ') || t('admin:adminSystem.now.none'),
          ],
          [
            t('admin:adminSystem.now.backup'),
            backupAt ? date(backupAt, 'moment') : t('admin:adminSystem.now.noBackup'),
          ],
          [t('admin:adminSystem.now.alerts'), t(`admin:adminSystem.now.alertsBy.${alertsBy}`)],
        ]}
      />
    </Card>
  )
}

function SlowestRequests({ slowest }: Figures['requests']) {
  const { t } = useTranslation('admin')
  if (!slowest.length) return null

  return (
    <Card>
      <Facts
        long
        title={t('adminSystem.slowest.title')}
        items={slowest.map(({ call, count, meanMs, slowestMs }) => [
          call,
          t('adminSystem.slowest.is', {
            mean: number(meanMs),
            most: number(slowestMs),
            count,
          }),
        ])}
      />
    </Card>
  )
}

function Providers({ parts }: Pick<Figures, 'parts'>) {
  const { t } = useTranslation(['admin', 'status'])
  if (!parts.length) return null

  return (
    <Card>
      <Facts
        title={t('admin:adminSystem.providers')}
        items={parts.map(({ part, state, measuredAt }) => [
          t(`status:part.${part}`),
          <span key={part} className="grid gap-0.5">
            <span className={state === 'down' ? 'text-bad' : undefined}>
              {t(`status:state.${state}`)}
            </span>
            <span className="text-xs text-muted">
              {t('admin:adminSystem.pix.checked', { date: date(measuredAt, 'moment') })}
            </span>
          </span>,
        ])}
      />
    </Card>
  )
}

export const useFigures = () =>
  useQuery(ask(adminApi.system.figures, {}, { refetchInterval: freshEveryMs, staleTime: 0 }))

/** Operating figures for owners without Prometheus (P531). */
export function FiguresCards() {
  const { data } = useFigures()
  if (!data) return null

  return (
    <>
      <AlertList alerts={data.alerts} />

      <div className="grid items-start gap-4 lg:grid-cols-2">
        <NowCards figures={data} />
        <div className="grid gap-4">
          <Providers parts={data.parts} />
          <SlowestRequests {...data.requests} />
        </div>
      </div>
    </>
  )
}
