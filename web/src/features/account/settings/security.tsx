import { staffRoles } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ownApi } from 'virtual:own-api'
import { ask } from '../../../api/queries.ts'
import { lazyPart } from '../../../routing/code.ts'
import { useSession } from '../../../state/session.ts'
import { NoPassword } from './no-password.tsx'
import { PasswordForm } from './password-form.tsx'

const TwoFactor = lazyPart(() => import('./two-factor.tsx').then((module) => module.TwoFactor))

const OwnSessions = lazyPart(() =>
  import('./own-sessions.tsx').then((module) => module.OwnSessions),
)

/** The password, where the account is logged in, and for staff the second factor of their login. */
export function Security() {
  const { user } = useSession()
  const { data } = useQuery(ask(ownApi.accounts.ownPassword))
  return (
    <div className="grid gap-4">
      {data?.hasPassword === false ? <NoPassword /> : <PasswordForm />}
      <Suspense fallback={null}>
        <OwnSessions />
      </Suspense>
      {user && staffRoles.includes(user.role) ? (
        <Suspense fallback={null}>
          <TwoFactor />
        </Suspense>
      ) : null}
    </div>
  )
}
