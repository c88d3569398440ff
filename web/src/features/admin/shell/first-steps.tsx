import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'
import { ownApi } from 'virtual:own-api'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

const storedAs = 'adminFirstSteps'

/** What a new shop needs before it can sell, and what of it is there; null while unknown. */
function useSteps(wanted: boolean) {
  const settings = useQuery(ask(adminApi.settings.read, {}, { enabled: wanted })).data
  const twoFactor = useQuery(ask(ownApi.accounts.twoFactor, {}, { enabled: wanted })).data
  const products = useQuery(
    ask(adminApi.products.list, { query: { page: 1, limit: 1 } }, { enabled: wanted }),
  ).data
  const stock = useQuery(ask(adminApi.stock.stats, {}, { enabled: wanted })).data
  if (!settings || !twoFactor || !products || !stock) return null
  return [
    { name: 'settings', done: settings.updatedAt !== null, to: paths.adminSection('settings') },
    { name: 'twoFactor', done: twoFactor.enabled, to: `${paths.settings}?tab=security` },
    { name: 'product', done: products.total > 0, to: paths.adminSection('products', { new: '1' }) },
    { name: 'stock', done: stock.totalLicenses > 0, to: paths.adminSection('stock', { new: '1' }) },
  ] as const
}

/**
 * The way from an empty shop to the first sale. It shows while there is nothing to sell, and goes
 * for good once there is or when it is closed.
 */
export function FirstSteps() {
  const { t } = useTranslation(['admin', 'common'])
  const [over, setOver] = useState(() => readText(localStore(), storedAs) !== null)
  const steps = useSteps(!over)
  const sells = steps !== null && steps[2].done && steps[3].done
  const end = () => {
    writeText(localStore(), storedAs, 'over')
    setOver(true)
  }
  useEffect(() => {
    if (sells) end()
  }, [sells])
  if (over || !steps || sells) return null
  const next = steps.find(({ done }) => !done)
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-3 rounded-md border border-line bg-surface p-4"
    >
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 id="first-steps" className="font-semibold">
            {t('steps.title')}
          </h2>
          <p className="text-sm text-muted">
            {t('steps.text', { done: steps.filter(({ done }) => done).length, all: steps.length })}
          </p>
        </div>
        <IconButton label={t('steps.close')} className="-mt-1.5 -mr-1.5" onClick={end}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <ol className="grid gap-2 sm:grid-cols-2">
        {steps.map(({ name, done, to }, i) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={name === next?.name ? 'step' : undefined}
              className={join(
                'flex h-full items-center gap-3 rounded-md border px-3 py-2.5 text-sm hover:bg-raised',
                name === next?.name ? 'border-accent' : 'border-line',
              )}
            >
              <span
                aria-hidden
                className={join(
                  'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold',
                  done ? 'border-good text-good' : 'border-edge',
                )}
              >
                {done ? <Check size={15} /> : i + 1}
              </span>
              <span className={join('min-w-0 flex-1', done && 'text-muted')}>
                {t(`steps.${name}`)}
              </span>
              {done ? <span className="text-xs text-good">{t('steps.done')}</span> : null}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
