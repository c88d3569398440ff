import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/segmented.tsx'
import { Section } from '../shared/section.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { PasswordForm } from './password-form.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'

const tabs = { profile: Profile, security: PasswordForm, notifications: NotificationChoices, preferences: Preferences } as const
type Tab = keyof typeof tabs

/** Settings in four parts. */
export function Page() {
  const { t } = useTranslation('account')
  const [tab, setTab] = useState<Tab>('profile')
  const Part = tabs[tab]
  return (
    <Section title={t('settings.title')}>
      <div className="grid max-w-xl gap-6">
        <Segmented<Tab> legend={t('settings.parts')} value={tab} onChange={setTab} options={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: t(`settings.${value}`) }))} />
        <Part />
      </div>
    </Section>
  )
}
