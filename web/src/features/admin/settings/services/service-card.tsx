import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../../state/site.ts'
import { Badge, Notice, type Tone } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { join } from '../../../../ui/join.ts'
import type { Provider } from '../../shared/rows.ts'
import { date } from '../../shared/shop-clock.ts'
import { ServiceForm } from './service-form.tsx'
import { WebhookFacts } from './webhook-facts.tsx'

const statusTones: Record<Provider['source'], Tone> = {
  environment: 'good',
  kept: 'good',
  sandbox: 'info',
  off: 'muted',
}

/** Source of a provider's credentials, and whether it moves real money. */
function ServiceState({
  provider: { name: serviceName, source, test, fault, trouble },
}: {
  provider: Provider
}) {
  const { t } = useTranslation('admin')
  // Without an external captcha the shop uses its own puzzle.
  const sourceWord = serviceName === 'captcha' && source === 'off' ? 'own' : source

  return (
    <div className="flex flex-wrap gap-2">
      {test && source !== 'sandbox' && <Badge tone="wait">{t('services.testMode')}</Badge>}

      {trouble && (
        <Badge tone={trouble.state === 'down' ? 'bad' : 'wait'}>
          {t(`services.trouble.${trouble.state}`)}
        </Badge>
      )}

      <Badge tone={fault ? 'bad' : statusTones[source]}>
        {fault ? t('services.broken') : t(`services.source.${sourceWord}`)}
      </Badge>
    </div>
  )
}

/** Says that credentials of the other mode (live or test) are unused, or how to switch (P427). */
function OtherCredentials({ provider: { source, test, other } }: { provider: Provider }) {
  const { t } = useTranslation('admin')
  const { demo } = useSite().store
  if (other) return <Notice>{t(`services.aside.${other}`)}</Notice>
  if (source !== 'kept' || test === null || demo) return null

  return <p className="text-sm text-muted">{t(`services.others.${test ? 'real' : 'test'}`)}</p>
}

/** Notices above the fields. */
function ServiceNotices({ provider }: { provider: Provider }) {
  const { t } = useTranslation('admin')
  const { fault, decidedBy, kept, source, test, openPayments } = provider

  return (
    <>
      {fault && <Notice tone="bad">{t(`services.fault.${fault}`)}</Notice>}
      {decidedBy.length > 0 && (
        <Notice>{t('services.fromEnvironment', { names: decidedBy.join(', ') })}</Notice>
      )}
      {decidedBy.length > 0 && kept && <Notice tone="wait">{t('services.keptUnused')}</Notice>}
      {source === 'sandbox' && <Notice>{t('services.sandboxText')}</Notice>}
      {test && source !== 'sandbox' && <Notice tone="wait">{t('services.testModeText')}</Notice>}
      <OtherCredentials provider={provider} />
      {openPayments > 0 && source === 'kept' && (
        <Notice tone="wait">{t('services.open', { count: openPayments })}</Notice>
      )}
    </>
  )
}

/** One provider: its state, and its form once opened. */
export function ServiceCard({
  provider,
  open,
  onOpen,
}: {
  provider: Provider
  open: boolean
  onOpen(open: boolean): void
}) {
  const { t } = useTranslation('admin')
  const elementId = useId()
  const cardElement = useRef<HTMLDivElement>(null)
  // Typed values stay while the card is closed.
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    if (open) cardElement.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const serviceName = t(`services.name.${provider.name}`)

  return (
    <Card ref={cardElement} className="grid max-w-5xl gap-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-80 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-medium">{serviceName}</h3>
            <ServiceState provider={provider} />
          </div>
          <p className="text-sm text-muted">{t(`services.text.${provider.name}`)}</p>

          {provider.updatedAt && (
            <p className="text-sm text-muted">
              {t('services.savedAt', { when: date(provider.updatedAt, 'moment') })}
            </p>
          )}
        </div>

        <Button
          size="sm"
          aria-expanded={open}
          aria-controls={elementId}
          aria-label={t(open ? 'services.foldOf' : 'services.openOf', { name: serviceName })}
          onClick={() => onOpen(!open)}
          icon={<ChevronDown size={15} aria-hidden className={join(open && 'rotate-180')} />}
        >
          {t(open ? 'services.fold' : 'services.setUp')}
        </Button>
      </div>

      {provider.trouble && (
        <Notice tone="wait">
          {t('services.troubleText', {
            since: date(provider.trouble.since, 'moment'),
            reason: provider.trouble.reason,
          })}
        </Notice>
      )}

      <div id={elementId} hidden={!open} className="grid gap-4">
        {wasOpen && (
          <>
            <ServiceNotices provider={provider} />
            <WebhookFacts provider={provider} />
            <ServiceForm provider={provider} />
          </>
        )}
      </div>
    </Card>
  )
}
