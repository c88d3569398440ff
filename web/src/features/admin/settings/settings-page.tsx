import { useQuery } from '@tanstack/react-query'
import { PlugZap, RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../components/confirm.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { PageEditor } from './pages/page-editor.tsx'
import { ServicesSection } from './services/services-view.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The shop's settings, or in their place the page editor or the providers. */
export function Page() {
  const [{ edit, view }, set] = useUrlState({ edit: '', tab: 'general', view: '' })
  if (view === 'services') return <ServicesSection onBack={() => set({ view: '' })} />
  if (edit) return <PageEditor id={edit} leave={(id) => set({ edit: id })} />

  return <AllSettings onServices={() => set({ view: 'services' })} />
}

function AllSettings({ onServices }: { onServices(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const settingsQuery = useQuery(ask(adminApi.settings.read))
  const settingsChange = useChange(adminApi.settings.read, api.settings.publicSettings)
  useEffect(() => {
    if (settingsQuery.error) console.error('settings', settingsQuery.error)
  }, [settingsQuery.error])

  async function resetSettings(): Promise<void> {
    if (
      !(await confirm({
        title: t('admin.settings.resetTitle'),
        text: t('admin.settings.resetText'),
        act: t('admin.settings.resetAct'),
      }))
    )
      return

    await settingsChange.run(() => call(adminApi.settings.reset), {
      failed: t('admin.settings.resetError'),
      done: t('admin.settings.resetSuccess'),
    })
  }

  return (
    <Section
      title={t('admin.settings.title')}
      text={t('admin.settings.text')}
      actions={
        <>
          <Button size="sm" icon={<PlugZap size={15} aria-hidden />} onClick={onServices}>
            {t('services.title')}
          </Button>

          {settingsQuery.data && (
            <Button
              size="sm"
              icon={<RotateCcw size={15} aria-hidden />}
              onClick={() => void resetSettings()}
            >
              {t('admin.settings.reset')}
            </Button>
          )}
        </>
      }
    >
      <QueryResult
        answer={settingsQuery}
        failed={t('admin.settings.loadError')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ settings }) => (
          <SettingsForm
            settings={settings}
            busy={settingsChange.busy}
            onSave={(next) =>
              settingsChange.run(() => call(adminApi.settings.save, { body: next }), {
                failed: t('admin.settings.saveError'),
                done: t('admin.settings.saveSuccess'),
              })
            }
          />
        )}
      </QueryResult>
    </Section>
  )
}
