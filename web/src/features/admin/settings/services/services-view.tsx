import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { useUrlState } from '../../../../routing/url-state.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Button } from '../../../../ui/button.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { Section } from '../../components/section.tsx'
import type { Provider } from '../../shared/rows.ts'
import { ServiceCard } from './service-card.tsx'

const serviceGroups = [
  { name: 'payments', services: ['pix', 'card', 'crypto'] },
  { name: 'others', services: ['mail', 'discord', 'keyauth', 'captcha'] },
] as const

/** Providers as cards; `?service=` opens one, so that other pages can link to it (P361). */
function ServiceList() {
  const { t } = useTranslation(['admin', 'common'])
  const serviceQuery = useQuery(ask(adminApi.providers.list))
  const [{ service }, set] = useUrlState({ service: '' })
  useEffect(() => {
    if (serviceQuery.error) console.error('providers', serviceQuery.error)
  }, [serviceQuery.error])

  return (
    <QueryResult
      answer={serviceQuery}
      failed={t('services.errorLoad')}
      retry={t('common:action.retry')}
      waiting={<DialogLoading className="min-h-48 animate-late" />}
    >
      {({ providers }) => (
        <div className="grid gap-8">
          {serviceGroups.map((group) => (
            <section
              key={group.name}
              className="grid gap-3"
              aria-label={t(`services.${group.name}`)}
            >
              <h2 className="font-semibold">{t(`services.${group.name}`)}</h2>

              {group.services.map((name) => (
                <ServiceCard
                  key={name}
                  provider={providers.find((one) => one.name === name) as Provider}
                  open={service === name}
                  onOpen={(open) => set({ service: open ? name : '' })}
                />
              ))}
            </section>
          ))}
        </div>
      )}
    </QueryResult>
  )
}

/** Payments and services, in place of the settings. */
export function ServicesSection({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Section
      title={t('services.title')}
      text={t('services.text.all')}
      actions={
        <Button size="sm" icon={<Store size={15} aria-hidden />} onClick={onBack}>
          {t('admin.settings.title')}
        </Button>
      }
    >
      <ServiceList />
    </Section>
  )
}
