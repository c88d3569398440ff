import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { NoPassword } from './no-password.tsx'
import { OwnSessions, sessionsQuery } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { ChangeButton, RowsTogether, SettingRow, SettingRows } from './setting-row.tsx'
import { TwoFactor, twoFactorQuery } from './two-factor.tsx'

function PasswordRow() {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(false)
  const title = t('field.password')

  return (
    <SettingRow
      title={title}
      act={<ChangeButton name={title} open={isOpen} onClick={() => setIsOpen(!isOpen)} />}
    >
      {isOpen && <PasswordForm />}
    </SettingRow>
  )
}

/** Password, sessions and second factor. */
export function Security() {
  const password = useQuery(ask(ownApi.accounts.ownPassword))
  const sessions = useQuery(sessionsQuery)
  const twoFactor = useQuery(twoFactorQuery)

  return (
    <SettingRows>
      <RowsTogether
        waiting={password.isPending || sessions.isPending || twoFactor.isPending}
        count={4}
      >
        {password.data?.hasPassword === false ? <NoPassword /> : <PasswordRow />}
        <OwnSessions />
        <TwoFactor />
      </RowsTogether>
    </SettingRows>
  )
}
