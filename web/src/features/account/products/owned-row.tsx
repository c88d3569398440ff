import type { Api } from '@chaveiro/contracts'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { date, money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Guide } from '../../shared/guide.tsx'
import { useBuyAgain } from '../shared/buy-again.ts'
import { KeyActions, MaskedBlade, useMaskedKey } from '../shared/masked-key.tsx'
import { MissingKey } from '../shared/missing-key.tsx'
import { LicenceBadge } from '../shared/state-badges.tsx'
import { ValidityBlade } from './validity-blade.tsx'

type OwnedProduct = Reply<Api['orders']['products']>['products'][number]

/** A masked key (S109), its actions, and how to activate it. */
function MaskedKey({
  value,
  product: { id, licenseId, name },
  renewal,
}: {
  value: string
  product: OwnedProduct
  renewal: ReactNode
}) {
  const maskedKey = useMaskedKey(value)
  const keyActions = (
    <>
      <KeyActions value={value} name={name} masked={maskedKey} />
      {renewal}
    </>
  )

  return (
    <>
      <MaskedBlade
        id={licenseId ?? id}
        masked={maskedKey}
        testId="owned-key"
        className={keyPlace}
      />
      {licenseId && <Guide spread licenceId={licenseId} name={name} beside={keyActions} />}
      {!licenseId && (
        <div className="@container @max-2xl:col-span-full">
          <div className="flex gap-2">{keyActions}</div>
        </div>
      )}
    </>
  )
}

/** Buys an expired product again. */
function RenewButton({ product: { productId, variantId, name } }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { busy, buy } = useBuyAgain()

  return (
    <Button
      icon={<RotateCw aria-hidden size={16} />}
      busy={busy}
      aria-label={t('renew.named', { name })}
      onClick={() => buy([{ productId, variantId, quantity: 1 }])}
    >
      {t('renew.label')}
    </Button>
  )
}

/** State, end with its blade, date of purchase and price. */
function OwnedFacts({ product }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { id, licenseId, status, purchaseDate, expirationDate } = product

  return (
    <div className="grid gap-0.5 text-xs text-muted @max-2xl:col-span-full">
      <p className="flex flex-wrap items-center gap-x-2">
        <LicenceBadge plain status={status} />
        {expirationDate && (
          <span>
            {t(status === 'expired' ? 'licence.ended' : 'licence.until', {
              date: date(expirationDate),
            })}
          </span>
        )}
      </p>

      {expirationDate && (
        <ValidityBlade id={licenseId ?? id} from={purchaseDate} until={expirationDate} />
      )}

      <p>
        {t('licence.bought', { date: date(purchaseDate) })} ·{' '}
        <span className="whitespace-nowrap">{money(product.price, product.currency)}</span>
      </p>
    </div>
  )
}

/** One owned unit as a row: picture, name, description, state, dates, price and key (S108). */
export function OwnedRow({ product }: { product: OwnedProduct }) {
  const { licenseKey, licenseId, name, status } = product
  const renewal = status === 'expired' && product.onSale && <RenewButton product={product} />

  return (
    <div className="@container">
      <article className={rowClass}>
        <ProductImage crop="motif" src={product.image} color={product.color} sizes="3.5rem" />

        <div className="grid min-w-0">
          <h2 className="line-clamp-2 leading-5 font-semibold">{name}</h2>
          {product.description && (
            <p className="line-clamp-2 text-xs text-muted @5xl:line-clamp-1">
              {product.description}
            </p>
          )}
        </div>

        <OwnedFacts product={product} />

        {licenseKey && <MaskedKey value={licenseKey} product={product} renewal={renewal} />}
        {!licenseKey && (
          <>
            <div className={keyPlace}>
              <MissingKey status={status} />
            </div>
            {licenseId && <Guide spread licenceId={licenseId} name={name} beside={renewal} />}
            {!licenseId && renewal}
          </>
        )}
      </article>
    </div>
  )
}

const rowClass =
  'grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4 ' +
  '@2xl:grid-cols-[3.5rem_minmax(0,1fr)_17rem] @5xl:min-h-18 @5xl:gap-x-5 @5xl:py-1.5 ' +
  '@5xl:grid-cols-[3.5rem_minmax(0,1fr)_17rem_16rem_15.5rem]'

/** Below the picture's column where the row is not wide enough for one line. */
const keyPlace = '@max-2xl:col-span-full @2xl:@max-5xl:col-span-2'
