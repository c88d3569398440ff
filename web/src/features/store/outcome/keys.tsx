import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { useSite } from '../../../state/site.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Guide } from '../../shared/guide.tsx'
import { guidedLicences } from '../../shared/guided.ts'
import type { PaymentStatusReply } from '../shared/payment.ts'

type OrderOwner = NonNullable<PaymentStatusReply['owner']>
type OrderUnit = OrderOwner['units'][number]

const keyLines = (units: readonly OrderUnit[]): string =>
  units
    .flatMap((unit) => (unit.licenseKey ? [`${unit.productName}\t${unit.licenseKey}`] : []))
    .join('\r\n')

/** One key in clear text, its end date and state. */
function KeyRow({ unit }: { unit: OrderUnit }) {
  const { t } = useTranslation(['result', 'common'])
  const { keysByMail } = useSite().store

  return (
    <li className="grid gap-2">
      {unit.licenseKey && (
        <div className="flex items-center justify-between gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
          <code
            data-testid="licence-key"
            className="min-w-0 font-mono font-medium break-all max-sm:text-sm"
          >
            {unit.licenseKey}
          </code>

          <CopyButton
            short
            text={unit.licenseKey}
            label={t('common:action.copy')}
            copiedLabel={t('common:action.copied')}
            name={t('keys.copy', { name: unit.productName })}
            className="shrink-0"
          />
        </div>
      )}

      {unit.expirationDate && unit.status !== 'suspended' && (
        <p className="text-sm text-muted">
          {t(unit.status === 'expired' ? 'keys.ended' : 'keys.until', {
            date: date(unit.expirationDate),
          })}
        </p>
      )}

      {unit.status === 'suspended' && <p className="text-sm text-bad">{t('keys.suspended')}</p>}

      {unit.status === 'pending' && (
        <p role="status" className="text-sm text-wait">
          {t(keysByMail ? 'keys.waitingMail' : 'keys.waiting')}
        </p>
      )}
    </li>
  )
}

/** A variant with picture, keys, and one guide. */
function ProductKeys({ units, image }: { units: readonly OrderUnit[]; image: string | null }) {
  const [{ productName: name } = { productName: '' }] = units
  const [guidedLicence] = guidedLicences(units.filter(({ licenseKey }) => licenseKey !== null))

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 py-5">
      <ProductImage src={image} color="" eager className="w-16! sm:w-20!" />
      <h3 className="self-center font-semibold">{name}</h3>

      <ul className="col-span-2 grid gap-3 sm:col-span-1 sm:col-start-2">
        {units.map((unit, index) => (
          <KeyRow key={index} unit={unit} />
        ))}
      </ul>

      {guidedLicence && (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <Guide licenceId={guidedLicence} name={name} />
        </div>
      )}
    </li>
  )
}

/** The bought keys in clear text, grouped by product. Pending and suspended units say so. */
export function Keys({
  owner: { units, orderNumber },
  items,
}: {
  owner: OrderOwner
  items: PaymentStatusReply['cartItems']
}) {
  const { t } = useTranslation(['result', 'common'])
  if (units.length === 0) return null

  const deliveredUnits = units.filter((unit) => unit.licenseKey !== null)
  const isOutOfUse = units.every(({ status }) => status === 'suspended')
  const productPictures = new Map(items.map(({ product }) => [product.name, product.image]))

  return (
    <section aria-labelledby="keys-title" className="grid">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="keys-title" className="text-lg font-semibold">
          {t(isOutOfUse ? 'keys.outOfUse' : 'keys.title', { count: units.length })}
        </h2>

        {deliveredUnits.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <CopyButton
              text={keyLines(deliveredUnits)}
              label={t('keys.copyAll')}
              copiedLabel={t('common:action.copied')}
            />

            <Button
              look="ghost"
              icon={<Download size={16} aria-hidden />}
              onClick={() =>
                saveFile(
                  new Blob([keyLines(deliveredUnits)], { type: 'text/plain' }),
                  `${orderNumber}.txt`,
                )
              }
            >
              {t('keys.download')}
            </Button>
          </div>
        )}
      </header>

      <ul className="divide-y divide-line">
        {[...Map.groupBy(units, ({ variantId }) => variantId)].map(([id, some]) => (
          <ProductKeys
            key={id}
            units={some}
            image={productPictures.get(some[0]!.productName) ?? null}
          />
        ))}
      </ul>
    </section>
  )
}
