import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { confirm } from '../../../kit/confirm.tsx'
import type { BulkAction } from '../../../kit/list-page.tsx'
import { useChange } from '../../../kit/use-change.ts'
import { call } from '../../../lib/call.ts'
import { eachRow } from '../shared/each-row.ts'
import type { Coupon } from '../shared/rows.ts'

/** Everything that shows coupons; a change reloads it. */
export const couponViews = [
  adminApi.coupons.list,
  adminApi.coupons.stats,
  adminApi.coupons.read,
] as const

/** What staff do with coupons: switch on and off, delete. */
export function useCouponActs() {
  const { t } = useTranslation('admin')
  const change = useChange(...couponViews)
  const set = (row: Coupon, active: boolean) =>
    call(adminApi.coupons.toggle, { params: { id: row.id }, body: { active } })
  const toggle = (row: Coupon) =>
    change.run(() => set(row, !row.active), {
      failed: t('adminCoupons.errorToggle'),
      done: row.active
        ? t('adminCoupons.deactivated', { code: row.code })
        : t('adminCoupons.activated', { code: row.code }),
    })

  async function remove(row: Coupon): Promise<void> {
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

  const setAll = (rows: readonly Coupon[], active: boolean) =>
    change.run(
      () =>
        eachRow(
          rows.filter((row) => row.active !== active),
          (row) => row.code,
          (row) => set(row, active),
        ),
      { failed: t('adminCoupons.errorToggle') },
    )
  const bulk: BulkAction<Coupon>[] = [
    { label: t('adminCoupons.activate'), run: (rows) => setAll(rows, true) },
    { label: t('adminCoupons.deactivate'), run: (rows) => setAll(rows, false) },
  ]
  return { busy: change.busy, toggle, remove, bulk }
}
