import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { lazyPart } from '../../../routing/code.ts'
import { NoPassword } from './no-password.tsx'
import { PasswordForm } from './password-form.tsx'

const TwoFactor = lazyPart(() => import('./two-factor.tsx').then((module) => module.TwoFactor))

const OwnSessions = lazyPart(() =>
  import('./own-sessions.tsx').then((module) => module.OwnSessions),
)

/** Password, sessions and second factor. */
export function Security() {
  const { data } = useQuery(ask(ownApi.accounts.ownPassword))
  return (
    <div className="grid gap-4">
      {data?.hasPassword === false ? <NoPassword /> : <PasswordForm />}
      <Suspense fallback={null}>
        <OwnSessions />
      </Suspense>
      <Suspense fallback={null}>
        <TwoFactor />
      </Suspense>
    </div>
  )
}
