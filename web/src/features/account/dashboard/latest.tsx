import type { Api } from '@chaveiro/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { date } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { useBuyAgain } from '../shared/buy-again.ts'
import { KeyBlade } from '../shared/key-blade.tsx'
import { MissingKey } from '../shared/missing-key.tsx'

type DashboardData = Reply<Api['accounts']['dashboard']>['data']['dashboard']

/** Number of newest keys on the dashboard; the licences dialog lists more. */
const newestCount = 3

function DashboardSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="section-heading">
        {title}
      </h2>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  )
}

/** A product as a row: picture, name, a line of text, and an action. */
function ProductRow({
  image,
  color,
  name,
  below,
  children,
}: {
  image: string | null
  color: string
  name: string
  below: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="flex min-h-18 items-center gap-4 py-2">
      <ProductImage
        crop="motif"
        src={image}
        color={color}
        sizes="3.5rem"
        className="w-14! shrink-0 self-start"
      />
      <div className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <span className="line-clamp-2 leading-5 font-semibold">{name}</span>
        {below}
      </div>
      <div className="flex shrink-0 justify-end empty:max-sm:hidden sm:min-w-28">{children}</div>
    </li>
  )
}

/** Paid licences whose keys are not delivered yet. */
export function Arriving({ licences }: { licences: DashboardData['recentLicenses'] }) {
  const { t } = useTranslation('account')
  const arriving = licences.filter(({ status }) => status === 'pending')
  if (arriving.length === 0) return null

  return (
    <DashboardSection id="arriving" title={t('dashboard.arriving')}>
      {arriving.map(({ id, image, color, productName, status }) => (
        <ProductRow
          key={id}
          image={image}
          color={color}
          name={productName}
          below={<MissingKey status={status} />}
        />
      ))}
    </DashboardSection>
  )
}

/** The newest working keys in clear text, each with a copy button. */
export function LatestKeys({ licences }: { licences: DashboardData['recentLicenses'] }) {
  const { t } = useTranslation(['account', 'common'])
  const activeKeys = licences.flatMap(({ licenseKey, ...licence }) =>
    licenseKey === null || licence.status !== 'active' ? [] : [{ ...licence, licenseKey }],
  )
  if (activeKeys.length === 0) return null

  return (
    <DashboardSection id="latest-keys" title={t('dashboard.latestKeys')}>
      {activeKeys.slice(0, newestCount).map(({ id, image, color, productName, licenseKey }) => (
        <ProductRow
          key={id}
          image={image}
          color={color}
          name={productName}
          below={
            <KeyBlade cut id={id} className="max-w-sm">
              <code className="block font-mono text-sm break-all">{licenseKey}</code>
            </KeyBlade>
          }
        >
          <CopyButton
            short
            text={licenseKey}
            label={t('common:action.copy')}
            copiedLabel={t('common:action.copied')}
            name={t('products.copyKey', { name: productName })}
          />
        </ProductRow>
      ))}
    </DashboardSection>
  )
}

type EndingLicence = DashboardData['endingSoon'][number]

/** Buys the same product again, or links to other products if it is no longer sold. */
function RenewAction({
  licence: { productId, variantId, productName, onSale },
  busy,
  onBuy,
}: {
  licence: EndingLicence
  busy: boolean
  onBuy: ReturnType<typeof useBuyAgain>['buy']
}) {
  const { t } = useTranslation('account')
  if (!onSale)
    return (
      <Link to={paths.products} className="min-h-6 text-sm link">
        {t('renew.gone')}
      </Link>
    )

  return (
    <Button
      busy={busy}
      aria-label={t('renew.named', { name: productName })}
      onClick={() => onBuy([{ productId, variantId, quantity: 1 }])}
    >
      {t('renew.label')}
    </Button>
  )
}

/** Licences that end within two weeks, with a button to buy again. */
export function EndingSoon({ licences }: { licences: readonly EndingLicence[] }) {
  const { t } = useTranslation('account')
  const { busy, buy } = useBuyAgain()
  if (licences.length === 0) return null

  return (
    <DashboardSection id="ending-soon" title={t('dashboard.endingSoon')}>
      {licences.map((licence) => (
        <ProductRow
          key={licence.id}
          image={licence.image}
          color={licence.color}
          name={licence.productName}
          below={
            <span className="text-sm text-muted">
              {t('dashboard.endsOn', { date: date(licence.expirationDate) })}
            </span>
          }
        >
          <RenewAction licence={licence} busy={busy} onBuy={buy} />
        </ProductRow>
      ))}
    </DashboardSection>
  )
}
