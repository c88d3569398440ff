import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useSign } from '../../shared/sign/use-sign.ts'

/** In the place of the change: an account that a mailed code made sets its password by mail (P140). */
export function NoPassword() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const sign = useSign('forgot_password', t('error.generic'))
  const [sent, setSent] = useState(false)
  const email = user?.email ?? ''

  const send = () =>
    sign.run(async (recaptchaToken) => {
      await call(ownApi.accounts.forgotPassword, { body: { email, recaptchaToken } })
      setSent(true)
    })

  return (
    <Card className="grid gap-4">
      <p>{t('settings.noPassword')}</p>
      <p className="text-sm text-muted">{t('settings.noPasswordHint')}</p>
      {sign.error && <Notice tone="bad">{sign.error}</Notice>}
      {sent && <Notice tone="good">{t('settings.linkSent', { email })}</Notice>}

      <Button
        look="primary"
        className="justify-self-start"
        busy={sign.busy}
        onClick={() => void send()}
      >
        {t('settings.setPassword')}
      </Button>
    </Card>
  )
}
