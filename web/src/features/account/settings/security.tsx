import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { lazyPart } from '../../../routing/code.ts'
import { NoPassword } from './no-password.tsx'
import { PasswordForm } from './password-form.tsx'
import { ChangeButton, SettingRow, SettingRows } from './setting-row.tsx'

const TwoFactor = lazyPart(() => import('./two-factor.tsx').then((module) => module.TwoFactor))

const OwnSessions = lazyPart(() =>
  import('./own-sessions.tsx').then((module) => module.OwnSessions),
)

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
  const { data } = useQuery(ask(ownApi.accounts.ownPassword))
  return (
    <SettingRows>
      {data?.hasPassword === false ? <NoPassword /> : <PasswordRow />}
      <Suspense fallback={null}>
        <OwnSessions />
      </Suspense>
      <Suspense fallback={null}>
        <TwoFactor />
      </Suspense>
    </SettingRows>
  )
}
