import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { useSite } from '../../../state/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { loginFrom } from './login-from.ts'

/** Login by Discord, if the shop has it set up (P180). Remembers the page to return to. */
export function DiscordButton({ label, look = 'plain' }: { label?: string; look?: ButtonLook }) {
  const { t } = useTranslation(['account', 'common'])
  const { store } = useSite()
  const { pathname, state } = useLocation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!store.discordLogin) return null

  const startLogin = async () => {
    setBusy(true)
    setProblem(null)

    try {
      const { url } = await call(ownApi.chatLogin.start)
      const origin = (state as { from?: unknown } | null)?.from
      // A second try still returns to the first page.
      if (pathname !== paths.discordLogin)
        loginFrom.keep(typeof origin === 'string' ? origin : pathname)
      window.location.assign(url)
    } catch (failure) {
      setProblem(refusalMessage(failure, t('common:error.network')))
      setBusy(false)
    }
  }

  return (
    <>
      <Button look={look} busy={busy} onClick={() => void startLogin()}>
        {label ?? t('discordLogin.button')}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}
