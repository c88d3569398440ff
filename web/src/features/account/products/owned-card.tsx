import type { Api } from '@chaveiro/contracts'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { date, money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Guide } from '../../shared/guide.tsx'
import { useBuyAgain } from '../shared/buy-again.ts'
import { KeyActions, keyClass, useMaskedKey } from '../shared/masked-key.tsx'
import { MissingKey } from '../shared/missing-key.tsx'
import { LicenceBadge } from '../shared/state-badges.tsx'

type OwnedProduct = Reply<Api['orders']['products']>['products'][number]

/** A masked key (S109) with its actions. */
function MaskedKey({
  value,
  name,
  licenceId,
}: {
  value: string
  name: string
  licenceId: string | null
}) {
  const maskedKey = useMaskedKey(value)
  const keyActions = <KeyActions value={value} name={name} masked={maskedKey} />

  return (
    <div className="@container grid min-w-0 gap-2">
      <code
        data-testid="owned-key"
        className={join(
          'rounded-md bg-raised px-3 py-2 font-mono text-sm',
          keyClass(maskedKey.shown),
        )}
      >
        {maskedKey.text}
      </code>

      {licenceId && <Guide licenceId={licenceId} name={name} beside={keyActions} />}
      {!licenceId && <div className="flex gap-2">{keyActions}</div>}
    </div>
  )
}

/** Buys an expired product again. */
function RenewButton({ product: { productId, variantId, name } }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { busy, buy } = useBuyAgain()

  return (
    <Button
      size="sm"
      className="justify-self-start"
      icon={<RotateCw aria-hidden size={16} />}
      busy={busy}
      aria-label={t('renew.named', { name })}
      onClick={() => buy([{ productId, variantId, quantity: 1 }])}
    >
      {t('renew.label')}
    </Button>
  )
}

/** One owned unit: picture, name, description, price, state, dates and key (S108). */
export function OwnedCard({ product }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')

  return (
    <Card className="grid h-full content-start gap-3">
      <header className="flex items-start gap-4">
        <ProductImage src={product.image} color={product.color} className="w-20! shrink-0" />
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 font-semibold">{product.name}</h2>
          <LicenceBadge status={product.status} />
        </div>
      </header>

      {product.description && <p className="text-sm text-muted">{product.description}</p>}

      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{t('products.price')}</dt>
        <dd>{money(product.price, product.currency)}</dd>
        <dt className="text-muted">{t('products.bought')}</dt>
        <dd>{date(product.purchaseDate)}</dd>

        {product.expirationDate && (
          <>
            <dt className="text-muted">{t('products.until')}</dt>
            <dd>{date(product.expirationDate)}</dd>
          </>
        )}
      </dl>

      {!product.licenseKey && <MissingKey status={product.status} />}
      {product.licenseKey && (
        <MaskedKey value={product.licenseKey} name={product.name} licenceId={product.licenseId} />
      )}

      {product.licenseId && !product.licenseKey && (
        <Guide licenceId={product.licenseId} name={product.name} />
      )}
      {product.status === 'expired' && product.onSale && <RenewButton product={product} />}
    </Card>
  )
}
