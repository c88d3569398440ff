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
import { settingsTabs, tabOf, type SettingsTab } from './settings-rules.ts'
import { ShopPreview } from './shop-preview.tsx'
import type { Form } from './use-field.ts'

const beside = 'xl:grid-cols-[minmax(0,1fr)_24rem]'

/** Whoever is led to one field stands in it, once the form has taken its values (P425). */
function useFocusOn({ setFocus }: Form, field: string): void {
  useEffect(() => {
    const soon = setTimeout(() => field && setFocus(field as 'siteName'))
    return () => clearTimeout(soon)
  }, [field, setFocus])
}

/**
 * All settings in five tabs and one form, beside them the pages that staff write: what is typed in
 * one tab stays while another shows, a refused field opens its tab (B099).
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
  const isForm = tab !== 'pages'
  const [isOpen, setOpen] = useState(() => window.matchMedia('(min-width: 90rem)').matches)
  const hasPreview = tab === 'general' || tab === 'front'
  const isBeside = isOpen && hasPreview
  const form = useForm<Settings>({ defaultValues: settings })

  const {
    handleSubmit,
    reset,
    formState: { isDirty },
  } = form

  useLeaveGuard(isDirty, 'edit')
  useEffect(() => {
    reset(settings)
  }, [settings, reset])
  useFocusOn(form, field)

  const showFault = (faults: FieldErrors<Settings>) => {
    const first = Object.keys(faults)[0]
    if (first) set({ tab: tabOf(first) })
  }

  const submit = handleSubmit((next) => onSave(next), showFault)

  return (
    <form noValidate className="relative grid gap-5" onSubmit={(event) => void submit(event)}>
      {hasPreview && (
        <Button
          size="sm"
          // Beside the tabs where there is room for both.
          className={join('justify-self-end', !isBeside && 'z-10 lg:absolute lg:top-1 lg:right-0')}
          icon={isOpen ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'admin.settings.previewClose' : 'admin.settings.previewOpen')}
        </Button>
      )}

      <div className={join('grid grid-cols-[minmax(0,1fr)] gap-6', isBeside && beside)}>
        <Tabs<SettingsTab>
          label={t('admin.settings.title')}
          value={tab as SettingsTab}
          onChange={(next) => set({ tab: next })}
          tabs={settingsTabs.map((one) => {
            if (one === 'pages')
              return {
                value: one,
                label: t('admin.settings.tab.pages'),
                content: isForm ? null : <SitePages edit={(edit) => set({ edit })} />,
              }

            const Content = tabContents[one]

            return {
              value: one,
              label: t(`admin.settings.tab.${one}`),
              content: <Content form={form} />,
            }
          })}
        />

        {isBeside && <ShopPreview form={form} />}
      </div>

      <SaveBar rests shown={isForm || isDirty} changed={isDirty}>
        <Button type="submit" look="primary" busy={busy}>
          {t('kit.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
