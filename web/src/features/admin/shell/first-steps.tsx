import type { AdminApi } from '@chaveiro/contracts/admin'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

const storedAs = 'adminFirstSteps'
type Known = Reply<AdminApi['settings']['firstSteps']>
type StepName = 'shop' | 'product' | 'payment' | 'mail' | 'order'
type Way = { done: boolean; to: string }
type Step = Way & { name: StepName }

const setting = (field: string, tab = 'general') =>
  paths.adminSection('settings', { ...(tab === 'general' ? {} : { tab }), field })

const service = (name: string) =>
  paths.adminSection('settings', { view: 'services', service: name })

/** What a shop says of itself: each part opens its own field. */
const shopParts = ({ shop }: Known) =>
  [
    { name: 'name', done: shop.name, to: setting('siteName') },
    { name: 'look', done: shop.look, to: setting('accentColor') },
    { name: 'seller', done: shop.seller, to: setting('sellerName', 'legal') },
  ] as const

/** The five steps, each with the way to the very field that it speaks of. */
function stepsOf(known: Known): Step[] {
  const parts = shopParts(known)
  return [
    {
      name: 'shop',
      done: parts.every(({ done }) => done),
      to: (parts.find(({ done }) => !done) ?? parts[0]).to,
    },
    {
      name: 'product',
      done: known.product,
      to: paths.adminSection('products', { pageOf: 'new' }),
    },
    { name: 'payment', done: known.payment, to: service('pix') },
    { name: 'mail', done: known.mail, to: service('mail') },
    {
      name: 'order',
      done: known.order,
      to: known.buy ? paths.product(known.buy) : paths.products,
    },
  ]
}

function circle(done: boolean, isNext: boolean): string {
  if (done) return 'border-good text-good'
  return isNext ? 'border-accent text-accent' : 'border-edge'
}

/** Ways on beneath a step, or beneath all of them. */
function Ways({ ways }: { ways: readonly (Way & { text: string })[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {ways.map(({ text, done, to }) => (
        <Link
          key={text}
          to={to}
          className={join(
            'inline-flex min-h-6 items-center gap-1.5 hover:underline',
            done ? 'text-muted' : 'text-accent',
          )}
        >
          {done && <Check size={14} aria-hidden className="text-good" />}
          {text}
        </Link>
      ))}
    </span>
  )
}

function StepRow({
  step,
  at,
  isNext,
  known,
}: {
  step: Step
  at: number
  isNext: boolean
  known: Known
}) {
  const { t } = useTranslation('admin')
  const { name, done, to } = step

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 py-2.5">
      <span
        aria-hidden
        className={join(
          'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold',
          circle(done, isNext),
        )}
      >
        {done ? <Check size={15} /> : at}
      </span>

      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <Link
            to={to}
            aria-current={isNext ? 'step' : undefined}
            className={join('min-h-7 hover:underline', done ? 'text-muted' : 'font-medium')}
          >
            {t(`steps.${name}`)}
          </Link>

          {done && <span className="text-xs text-good">{t('steps.done')}</span>}
        </span>

        {name === 'shop' && !done && (
          <Ways
            ways={shopParts(known).map((part) => ({ ...part, text: t(`steps.part.${part.name}`) }))}
          />
        )}

        {isNext && name !== 'shop' && (
          <span className="text-sm text-muted">{t(`steps.hint.${name}`)}</span>
        )}
      </span>
    </li>
  )
}

type Shown = { known: Known; steps: Step[]; next: Step; onHide(): void }

/** All steps, where staff land. */
function Checklist({ known, steps, next, onHide }: Shown) {
  const { t } = useTranslation('admin')
  return (
    <section aria-labelledby="first-steps" className="rounded-md border border-line bg-surface p-4">
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 id="first-steps" className="font-semibold">
            {t('steps.title')}
          </h2>
          <p className="text-sm text-muted">
            {t('steps.text', { done: steps.filter(({ done }) => done).length, all: steps.length })}
          </p>
        </div>

        <IconButton label={t('steps.close')} className="-mt-1.5 -mr-1.5" onClick={onHide}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>

      <ol className="mt-2 divide-y divide-line">
        {steps.map((step, i) => (
          <StepRow key={step.name} step={step} at={i + 1} isNext={step === next} known={known} />
        ))}
      </ol>

      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <span>{t('steps.also')}</span>

        <Ways
          ways={[
            { text: t('steps.discord'), done: known.discord, to: service('discord') },
            {
              text: t('steps.twoFactor'),
              done: known.twoFactor,
              to: `${paths.settings}?tab=security`,
            },
          ]}
        />
      </div>
    </section>
  )
}

/** One line elsewhere: how far it is, and the next step. */
function NextStep({ steps, next }: Shown) {
  const { t } = useTranslation('admin')
  return (
    <aside
      aria-label={t('steps.title')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-2 text-sm"
    >
      <span className="text-muted">
        {t('steps.text', { done: steps.filter(({ done }) => done).length, all: steps.length })}
      </span>

      <Link
        to={next.to}
        className="inline-flex min-h-7 items-center gap-1.5 font-medium text-accent hover:underline"
      >
        {t('steps.next', { step: t(`steps.${next.name}`) })}
        <ArrowRight size={15} aria-hidden />
      </Link>
    </aside>
  )
}

const landings: readonly string[] = [paths.adminUsers, paths.adminSection('sales')]

/**
 * The way from an empty shop to its first paid order. The shop itself says what is done, so that it
 * is the same in every browser, and goes when all is; each browser may hide it (P425).
 */
export function FirstSteps() {
  const { pathname } = useLocation()
  const [hidden, setHidden] = useState(() => readText(localStore(), storedAs) !== null)
  const known = useQuery(
    ask(adminApi.settings.firstSteps, {}, { enabled: !hidden, staleTime: 0 }),
  ).data
  if (hidden || !known || known.over) return null

  const steps = stepsOf(known)
  const next = steps.find(({ done }) => !done)
  if (!next) return null

  const onHide = () => {
    writeText(localStore(), storedAs, 'over')
    setHidden(true)
  }

  const Look = landings.includes(pathname) ? Checklist : NextStep

  return <Look known={known} steps={steps} next={next} onHide={onHide} />
}
