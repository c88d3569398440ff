import { couponStatuses, couponTypes } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Power, TicketPercent, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { useSite } from '../../../state/site.ts'
import { AddButton } from '../components/add-button.tsx'
import { columnCell, type Column } from '../components/columns.ts'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { useOpenRow } from '../components/row-link.tsx'
import { loadedFigure, formatShare, StatCards } from '../components/stat-cards.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { failureText } from '../components/use-change.ts'
import { useList, type List } from '../components/use-list.ts'
import type { Coupon } from '../shared/rows.ts'
import { CouponDetails } from './coupon-details.tsx'
import { CouponForm } from './coupon-form.tsx'
import { couponTones, couponUsage, couponValidity, couponValue } from './coupon-texts.ts'
import { useCouponActs } from './use-coupon-acts.ts'

function useColumns(acts: ReturnType<typeof useCouponActs>): Column<Coupon>[] {
  const { t } = useTranslation('admin')
  const statusOptions = couponStatuses.map(
    (status) => [status, t(`adminCoupons.status.${status}`)] as const,
  )
  const {
    store: { timeZone },
  } = useSite()

  return [
    {
      key: 'code',
      head: t('adminCoupons.code'),
      lead: true,
      sort: ['code', '-code'],
      cell: (row) => (
        <span
          title={row.code}
          className="font-mono max-md:wrap-anywhere md:block md:max-w-36 md:truncate 2xl:max-w-56"
        >
          {row.code}
        </span>
      ),
    },
    {
      key: 'type',
      head: t('adminCoupons.type'),
      wide: true,
      cell: (row) => t(`adminCoupons.type.${row.type}`),
    },
    {
      key: 'value',
      head: t('adminCoupons.value'),
      end: true,
      cell: (row) => <span className="whitespace-nowrap">{couponValue(row)}</span>,
    },
    {
      key: 'usage',
      head: t('adminCoupons.usage'),
      end: true,
      sort: ['-usageCount', 'usageCount'],
      cell: (row) => <>{couponUsage(row)}</>,
    },
    {
      key: 'validity',
      head: t('adminCoupons.validity'),
      sort: ['endDate', '-endDate'],
      cell: (row) => (
        <span className="inline-block md:min-w-40">{couponValidity(row, timeZone)}</span>
      ),
    },
    {
      key: 'status',
      head: t('adminCoupons.statusHead'),
      cell: (row) => (
        <StatusMenu
          label={t('adminCoupons.statusOf', { code: row.code })}
          value={row.status}
          options={statusOptions}
          tones={couponTones}
          may={(to) => to === (row.active ? 'inactive' : 'active')}
          onChange={() => void acts.toggle(row)}
        />
      ),
    },
  ]
}

function CouponFigures() {
  const { t } = useTranslation('admin')
  const { data, error } = useQuery(ask(adminApi.coupons.stats))
  useEffect(() => {
    if (error) console.error('coupon stats', error)
  }, [error])
  const statusCounts = data?.data

  const countPart = (count: number | undefined) => {
    if (statusCounts && count !== undefined)
      return { value: number(count), note: formatShare(count, statusCounts.totalCupons) }

    return { value: loadedFigure(undefined, error !== null) }
  }

  return (
    <StatCards
      items={[
        { label: t('adminCoupons.total'), ...countPart(statusCounts?.totalCupons) },
        { label: t('adminCoupons.active'), ...countPart(statusCounts?.activeCupons) },
        { label: t('adminCoupons.inactive'), ...countPart(statusCounts?.inactiveCupons) },
        { label: t('adminCoupons.expired'), ...countPart(statusCounts?.expiredCupons) },
        { label: t('adminCoupons.upcoming'), ...countPart(statusCounts?.upcomingCupons) },
        { label: t('adminCoupons.exhausted'), ...countPart(statusCounts?.exhaustedCupons) },
      ]}
    />
  )
}

type Filter = { search: string; status: string; type: string }

function CouponFilters({ list: { state, set } }: { list: List<Coupon, Filter> }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <SearchBox
        label={t('adminCoupons.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('adminCoupons.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('adminCoupons.allStatuses')],
          ...couponStatuses.map((status) => [status, t(`adminCoupons.status.${status}`)] as const),
        ]}
      />

      <SelectFilter
        label={t('adminCoupons.type')}
        value={state.type}
        onChange={(type) => set({ type })}
        options={[
          ['', t('adminCoupons.allTypes')],
          ...couponTypes.map((type) => [type, t(`adminCoupons.type.${type}`)] as const),
        ]}
      />
    </>
  )
}

function useRowActions(acts: ReturnType<typeof useCouponActs>, edit: (row: Coupon) => void) {
  const { t } = useTranslation('admin')
  return (row: Coupon): RowAction[] => [
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => edit(row) },
    {
      label: row.active ? t('adminCoupons.deactivate') : t('adminCoupons.activate'),
      icon: <Power aria-hidden />,
      pressed: row.active,
      run: () => void acts.toggle(row),
    },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void acts.remove(row),
    },
  ]
}

export function Page() {
  const { t } = useTranslation('admin')

  const couponList = useList(adminApi.coupons.list, {
    filters: { search: '', status: '', type: '' },
    rows: (answer) => answer.cupons,
    total: (answer) => answer.total,
  })

  const [{ new: adding }, setUrl] = useUrlState({ new: 0 })
  const openedCoupon = useOpenRow('coupon', couponList.rows)
  const editedCoupon = useOpenRow('edit', couponList.rows)
  const couponActions = useCouponActs()
  const couponColumns = useColumns(couponActions)
  const rowActions = useRowActions(couponActions, editedCoupon.open)
  const addButton = <AddButton label={t('adminCoupons.add')} onClick={() => setUrl({ new: 1 })} />

  return (
    <ListPage
      title={t('adminCoupons.title')}
      text={t('adminCoupons.text')}
      list={couponList}
      columns={couponColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.code}
      failed={
        couponList.failed
          ? failureText(t('adminCoupons.errorLoad'), couponList.error)
          : t('adminCoupons.errorLoad')
      }
      pagerOnlyWhenNeeded
      bulk={couponActions.bulk}
      actions={
        <>
          <ExportButton route={adminApi.coupons.export} query={couponList.query} />
          {addButton}
        </>
      }
      figures={<CouponFigures />}
      views="cupons"
      filters={<CouponFilters list={couponList} />}
      opens={openedCoupon.to}
      item={(row) => ({
        title: row.code,
        line: columnCell(couponColumns, 'validity', row),
        end: couponValue(row),
        state: columnCell(couponColumns, 'status', row),
      })}
      rowActions={rowActions}
      empty={{
        title: t('adminCoupons.empty'),
        text: t('adminCoupons.emptyText'),
        icon: <TicketPercent />,
        action: addButton,
        always: true,
      }}
    >
      {adding !== 0 && <CouponForm onClose={() => setUrl({ new: 0 })} />}
      {editedCoupon.row && (
        <CouponForm
          key={editedCoupon.row.id}
          coupon={editedCoupon.row}
          onClose={editedCoupon.close}
        />
      )}
      {openedCoupon.row && (
        <CouponDetails
          id={openedCoupon.row.id}
          code={openedCoupon.row.code}
          onClose={openedCoupon.close}
        />
      )}
    </ListPage>
  )
}
