import { Bell, Languages, Lock, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { useUrlState } from '../../../routing/url-state.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Section } from '../shared/section.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'

const parts = {
  profile: { Part: Profile, Icon: UserRound },
  security: { Part: Security, Icon: Lock },
  notifications: { Part: NotificationChoices, Icon: Bell },
  preferences: { Part: Preferences, Icon: Languages },
} as const

type Tab = keyof typeof parts
const names = Object.keys(parts) as Tab[]

/** Settings in four parts (S111); the open one stands in the address, so that a reload keeps it. */
export function Page() {
  const { t } = useTranslation('account')
  const [{ tab }, set] = useUrlState({ tab: 'profile' })
  const open = names.find((name) => name === tab) ?? 'profile'
  const { Part } = parts[open]

  return (
    <Section title={t('settings.title')}>
      <div className="max-w-2xl">
        <Tabs<Tab>
          label={t('settings.parts')}
          value={open}
          onChange={(next) => set({ tab: next })}
          tabs={names.map((name) => {
            const { Icon } = parts[name]
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
    </Section>
  )
}
