import { Download } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { useSite } from '../../../state/site.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { join } from '../../../ui/join.ts'
import { KeyShape } from '../../../ui/key-shape.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Guide } from '../../shared/guide.tsx'
import { guidedLicences } from '../../shared/guided.ts'
import type { PaymentStatusReply } from '../shared/payment.ts'
import { Band, keySizes } from './band.tsx'
import { OpenGuide } from './open-guide.tsx'

type OrderOwner = NonNullable<PaymentStatusReply['owner']>
type OrderUnit = OrderOwner['units'][number]

const keyLines = (units: readonly OrderUnit[]): string =>
  units
    .flatMap((unit) => (unit.licenseKey ? [`${unit.productName}\t${unit.licenseKey}`] : []))
    .join('\r\n')

/** Longer keys are written smaller, so that they take fewer lines. */
const longKey = 40

const keyShapeClass = 'w-full max-w-160 [--bow:var(--key)]'

/** A licence key in clear text on the blade of a drawn key, and a copy button. */
function ClearKey({
  licenseKey,
  id,
  name,
  alone: isAlone,
}: {
  licenseKey: string
  id: string
  name: string
  /** Whether it is the only key of the order. */
  alone: boolean
}) {
  const { t } = useTranslation(['result', 'common'])
  const isLarge = isAlone && licenseKey.length <= longKey

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <KeyShape ink id={id} className={join(keyShapeClass, 'min-w-0 flex-[1_1_20rem]')}>
        <code
          data-testid="licence-key"
          className={join(
            'min-w-0 py-1 font-mono text-sm font-bold wrap-anywhere select-all',
            isLarge && 'sm:text-[1.375rem] sm:leading-7',
          )}
        >
          {licenseKey}
        </code>
      </KeyShape>

      <CopyButton
        text={licenseKey}
        look={isAlone ? 'ink' : 'plain'}
        size={isAlone ? 'lg' : 'md'}
        label={t('common:action.copy')}
        copiedLabel={t('common:action.copied')}
        name={t('keys.copy', { name })}
        className={isAlone ? 'max-sm:w-full' : 'shrink-0'}
      />
    </div>
  )
}

/** A drawn key blank that says why a pending or suspended unit shows no licence key. */
function BlankKey({ status }: Pick<OrderUnit, 'status'>) {
  const { t } = useTranslation('result')
  const { keysByMail } = useSite().store
  if (status !== 'pending' && status !== 'suspended') return null

  const waitingText = t(keysByMail ? 'keys.waitingMail' : 'keys.waiting')

  return (
    <KeyShape ink id={null} className={keyShapeClass}>
      <p role={status === 'pending' ? 'status' : undefined} className="py-1 text-sm">
        {status === 'pending' ? waitingText : t('keys.suspended')}
      </p>
    </KeyShape>
  )
}

/** One key, its end date and state. */
function KeyRow({ unit, alone: isAlone }: { unit: OrderUnit; alone: boolean }) {
  const { t } = useTranslation('result')
  return (
    <li className="grid gap-2">
      {unit.licenseKey === null ? (
        <BlankKey status={unit.status} />
      ) : (
        <ClearKey
          licenseKey={unit.licenseKey}
          id={unit.licenseId ?? unit.variantId}
          name={unit.productName}
          alone={isAlone}
        />
      )}

      {unit.expirationDate && unit.status !== 'suspended' && (
        <p className="text-sm text-muted">
          {t(unit.status === 'expired' ? 'keys.ended' : 'keys.until', {
            date: date(unit.expirationDate),
          })}
        </p>
      )}

      {unit.licenseKey && unit.status === 'suspended' && (
        <p className="text-sm text-bad">{t('keys.suspended')}</p>
      )}
    </li>
  )
}

/** A variant's picture and name, its keys, and one guide. The first name is on the band. */
function ProductKeys({
  units,
  image,
  only,
}: {
  units: readonly OrderUnit[]
  image: string | null
  /** Whether nothing else was bought. */
  only: boolean
}) {
  const [{ productName: name } = { productName: '' }] = units
  const [guidedLicence] = guidedLicences(units.filter(({ licenseKey }) => licenseKey !== null))

  return (
    <li className="group/product grid gap-4">
      <div className="flex min-h-8 items-center gap-2">
        <ProductImage src={image} color="" crop="motif" eager className="w-8! shrink-0" />
        <h3 className="min-w-0 font-semibold wrap-anywhere group-first/product:text-(--on-head)">
          {name}
        </h3>
      </div>

      <ul className="grid gap-5">
        {units.map((unit, index) => (
          <KeyRow key={index} unit={unit} alone={only && units.length === 1} />
        ))}
      </ul>

      {guidedLicence && !only && <Guide licenceId={guidedLicence} name={name} />}
      {guidedLicence && only && <OpenGuide licenceId={guidedLicence} name={name} />}
    </li>
  )
}

/** Copies all keys, or saves them as a file. */
function AllKeys({ units, orderNumber }: Pick<OrderOwner, 'units' | 'orderNumber'>) {
  const { t } = useTranslation(['result', 'common'])
  const allLines = keyLines(units)

  const saveAll = () => saveFile(new Blob([allLines], { type: 'text/plain' }), `${orderNumber}.txt`)

  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton
        look="ink"
        text={allLines}
        label={t('keys.copyAll')}
        copiedLabel={t('common:action.copied')}
      />

      <Button look="ghost" icon={<Download size={16} aria-hidden />} onClick={saveAll}>
        {t('keys.download')}
      </Button>
    </div>
  )
}

/**
 * The bought keys in clear text, grouped by variant, and the lower part of the band. The first
 * variant's name is on the band, and its first key overlaps the band's edge.
 */
export function Keys({
  owner: { units, orderNumber },
  items,
  paid: isPaid = true,
}: {
  owner: OrderOwner
  items: PaymentStatusReply['cartItems']
  paid?: boolean
}) {
  const { t } = useTranslation('result')
  const headingId = useId()
  const products = [...Map.groupBy(units, ({ variantId }) => variantId)]
  const deliveredUnits = units.filter((unit) => unit.licenseKey !== null)
  const isOutOfUse = units.every(({ status }) => status === 'suspended')
  const productPictures = new Map(items.map(({ product }) => [product.name, product.image]))
  const isSingle = units.length === 1

  return (
    <section
      aria-labelledby={headingId}
      className={join(
        'grid',
        isSingle ? keySizes.single : keySizes.several,
        isPaid ? '[--on-head:var(--on-accent)]' : '[--on-head:var(--ink)]',
      )}
    >
      <Band paid={isPaid} className="pb-[calc(4rem_+_var(--over))]">
        {/* A single key needs no visible heading; several have a count and a button for all. */}
        <div className={isSingle ? 'sr-only' : 'flex flex-wrap items-center justify-between gap-3'}>
          <h2 id={headingId} className="text-lg font-bold">
            {t(isOutOfUse ? 'keys.outOfUse' : 'keys.title', { count: units.length })}
          </h2>

          {deliveredUnits.length > 1 && (
            <AllKeys units={deliveredUnits} orderNumber={orderNumber} />
          )}
        </div>
      </Band>

      <ul className="paid-keys page mt-[calc(-3rem_-_var(--over))] grid gap-8">
        {products.map(([id, productUnits]) => (
          <ProductKeys
            key={id}
            units={productUnits}
            image={productPictures.get(productUnits[0]!.productName) ?? null}
            only={products.length === 1}
          />
        ))}
      </ul>
    </section>
  )
}
