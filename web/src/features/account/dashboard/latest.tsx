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

type Dashboard = Reply<Api['accounts']['dashboard']>['data']['dashboard']

/** How many of the newest keys stand on the first page; the figure below opens the rest. */
const newest = 3

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

/** A product in one row: picture, name, a line below it, and what can be done. */
function Row({
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
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <ProductImage src={image} color={color} className="w-16! shrink-0" />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="font-medium">{name}</span>
        {below}
      </div>
      {children}
    </li>
  )
}

/** The newest keys that work, in the clear, each copied by one press. */
export function LatestKeys({ licences }: { licences: Dashboard['recentLicenses'] }) {
  const { t } = useTranslation(['account', 'common'])
  const keys = licences.flatMap(({ licenseKey, ...licence }) =>
    licenseKey === null || licence.status !== 'active' ? [] : [{ ...licence, licenseKey }],
  )
  if (keys.length === 0) return null

  return (
    <Part id="latest-keys" title={t('dashboard.latestKeys')}>
      {keys.slice(0, newest).map(({ id, image, color, productName, licenseKey }) => (
        <Row
          key={id}
          image={image}
          color={color}
          name={productName}
          below={<code className="font-mono text-sm break-all">{licenseKey}</code>}
        >
          <CopyButton
            size="sm"
            short
            text={licenseKey}
            label={t('common:action.copy')}
            copiedLabel={t('common:action.copied')}
            name={t('products.copyKey', { name: productName })}
          />
        </Row>
      ))}
    </Part>
  )
}

/** What ends within two weeks, and the press that buys it again. */
export function EndingSoon({ licences }: { licences: Dashboard['endingSoon'] }) {
  const { t } = useTranslation('account')
  const { busy, buy } = useBuyAgain()
  if (licences.length === 0) return null

  return (
    <Part id="ending-soon" title={t('dashboard.endingSoon')}>
      {licences.map(({ id, productName, image, color, expirationDate, onSale, ...ending }) => (
        <Row
          key={id}
          image={image}
          color={color}
          name={productName}
          below={
            <span className="text-sm text-muted">
              {t('dashboard.endsOn', { date: date(expirationDate) })}
            </span>
          }
        >
          {onSale ? (
            <Button
              size="sm"
              busy={busy}
              aria-label={t('renew.named', { name: productName })}
              onClick={() =>
                buy([{ productId: ending.productId, variantId: ending.variantId, quantity: 1 }])
              }
            >
              {t('renew.label')}
            </Button>
          ) : (
            <Link to={paths.products} className="min-h-6 text-sm text-muted underline">
              {t('renew.gone')}
            </Link>
          )}
        </Row>
      ))}
    </Part>
  )
}
