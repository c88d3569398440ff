import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import type { Coupon } from '../shared/rows.ts'
import { useBulk } from '../shared/use-bulk.ts'

/** Calls to reload after a change of a coupon. */
export const couponViews = [
  adminApi.coupons.list,
  adminApi.coupons.stats,
  adminApi.coupons.read,
] as const

/** Deletes a coupon after a confirmation that names its code. */
function useRemove(change: ReturnType<typeof useChange>) {
  const { t } = useTranslation('admin')
  return async function removeCoupon(row: Coupon): Promise<void> {
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

/** Staff actions on coupons: activate, deactivate and delete. */
export function useCouponActs() {
  const { t } = useTranslation('admin')
  const couponChange = useChange(...couponViews)
  const callToggle = (row: Coupon, active: boolean) =>
    call(adminApi.coupons.toggle, { params: { id: row.id }, body: { active } })

  const setActive = (row: Coupon, active: boolean, undo?: Undo) =>
    couponChange.run(() => callToggle(row, active), {
      failed: t('adminCoupons.errorToggle'),
      done: active
        ? t('adminCoupons.activated', { code: row.code })
        : t('adminCoupons.deactivated', { code: row.code }),
      undo,
    })

  const toggleActive = (row: Coupon) =>
    setActive(row, !row.active, { label: t('kit.undo'), run: () => setActive(row, row.active) })

  const removeCoupon = useRemove(couponChange)

  const setActiveOfMany = useBulk<boolean>(
    couponChange,
    (rows) => call(adminApi.coupons.bulkActive, { body: { rows } }),
    t('adminCoupons.errorToggle'),
  )

  const bulkActions: BulkAction<Coupon>[] = [
    { label: t('adminCoupons.activate'), run: (rows) => setActiveOfMany(rows, true) },
    { label: t('adminCoupons.deactivate'), run: (rows) => setActiveOfMany(rows, false) },
  ]

  return { busy: couponChange.busy, toggle: toggleActive, remove: removeCoupon, bulk: bulkActions }
}
