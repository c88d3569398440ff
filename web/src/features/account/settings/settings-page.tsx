import { Bell, Languages, Lock, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { useUrlState } from '../../../routing/url-state.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { AccountSection } from '../shared/section.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'

const settingsTabs = {
  profile: { Part: Profile, Icon: UserRound },
  security: { Part: Security, Icon: Lock },
  notifications: { Part: NotificationChoices, Icon: Bell },
  preferences: { Part: Preferences, Icon: Languages },
} as const

type TabName = keyof typeof settingsTabs
const tabNames = Object.keys(settingsTabs) as TabName[]

/** Settings in four tabs (S111); the URL contains the open tab. */
export function Page() {
  const { t } = useTranslation('account')
  const [{ tab }, setUrlState] = useUrlState({ tab: 'profile' })
  const openTab = tabNames.find((name) => name === tab) ?? 'profile'
  const { Part } = settingsTabs[openTab]

  return (
    <AccountSection title={t('settings.title')}>
      <div className="max-w-2xl">
        <Tabs<TabName>
          label={t('settings.parts')}
          value={openTab}
          onChange={(next) => setUrlState({ tab: next })}
          tabs={tabNames.map((name) => {
            const { Icon } = settingsTabs[name]
            return {
              value: name,
              label: t(`settings.${name}`),
              icon: <Icon size={16} aria-hidden />,
            }
          })}
        >
          <Part />
        </Tabs>
      </div>
    </AccountSection>
  )
}
