import { BookOpen, ChevronDown } from 'lucide-react'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../routing/code.ts'
import { Button } from '../../ui/button.tsx'
import { join } from '../../ui/join.ts'
import { Skeletons } from '../../ui/states.tsx'

const GuideText = lazyPart(() => import('./guide-text.tsx').then((module) => module.GuideText))

/**
 * How to activate a licence, below its key: asked for and drawn when it is opened, never before
 * (L054). Its button ends the row of what else can be done with the key.
 */
export function Guide({
  licenceId,
  name,
  beside,
}: {
  licenceId: string
  name: string
  /** The controls in whose row its button stands. */
  beside?: ReactNode
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap gap-2 @max-sm:gap-1.5">
        {beside}

        <Button
          size="sm"
          className={join(!!beside && '@max-sm:gap-1 @max-sm:px-2')}
          icon={<BookOpen aria-hidden size={16} className={join(!!beside && '@max-sm:hidden')} />}
          aria-label={t('guide.openOf', { name })}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {t('guide.open')}
          <ChevronDown aria-hidden size={16} className={join(open && 'rotate-180')} />
        </Button>
      </div>

      {open && (
        <div id={id} className="min-w-0 rounded-md border border-line bg-surface p-4 text-sm">
          <Suspense fallback={<GuideWaits />}>
            <GuideText licenceId={licenceId} waiting={<GuideWaits />} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function GuideWaits() {
  const { t } = useTranslation()
  return <Skeletons count={3} label={t('state.loading')} className="grid gap-2" each="h-4" />
}
