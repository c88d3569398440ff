import { useState } from 'react'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { useOneAct } from './use-one-act.ts'

/** A code that is mailed on a press for an act with the own account; `sent` once it was. */
export function useOwnCode(purpose: 'removal' | 'mailbox') {
  const { user } = useSession()
  const { busy, problem, run } = useOneAct()
  const [sent, setSent] = useState(false)

  async function send(): Promise<void> {
    setSent(false)
    const done = await run(async () => {
      await call(ownApi.accounts.askOwnCode, { body: { for: purpose } })
    })
    setSent(done)
  }

  return { email: user?.email ?? '', sent, busy, problem, send }
}
