import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import type { Coupon } from '../shared/rows.ts'
import { useBulk } from '../shared/use-bulk.ts'

/** Everything that shows coupons; a change reloads it. */
export const couponViews = [
  adminApi.coupons.list,
  adminApi.coupons.stats,
  adminApi.coupons.read,
] as const

/** Delete, once it was confirmed by name. */
function useRemove(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')
  return async function remove(row: Coupon): Promise<void> {
    if (
      !(await confirm({
        title: t('adminCoupons.deleteTitle', { code: row.code }),
        text: t('adminCoupons.deleteText'),
        act: t('adminCoupons.deleteAct'),
      }))
    )
      return

    await change.run(() => call(adminApi.coupons.remove, { params: { id: row.id } }), {
      failed: t('adminCoupons.errorDelete'),
      done: t('adminCoupons.deleted', { code: row.code }),
    })
  }
}

/** What staff do with coupons: switch on and off, delete. */
export function useCouponActs() {
  const { t } = useTranslation('admin')
  const change = useChange(...couponViews)
  const set = (row: Coupon, active: boolean) =>
    call(adminApi.coupons.toggle, { params: { id: row.id }, body: { active } })

  const turn = (row: Coupon, active: boolean, undo?: Undo) =>
    change.run(() => set(row, active), {
      failed: t('adminCoupons.errorToggle'),
      done: active
        ? t('adminCoupons.activated', { code: row.code })
        : t('adminCoupons.deactivated', { code: row.code }),
      undo,
    })

  const toggle = (row: Coupon) =>
    turn(row, !row.active, { label: t('kit.undo'), run: () => turn(row, row.active) })

  const remove = useRemove(change)

  const setAll = useBulk<boolean>(
    change,
    (rows) => call(adminApi.coupons.bulkActive, { body: { rows } }),
    t('adminCoupons.errorToggle'),
  )

  const bulk: BulkAction<Coupon>[] = [
    { label: t('adminCoupons.activate'), run: (rows) => setAll(rows, true) },
    { label: t('adminCoupons.deactivate'), run: (rows) => setAll(rows, false) },
  ]

  return { busy: change.busy, toggle, remove, bulk }
}
