import { BookOpen, ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../routing/code.ts'
import { Button } from '../../ui/button.tsx'
import { join } from '../../ui/join.ts'
import { Skeletons } from '../../ui/states.tsx'

const GuideText = lazyPart(() => import('./guide-text.tsx').then((module) => module.GuideText))

/**
 * How to activate a licence, below its key: asked for and drawn when it is opened, never before
 * (L054).
 */
export function Guide({ licenceId, name }: { licenceId: string; name: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="grid min-w-0 gap-3">
      <Button
        size="sm"
        className="justify-self-start"
        icon={<BookOpen aria-hidden size={16} />}
        aria-label={t('guide.openOf', { name })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('guide.open')}
        <ChevronDown aria-hidden size={16} className={join(open && 'rotate-180')} />
      </Button>
      {open ? (
        <div id={id} className="min-w-0 rounded-md border border-line bg-surface p-4 text-sm">
          <Suspense fallback={<GuideWaits />}>
            <GuideText licenceId={licenceId} waiting={<GuideWaits />} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}

function GuideWaits() {
  const { t } = useTranslation()
  return <Skeletons count={3} label={t('state.loading')} className="grid gap-2" each="h-4" />
}
