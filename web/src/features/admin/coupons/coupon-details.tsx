import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { useSite } from '../../../state/site.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../components/facts.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { failureText } from '../components/use-change.ts'
import { date } from '../shared/shop-clock.ts'
import {
  amountOrNone,
  couponTones,
  couponUsage,
  couponValidity,
  couponValue,
} from './coupon-texts.ts'

type FullCoupon = Reply<typeof adminApi.coupons.read>['cupom']

function LinkedItems({ items }: { items: FullCoupon['products'] }) {
  const { t } = useTranslation('admin')
  if (!items.length) return t('adminCoupons.allProducts')

  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>{item.name}</li>
      ))}
    </ul>
  )
}

/** A coupon's code, discount, products and period. */
function CouponFacts({ coupon }: { coupon: FullCoupon }) {
  const { t } = useTranslation('admin')
  const {
    store: { timeZone },
  } = useSite()

  return (
    <Facts
      items={[
        [
          t('adminCoupons.code'),
          <span key="code" className="font-mono">
            {coupon.code}
          </span>,
        ],
        [t('adminCoupons.type'), t(`adminCoupons.type.${coupon.type}`)],
        [t('adminCoupons.value'), couponValue(coupon)],
        [
          t('adminCoupons.minPurchase'),
          amountOrNone(coupon.minPurchase, t('adminCoupons.noMinimum')),
        ],
        [
          t('adminCoupons.maxDiscount'),
          amountOrNone(coupon.maxDiscount, t('adminCoupons.noLimit')),
        ],
        [
          t('adminCoupons.usage'),
          coupon.usageLimit > 0
            ? couponUsage(coupon)
            : `${couponUsage(coupon)} · ${t('adminCoupons.noLimit')}`,
        ],
        [t('adminCoupons.validity'), couponValidity(coupon, timeZone)],
        [
          t('adminCoupons.statusHead'),
          <Badge key="status" tone={couponTones[coupon.status]}>
            {t(`adminCoupons.status.${coupon.status}`)}
          </Badge>,
        ],
        [
          t('adminCoupons.products'),
          <LinkedItems key="products" items={[...coupon.products, ...coupon.variants]} />,
        ],
        [t('adminCoupons.createdAt'), date(coupon.createdAt, 'moment')],
      ]}
    />
  )
}

/** All fields of a coupon (B061). */
export function CouponDetails({
  id,
  code,
  onClose,
}: {
  id: string
  code: string
  onClose(): void
}) {
  const { t } = useTranslation(['admin', 'common'])
  const couponQuery = useQuery(ask(adminApi.coupons.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (couponQuery.error) console.error('coupon', couponQuery.error)
  }, [couponQuery.error])

  return (
    <Modal wide title={t('adminCoupons.detailsOf', { code })} onClose={onClose}>
      <QueryResult
        answer={couponQuery}
        failed={failureText(t('adminCoupons.errorDetails'), couponQuery.error)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading />}
      >
        {({ cupom }) => <CouponFacts coupon={cupom} />}
      </QueryResult>
    </Modal>
  )
}
