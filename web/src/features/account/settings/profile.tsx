import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../../routing/code.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { useSession } from '../../../state/session.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { DiscordAccount, discordAccountQuery } from './discord-account.tsx'
import { keptCpfQuery } from './kept-cpf.tsx'
import { OwnData } from './own-data.tsx'
import { ChangeButton, RowsTogether, SettingRow, SettingRows } from './setting-row.tsx'

const MailChange = lazyPart(() => import('./mail-change.tsx').then((module) => module.MailChange))
const RenameForm = lazyPart(() => import('./rename-form.tsx').then((module) => module.RenameForm))

/** The name, and the form that changes it. */
function NameRow() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)

  return (
    <SettingRow
      title={t('field.name')}
      value={user?.name}
      act={<ChangeButton name={t('field.name')} open={isOpen} onClick={() => setIsOpen(!isOpen)} />}
    >
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <RenameForm />
        </Suspense>
      )}
    </SettingRow>
  )
}

/**
 * The mail address, or the form that changes it. The URL records the open form: a phone that
 * dropped the page while reading mail returns to the code.
 */
function MailRow() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const [{ change }, setUrlState] = useUrlState({ change: '' })

  if (change === 'email')
    return (
      <div className="py-4">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <MailChange onDone={() => setUrlState({ change: '' })} />
        </Suspense>
      </div>
    )

  return (
    <SettingRow
      title={t('field.email')}
      value={user?.email}
      act={
        <ChangeButton
          name={t('field.email')}
          open={false}
          onClick={() => setUrlState({ change: 'email' })}
        />
      }
    />
  )
}

/** Name, mail and role (S112), the Discord account and personal data. */
export function Profile() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const discordAccount = useQuery(discordAccountQuery)
  const keptCpf = useQuery(keptCpfQuery)
  const isWaiting = discordAccount.isPending || keptCpf.isPending

  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">{t('settings.profileLead')}</p>

      <SettingRows>
        <NameRow />
        <MailRow />
        <SettingRow
          title={t('field.role')}
          value={
            <>
              <p>{user && t(`role.${user.role}`)}</p>
              <p>{t('settings.managed')}</p>
            </>
          }
        />

        <RowsTogether waiting={isWaiting} count={4}>
          <DiscordAccount />
          <OwnData />
        </RowsTogether>
      </SettingRows>
    </div>
  )
}
