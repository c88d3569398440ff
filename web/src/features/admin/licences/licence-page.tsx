import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CustomerLink } from '../components/customer-link.tsx'
import {
  BackToList,
  DetailPage,
  detailPath,
  DetailPart,
  PartRow,
  DetailColumns,
} from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { When } from '../components/when.tsx'
import { Timeline } from '../orders/timeline.tsx'
import { SingleKey } from '../shared/key-cell.tsx'
import { RevealDialog } from '../shared/reveal-dialog.tsx'
import { date } from '../shared/shop-clock.ts'
import { licenceTones } from './licence-tones.ts'
import { ReplaceForm } from './replace-form.tsx'
import { RevealsDialog } from './reveals-dialog.tsx'

type LicenceHistory = Reply<typeof adminApi.licences.story>['license']
const linkClass = 'inline-block min-h-6 underline decoration-1 underline-offset-4'
const formatMoment = (at: string | null) => {
  if (!at) return null

  return date(at, 'moment')
}

/** Product, owner, order and origin of the key. */
function LicenceFacts({ licence, onReveal }: { licence: LicenceHistory; onReveal(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      items={[
        [
          t('licenses.statusHead'),
          <Badge key="status" tone={licenceTones[licence.status]}>
            {t(`licenses.status.${licence.suspendedAt ? 'suspended' : licence.status}`)}
          </Badge>,
        ],
        [t('licenses.key'), <SingleKey key="key" row={licence} onReveal={onReveal} />],
        [
          t('licenses.customer'),
          <CustomerLink key="customer" id={licence.userId} className={linkClass}>
            {`${licence.customerName} (${licence.customerEmail})`}
          </CustomerLink>,
        ],
        [
          t('adminOrders.number'),
          <Link key="order" to={detailPath('orders', licence.orderId)} className={linkClass}>
            {licence.orderNumber}
          </Link>,
        ],
        [t('licenses.page.price'), money(licence.price, licence.currency)],
        [
          t('licenses.page.term'),
          licence.validityDays
            ? t('licenses.page.days', { count: licence.validityDays })
            : t('licenses.page.forLife'),
        ],
        [t('licenses.page.delivered'), formatMoment(licence.deliveredAt)],
        [t('licenses.expires'), formatMoment(licence.expirationDate) ?? t('licenses.never')],
        licence.suspendedAt && [t('licenses.page.suspended'), formatMoment(licence.suspendedAt)],
        [t('licenses.page.origin'), t(`licenses.page.from.${licence.origin}`)],
        licence.stocked && [t('licenses.page.stocked'), formatMoment(licence.stocked.at)],
        licence.stocked && [
          t('licenses.page.cost'),
          licence.stocked.cost === null ? null : money(licence.stocked.cost),
        ],
      ]}
    />
  )
}

/** Requests to the licence server; hidden if there are none. */
function LicenceGrants({ licence }: { licence: LicenceHistory }) {
  const { t } = useTranslation('admin')
  if (!licence.grants.length) return null

  return (
    <DetailPart title={t('licenses.page.grants')} none="" shown={licence.grants.length}>
      {licence.grants.map((grant) => (
        <PartRow
          key={grant.id}
          title={t(`licenses.page.grant.${grant.state}`)}
          line={
            <>
              <When at={grant.createdAt} />
              {grant.problem && ` · ${grant.problem}`}
            </>
          }
          state={
            grant.standing && (
              <Badge tone={grant.standing === 'good' ? 'good' : 'bad'}>
                {t(`licenses.page.standing.${grant.standing}`)}
              </Badge>
            )
          }
        />
      ))}
    </DetailPart>
  )
}

/** History of the licence and its key. */
function LicenceHistory({ licence }: { licence: LicenceHistory }) {
  const { t } = useTranslation('admin')
  if (licence.timeline.length)
    return <Timeline moments={licence.timeline} currency={licence.currency} />

  return (
    <DetailPart title={t('adminOrders.timeline')} none={t('adminUsers.page.noHistory')} shown={0}>
      {null}
    </DetailPart>
  )
}

/** Replace the key, see its reveals, open the order. */
function LicenceActions({ licence }: { licence: LicenceHistory }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState<'replace' | 'reveals' | null>(null)
  const licenceChange = useChange(adminApi.licences.story)

  const closeDialog = () => {
    setOpen(null)
    void licenceChange.reload()
  }

  return (
    <>
      <Button
        size="sm"
        icon={<RefreshCw size={15} aria-hidden />}
        disabled={licence.status !== 'active'}
        title={licence.status === 'active' ? undefined : t('licenses.onlyActive')}
        onClick={() => setOpen('replace')}
      >
        {t('licenses.replace')}
      </Button>

      <Button size="sm" onClick={() => setOpen('reveals')}>
        {t('licenses.reveals')}
      </Button>
      <Link to={detailPath('orders', licence.orderId)} className={buttonClass('plain', 'sm')}>
        {t('adminTransactions.order')}
      </Link>
      {open === 'replace' && <ReplaceForm licence={licence} onClose={closeDialog} />}
      {open === 'reveals' && <RevealsDialog licence={licence} onClose={closeDialog} />}
    </>
  )
}

/** The page of a licence: history left, facts right (P346). */
export function Page() {
  const { t } = useTranslation('admin')
  const licenceId = useParams().id!
  const [revealing, setRevealing] = useState(false)
  const licenceQuery = useQuery(
    ask(adminApi.licences.story, { params: { id: licenceId } }, { staleTime: 0 }),
  )
  useEffect(() => {
    if (licenceQuery.error) console.error('licenses', licenceQuery.error)
  }, [licenceQuery.error])
  const loadedLicence = licenceQuery.data?.license
  const backLink = <BackToList section="licenses">{t('licenses.page.back')}</BackToList>

  return (
    <Section
      title={
        loadedLicence
          ? loadedLicence.product.name || t('licenses.noProduct')
          : t('licenses.page.title')
      }
      text={loadedLicence?.maskedKey}
      actions={
        <>
          {!licenceQuery.isError && backLink}
          {loadedLicence && <LicenceActions licence={loadedLicence} />}
        </>
      }
    >
      <DetailPage
        answer={licenceQuery}
        failed={t('licenses.page.errorLoad')}
        nowhere={{ title: t('licenses.page.nothing'), text: t('licenses.page.nothingText') }}
        back={backLink}
      >
        {({ license: shown }) => (
          <DetailColumns
            story={
              <>
                <LicenceGrants licence={shown} />
                <LicenceHistory licence={shown} />
              </>
            }
            facts={<LicenceFacts licence={shown} onReveal={() => setRevealing(true)} />}
          />
        )}
      </DetailPage>

      {revealing && loadedLicence && (
        <RevealDialog
          masked={loadedLicence.maskedKey}
          read={() => call(adminApi.licences.reveal, { params: { id: licenceId } })}
          onClose={() => setRevealing(false)}
        />
      )}
    </Section>
  )
}
