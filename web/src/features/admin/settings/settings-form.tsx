import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { useUrlState } from '../../../routing/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { SaveBar } from '../components/save-bar.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
import type { Settings } from '../shared/rows.ts'
import { SitePages } from './pages/pages-list.tsx'
import { tabContents } from './settings-fields.tsx'
import { settingsTabs, tabOfSetting, type SettingsTab } from './settings-rules.ts'
import { ShopPreview } from './shop-preview.tsx'
import type { Form } from './use-field.ts'

const besideClass = 'xl:grid-cols-[minmax(0,1fr)_24rem]'

/** Focuses the field named in the URL, after the form has its values (P425). */
function useFocusOn({ setFocus }: Form, field: string): void {
  useEffect(() => {
    const focusTimer = setTimeout(() => field && setFocus(field as 'siteName'))
    return () => clearTimeout(focusTimer)
  }, [field, setFocus])
}

function PreviewButton({ isOpen, onPress }: { isOpen: boolean; onPress(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Button
      size="sm"
      className="justify-self-start"
      icon={isOpen ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      onClick={onPress}
    >
      {t(isOpen ? 'admin.settings.previewClose' : 'admin.settings.previewOpen')}
    </Button>
  )
}

/**
 * All settings in tabs of one form. Values stay when the tab changes, and an invalid field opens
 * its tab (B099).
 */
export function SettingsForm({
  settings,
  busy,
  onSave,
}: {
  settings: Settings
  busy: boolean
  onSave(next: Settings): Promise<boolean>
}) {
  const { t } = useTranslation('admin')
  const [{ tab, field }, set] = useUrlState({ tab: 'general', edit: '', field: '' })
  const isFormTab = tab !== 'pages'
  const [isOpen, setOpen] = useState(() => window.matchMedia('(min-width: 90rem)').matches)
  const hasPreview = tab === 'general' || tab === 'front'
  const isPreviewBeside = isOpen && hasPreview
  const settingsForm = useForm<Settings>({ defaultValues: settings })

  const {
    handleSubmit,
    reset,
    formState: { isDirty },
  } = settingsForm

  useLeaveGuard(isDirty, 'edit')
  useEffect(() => {
    reset(settings)
  }, [settings, reset])
  useFocusOn(settingsForm, field)

  const showFault = (faults: FieldErrors<Settings>) => {
    const firstFault = Object.keys(faults)[0]
    if (firstFault) set({ tab: tabOfSetting(firstFault) })
  }

  const submitSettings = handleSubmit((next) => onSave(next), showFault)

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submitSettings(event)}>
      <div className={join('grid grid-cols-[minmax(0,1fr)] gap-6', isPreviewBeside && besideClass)}>
        <Tabs<SettingsTab>
          label={t('admin.settings.title')}
          value={tab as SettingsTab}
          onChange={(next) => set({ tab: next })}
          indexFrom={isPreviewBeside ? '2xl' : 'lg'}
          aside={hasPreview && <PreviewButton isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
          tabs={settingsTabs.map((one) => {
            if (one === 'pages')
              return {
                value: one,
                label: t('admin.settings.tab.pages'),
                content: !isFormTab && <SitePages edit={(edit) => set({ edit })} />,
              }

            const TabContent = tabContents[one]

            return {
              value: one,
              label: t(`admin.settings.tab.${one}`),
              content: <TabContent form={settingsForm} />,
            }
          })}
        />

        {isPreviewBeside && <ShopPreview form={settingsForm} />}
      </div>

      <SaveBar
        rests
        shown={isFormTab || isDirty}
        changed={isDirty}
        className={isPreviewBeside ? '2xl:ml-52' : 'lg:ml-52'}
      >
        <Button type="submit" look="primary" busy={busy}>
          {t('kit.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
