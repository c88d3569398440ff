import { useState } from 'react'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { useSingleAction } from './use-one-act.ts'

/** A code mailed on request for an account action; `sent` says whether it was. */
export function useOwnCode(purpose: 'removal' | 'mailbox') {
  const { user } = useSession()
  const { busy, problem, run } = useSingleAction()
  const [isSent, setIsSent] = useState(false)

  async function sendCode(): Promise<void> {
    setIsSent(false)
    const isDone = await run(async () => {
      await call(ownApi.accounts.askOwnCode, { body: { for: purpose } })
    })
    setIsSent(isDone)
  }

  return { email: user?.email ?? '', sent: isSent, busy, problem, send: sendCode }
}
