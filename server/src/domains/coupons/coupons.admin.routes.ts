import type { coupons } from '@chaveiro/contracts/admin/coupons'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { actorOf } from '../audit/audit.service.ts'
import {
  adminCouponOf,
  countCoupons,
  couponsAfter,
  listCoupons,
  type AdminCoupon,
} from './coupons.admin.queries.ts'
import {
  createCoupon,
  removeCoupon,
  switchCoupons,
  toggleCoupon,
  updateCoupon,
} from './coupons.admin.service.ts'

const couponColumns: readonly Column<AdminCoupon>[] = [
  ['id', (row) => row.id],
  ['code', (row) => row.code],
  ['type', (row) => row.type],
  ['value', (row) => row.value],
  ['minPurchase', (row) => row.minPurchase],
  ['maxDiscount', (row) => row.maxDiscount],
  ['usageCount', (row) => row.usageCount],
  ['usageLimit', (row) => row.usageLimit],
  ['startDate', (row) => row.startDate],
  ['endDate', (row) => row.endDate],
  ['active', (row) => row.active],
  ['status', (row) => row.status],
  ['products', (row) => row.products.map((product) => product.name).join(' | ')],
]

/** Back-office calls of coupons. */
export const couponsAdmin: Handlers<typeof coupons> = {
  async list(app, { query }) {
    const { cupons, total } = await listCoupons(app, query)
    return { success: true as const, cupons, ...totalsOf(total, query.limit) }
  },
  async export(app, { query }) {
    return csvFile('cupons', couponColumns, (last, limit) => couponsAfter(app, query, last, limit))
  },
  async stats(app) {
    const couponFigures = await countCoupons(app)
    return { success: true as const, ...couponFigures, data: couponFigures }
  },
  async read(app, { params }) {
    const adminCoupon = await adminCouponOf(app, params.id)
    if (!adminCoupon) throw fail('coupon.not_found')

    return couponReply(adminCoupon)
  },
  async create(app, input) {
    return couponReply(await createCoupon(app, input.body, actorOf(input)))
  },
  async update(app, input) {
    return couponReply(await updateCoupon(app, input.params.id, input.body, actorOf(input)))
  },

  async bulkActive(app, input) {
    return {
      success: true as const,
      ...(await switchCoupons(app, input.body.rows, actorOf(input))),
    }
  },

  async toggle(app, input) {
    return couponReply(await toggleCoupon(app, input.params.id, input.body.active, actorOf(input)))
  },
  async remove(app, input) {
    await removeCoupon(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
}

const couponReply = (coupon: AdminCoupon) => ({
  success: true as const,
  cupom: coupon,
  data: coupon,
})
