import type { Api } from '@chaveiro/contracts'
import { ChevronDown, RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { date, money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Guide } from '../../shared/guide.tsx'
import { useBuyAgain } from '../shared/buy-again.ts'
import { CopyKey, MaskedBlade, ShowKey, useMaskedKey } from '../shared/masked-key.tsx'
import { MissingKey } from '../shared/missing-key.tsx'
import { LicenceBadge } from '../shared/state-badges.tsx'
import { ValidityBlade } from './validity-blade.tsx'

type OwnedProduct = Reply<Api['orders']['products']>['products'][number]

/** Buys an expired product again. */
function RenewButton({ product: { productId, variantId, name } }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { busy, buy } = useBuyAgain()

  return (
    <Button
      className="@max-sm:px-3"
      icon={<RotateCw aria-hidden size={16} className="@max-sm:hidden" />}
      busy={busy}
      aria-label={t('renew.named', { name })}
      onClick={() => buy([{ productId, variantId, quantity: 1 }])}
    >
      {t('renew.label')}
    </Button>
  )
}

/** A masked key (S109), its actions, and how to activate it. */
function OwnedKey({ value, product }: { value: string; product: OwnedProduct }) {
  const { id, licenseId, name } = product
  const maskedKey = useMaskedKey(value)

  return (
    <>
      <MaskedBlade
        id={licenseId ?? id}
        masked={maskedKey}
        testId="owned-key"
        className={join('[grid-area:key]', detailClass)}
      />

      <div className="@container relative [grid-area:copy]">
        <CopyKey value={value} name={name} short="narrow" className="w-full px-0!" />
      </div>
      <RowActions product={product}>
        <ShowKey name={name} masked={maskedKey} />
      </RowActions>
    </>
  )
}

/** Actions of a row: on its key, renewal after its end, and how to activate it. */
function RowActions({ product, children }: { product: OwnedProduct; children?: ReactNode }) {
  const { licenseId, name } = product
  const actions = (
    <>
      {children}
      {product.status === 'expired' && product.onSale && <RenewButton product={product} />}
    </>
  )

  if (licenseId)
    return (
      <Guide
        licenceId={licenseId}
        name={name}
        beside={actions}
        placed={{ buttons: actionsClass, text: guideClass }}
      />
    )

  return (
    <div className={join('@container', actionsClass)}>
      <div className="flex gap-2">{actions}</div>
    </div>
  )
}

/** State and end, with its blade. */
function Validity({ product }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { id, licenseId, status, purchaseDate, expirationDate } = product
  // A narrow row has a place for one of the two; the date says whether the licence has ended.
  const isTold = expirationDate && (status === 'active' || status === 'expired')

  return (
    <div className="text-xs leading-4 text-muted [grid-area:validity] @5xl:self-end">
      <p className="flex items-center gap-x-2">
        <span className={join(isTold && '@max-5xl:hidden')}>
          <LicenceBadge plain status={status} />
        </span>
        {expirationDate && (
          <span
            className={join(
              'inline-block truncate @max-5xl:first-letter:uppercase',
              status === 'expired' && '@max-5xl:text-bad',
              !isTold && '@max-5xl:hidden',
            )}
          >
            {t(status === 'expired' ? 'licence.ended' : 'licence.until', {
              date: date(expirationDate),
            })}
          </span>
        )}
      </p>

      {expirationDate && (
        <ValidityBlade id={licenseId ?? id} from={purchaseDate} until={expirationDate} />
      )}
    </div>
  )
}

/**
 * One owned unit as a row of 72 px: picture, name, state and end, copy (S108). Description, price,
 * key and its other actions are in the row if it is wide enough, else below it once it is open.
 */
export function OwnedRow({ product }: { product: OwnedProduct }) {
  const { t } = useTranslation('account')
  const { licenseKey, name, status } = product
  const [isOpen, setIsOpen] = useState(false)

  return (
    <div className="@container">
      <article data-open={isOpen || undefined} className="group/row owned-row">
        <ProductImage
          crop="motif"
          src={product.image}
          color={product.color}
          sizes="3.5rem"
          className="[grid-area:picture]"
        />

        <h2 className="line-clamp-2 pr-6 leading-5 font-semibold [grid-area:name] @5xl:self-end @5xl:pr-0">
          {name}
        </h2>
        {product.description && (
          <p
            className={join(
              'line-clamp-3 text-xs text-muted [grid-area:text] @5xl:line-clamp-1 @5xl:self-start',
              detailClass,
            )}
          >
            {product.description}
          </p>
        )}

        <Validity product={product} />

        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('library.details', { name })}
          onClick={() => setIsOpen(!isOpen)}
          className="absolute inset-x-0 top-0 h-18 @5xl:hidden"
        />
        <ChevronDown aria-hidden size={16} className={join(chevronClass, isOpen && 'rotate-180')} />

        <p className={join('text-xs text-muted [grid-area:bought] @5xl:self-start', detailClass)}>
          {t('licence.bought', { date: date(product.purchaseDate) })} ·{' '}
          <span className="whitespace-nowrap">{money(product.price, product.currency)}</span>
        </p>

        {licenseKey && <OwnedKey value={licenseKey} product={product} />}
        {!licenseKey && (
          <>
            <div
              className={join('[grid-area:key] @5xl:[grid-column:key-start/copy-end]', detailClass)}
            >
              <MissingKey status={status} />
            </div>
            <RowActions product={product} />
          </>
        )}
      </article>
    </div>
  )
}

const chevronClass =
  'pointer-events-none justify-self-end text-muted transition-transform [grid-area:name] @5xl:hidden'

/** A part that a row which is not wide shows only once it is open. */
const detailClass = '@max-5xl:mt-3 @max-5xl:group-not-data-open/row:hidden'

const actionsClass = join('[grid-area:actions]', detailClass)
const guideClass = join('mt-3 [grid-area:guide] @5xl:mb-3', detailClass)
