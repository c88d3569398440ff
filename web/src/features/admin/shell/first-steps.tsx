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

const storageKey = 'adminFirstSteps'
type Progress = Reply<AdminApi['settings']['firstSteps']>
type StepName = 'shop' | 'product' | 'payment' | 'mail' | 'order'
type Way = { done: boolean; to: string }
type Step = Way & { name: StepName }

const settingLink = (field: string, tab = 'general') =>
  paths.adminSection('settings', { ...(tab !== 'general' && { tab }), field })

const serviceLink = (name: string) =>
  paths.adminSection('settings', { view: 'services', service: name })

/** Parts of the shop's profile, each linked to its field. */
const shopParts = ({ shop }: Progress) =>
  [
    { name: 'name', done: shop.name, to: settingLink('siteName') },
    { name: 'look', done: shop.look, to: settingLink('accentColor') },
    { name: 'seller', done: shop.seller, to: settingLink('sellerName', 'legal') },
  ] as const

/** The five steps, each linked to the field it needs. */
function firstSteps(progress: Progress): Step[] {
  const profileParts = shopParts(progress)
  return [
    {
      name: 'shop',
      done: profileParts.every(({ done }) => done),
      to: (profileParts.find(({ done }) => !done) ?? profileParts[0]).to,
    },
    {
      name: 'product',
      done: progress.product,
      to: paths.adminSection('products', { pageOf: 'new' }),
    },
    { name: 'payment', done: progress.payment, to: serviceLink('pix') },
    { name: 'mail', done: progress.mail, to: serviceLink('mail') },
    {
      name: 'order',
      done: progress.order,
      to: progress.buy ? paths.product(progress.buy) : paths.products,
    },
  ]
}

function circleClass(done: boolean, isNext: boolean): string {
  if (done) return 'border-good text-good'
  if (isNext) return 'border-ink text-ink'

  return 'border-edge'
}

/** Links below a step, or below all steps. */
function StepLinks({ ways }: { ways: readonly (Way & { text: string })[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {ways.map(({ text, done, to }) => (
        <Link
          key={text}
          to={to}
          className={join(
            'inline-flex min-h-6 items-center gap-1.5 hover:underline',
            done ? 'text-muted' : 'text-ink',
          )}
        >
          {done && <Check size={14} aria-hidden className="text-good" />}
          {text}
        </Link>
      ))}
    </span>
  )
}

function ChecklistRow({
  step,
  at,
  isNext,
  progress,
}: {
  step: Step
  at: number
  isNext: boolean
  progress: Progress
}) {
  const { t } = useTranslation('admin')
  const { name, done, to } = step

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 py-2.5">
      <span
        aria-hidden
        className={join(
          'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold',
          circleClass(done, isNext),
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
          <StepLinks
            ways={shopParts(progress).map((part) => ({
              ...part,
              text: t(`steps.part.${part.name}`),
            }))}
          />
        )}

        {isNext && name !== 'shop' && (
          <span className="text-sm text-muted">{t(`steps.hint.${name}`)}</span>
        )}
      </span>
    </li>
  )
}

type Shown = { progress: Progress; steps: Step[]; next: Step; onHide(): void }

/** All steps, on the pages where staff arrive after login. */
function Checklist({ progress, steps: checklistSteps, next: nextStep, onHide: hideSteps }: Shown) {
  const { t } = useTranslation('admin')
  return (
    <section aria-labelledby="first-steps" className="rounded-md border border-line bg-surface p-4">
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 id="first-steps" className="font-semibold">
            {t('steps.title')}
          </h2>
          <p className="text-sm text-muted">
            {t('steps.text', {
              done: checklistSteps.filter(({ done }) => done).length,
              all: checklistSteps.length,
            })}
          </p>
        </div>

        <IconButton label={t('steps.close')} className="-mt-1.5 -mr-1.5" onClick={hideSteps}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>

      <ol className="mt-2 divide-y divide-line">
        {checklistSteps.map((step, i) => (
          <ChecklistRow
            key={step.name}
            step={step}
            at={i + 1}
            isNext={step === nextStep}
            progress={progress}
          />
        ))}
      </ol>

      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <span>{t('steps.also')}</span>

        <StepLinks
          ways={[
            { text: t('steps.discord'), done: progress.discord, to: serviceLink('discord') },
            {
              text: t('steps.twoFactor'),
              done: progress.twoFactor,
              to: `${paths.settings}?tab=security`,
            },
          ]}
        />
      </div>
    </section>
  )
}

/** One line on other pages: progress and next step. */
function NextStepLine({ steps: checklistSteps, next: nextStep }: Shown) {
  const { t } = useTranslation('admin')
  return (
    <aside
      aria-label={t('steps.title')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-2 text-sm"
    >
      <span className="text-muted">
        {t('steps.text', {
          done: checklistSteps.filter(({ done }) => done).length,
          all: checklistSteps.length,
        })}
      </span>

      <Link to={nextStep.to} className="inline-flex min-h-7 items-center gap-1.5 font-medium link">
        {t('steps.next', { step: t(`steps.${nextStep.name}`) })}
        <ArrowRight size={15} aria-hidden />
      </Link>
    </aside>
  )
}

const landingPaths: readonly string[] = [
  paths.adminSection('today'),
  paths.adminUsers,
  paths.adminSection('sales'),
]

/**
 * Guides a new shop to its first paid order. The server reports progress, so it is equal in every
 * browser; each browser can hide it (P425).
 */
export function FirstSteps() {
  const { pathname } = useLocation()
  const [hidden, setHidden] = useState(() => readText(localStore(), storageKey) !== null)
  const progressQuery = useQuery(
    ask(adminApi.settings.firstSteps, {}, { enabled: !hidden, staleTime: 0 }),
  ).data
  if (hidden || !progressQuery || progressQuery.over) return null

  const checklistSteps = firstSteps(progressQuery)
  const nextStep = checklistSteps.find(({ done }) => !done)
  if (!nextStep) return null

  const hideSteps = () => {
    writeText(localStore(), storageKey, 'over')
    setHidden(true)
  }

  const StepsLayout = landingPaths.includes(pathname) ? Checklist : NextStepLine

  return (
    <StepsLayout
      progress={progressQuery}
      steps={checklistSteps}
      next={nextStep}
      onHide={hideSteps}
    />
  )
}
