import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSign } from '../../shared/sign/use-sign.ts'
import { SettingRow } from './setting-row.tsx'

/**
 * Replaces the password form: an account made with a mailed code sets its password by mail (P140).
 */
export function NoPassword() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const signIn = useSign('forgot_password', t('error.generic'))
  const [isSent, setIsSent] = useState(false)
  const ownEmail = user?.email ?? ''

  const sendLink = () =>
    signIn.run(async (recaptchaToken) => {
      await call(ownApi.accounts.forgotPassword, { body: { email: ownEmail, recaptchaToken } })
      setIsSent(true)
    })

  return (
    <SettingRow
      title={t('field.password')}
      value={
        <>
          <p>{t('settings.noPassword')}</p>
          <p>{t('settings.noPasswordHint')}</p>
        </>
      }
      act={
        <Button busy={signIn.busy} onClick={() => void sendLink()}>
          {t('settings.setPassword')}
        </Button>
      }
    >
      {signIn.error && <Notice tone="bad">{signIn.error}</Notice>}
      {isSent && <Notice tone="good">{t('settings.linkSent', { email: ownEmail })}</Notice>}
    </SettingRow>
  )
}
