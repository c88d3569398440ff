import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { money } from '../../../i18n/format.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Guide } from '../../shared/guide.tsx'
import { guidedLicences } from '../../shared/guided.ts'
import { KeyActions, MaskedBlade, useMaskedKey } from '../shared/masked-key.tsx'

export type Order = Reply<Api['orders']['list']>['orders'][number]
type OrderLine = Order['products'][number]
type OrderUnit = Order['units'][number]

/** Lines of an order with picture and keys, and the discount. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation('account')
  return (
    <ul className="divide-y divide-line">
      {order.products.map((product) => (
        <li key={product.variantId} className="grid gap-3 py-4">
          <LineHead product={product} currency={order.currency} />
          <LineKeys
            units={order.units.filter(({ variantId }) => variantId === product.variantId)}
            saysSuspended={order.status === 'completed' && order.withdrawal?.state !== 'open'}
          />
        </li>
      ))}

      {order.discount > 0 && (
        <li className="flex justify-between gap-4 py-3 text-sm text-good">
          <span>{t('orders.discount')}</span>
          <span className="whitespace-nowrap">− {money(order.discount, order.currency)}</span>
        </li>
      )}
    </ul>
  )
}

function LineHead({ product, currency }: { product: OrderLine; currency: string }) {
  return (
    <div className="flex items-center gap-4">
      <ProductImage
        crop="motif"
        src={product.image}
        color={product.color}
        sizes="3rem"
        className="w-12! shrink-0"
      />

      <div className="flex min-w-0 flex-1 justify-between gap-x-4 text-sm">
        <span className="font-medium">
          {product.name}{' '}
          <span className="font-normal whitespace-nowrap text-muted max-sm:block">
            {product.quantity} × {money(product.price, currency)}
          </span>
        </span>

        <span className="whitespace-nowrap text-muted">
          {money(product.price * product.quantity, currency)}
        </span>
      </div>
    </div>
  )
}

/** A masked key with its actions. */
function LineKey({ id, value, name }: { id: string; value: string; name: string }) {
  const maskedKey = useMaskedKey(value)
  return (
    <li className="@container flex items-center gap-1">
      <MaskedBlade id={id} masked={maskedKey} className="max-w-md flex-1" />
      <KeyActions value={value} name={name} masked={maskedKey} look="ghost" />
    </li>
  )
}

/** Masked keys of a variant, and its suspended licences (Q37). */
function LineKeys({
  units,
  saysSuspended,
}: {
  units: readonly OrderUnit[]
  saysSuspended: boolean
}) {
  const { t } = useTranslation('account')
  const deliveredKeys = units.flatMap(({ licenseKey, ...unit }) =>
    licenseKey === null ? [] : [{ ...unit, licenseKey }],
  )
  const suspendedUnits = saysSuspended ? units.filter(({ status }) => status === 'suspended') : []
  const [guidedLicence] = guidedLicences(deliveredKeys)

  return (
    <>
      {deliveredKeys.length > 0 && (
        <ul
          aria-label={t('orders.keysOf', { name: deliveredKeys[0]!.productName })}
          className="grid gap-2"
        >
          {deliveredKeys.map(({ licenseKey, licenseId, variantId, productName }, index) => (
            <LineKey
              key={licenseKey}
              id={licenseId ?? variantId}
              value={licenseKey}
              name={deliveredKeys.length > 1 ? `${productName} (${index + 1})` : productName}
            />
          ))}
        </ul>
      )}

      {suspendedUnits.map(({ productName }, index) => (
        <p key={index} className="text-sm text-wait">
          {productName}: {t('licence.suspended')}
        </p>
      ))}

      {guidedLicence && <Guide licenceId={guidedLicence} name={deliveredKeys[0]!.productName} />}
    </>
  )
}
