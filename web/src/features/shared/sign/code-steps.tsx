import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { MailCode } from './mail-code.tsx'
import { NewAccount } from './new-account.tsx'
import { SecondStep, type FirstStep } from './second-step.tsx'
import type { Sign, SignedIn } from './use-sign.ts'

type HistoryState = { codeFor?: unknown; isNew?: unknown } | null

type Step =
  | { name: 'code'; email: string }
  | { name: 'new'; email: string }
  | { name: 'challenge'; challenge: string; after: FirstStep }

/**
 * The open step of a login by code, null before the first. The mail address is in the history
 * state, so that it survives a reload on the way to the mail app and back.
 */
export function useCodeSteps(sign: Sign) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const historyState = state as HistoryState
  const [challengeStep, setChallengeStep] = useState<{
    challenge: string
    after: FirstStep
  } | null>(null)
  // The server does not know the history state, so hydration must render without it.
  const isHydrated = useHydrated()
  const email =
    isHydrated && typeof historyState?.codeFor === 'string' ? historyState.codeFor : null
  const replaceState = (codeFor: string | null, isNew = false) =>
    void navigate(pathname + search, { replace: true, state: { ...historyState, codeFor, isNew } })
  let currentStep: Step | null = null
  if (email !== null) currentStep = { name: historyState?.isNew === true ? 'new' : 'code', email }
  if (challengeStep) currentStep = { name: 'challenge', ...challengeStep }

  return {
    at: currentStep,
    challenge: (challenge: string, after: FirstStep) => setChallengeStep({ challenge, after }),
    isNew: () => replaceState(email, true),

    /** Requests a code; resolves to whether it was sent. */
    async send(to: string): Promise<boolean> {
      let isSent = false

      await sign.run(async (recaptchaToken) => {
        await call(ownApi.accounts.askLoginCode, { body: { email: to, recaptchaToken } })
        isSent = true
        replaceState(to)
      })

      return isSent
    },

    leave(error: string | null = null) {
      setChallengeStep(null)
      replaceState(null)
      sign.setError(error)
    },
  }
}

/** Steps after a code was requested: code, second factor, name of a new customer. */
export function CodeSteps({
  steps,
  sign,
  backLabel,
  namedLater = false,
  onEnter,
  onBack,
}: {
  steps: ReturnType<typeof useCodeSteps>
  sign: Sign
  backLabel: string
  namedLater?: boolean
  onEnter(answer: SignedIn): Promise<void>
  onBack?(): void
}) {
  const { at } = steps

  const leaveSteps = (error: string | null = null) => {
    steps.leave(error)
    onBack?.()
  }

  if (!at) return null
  if (at.name === 'challenge')
    return (
      <SecondStep challenge={at.challenge} after={at.after} onEnter={onEnter} onBack={leaveSteps} />
    )
  if (at.name === 'new')
    return (
      <NewAccount email={at.email} namedLater={namedLater} onEnter={onEnter} onBack={leaveSteps} />
    )

  return (
    <MailCode
      email={at.email}
      problem={sign.error}
      backLabel={backLabel}
      onEnter={onEnter}
      onChallenge={(challenge) => steps.challenge(challenge, 'code')}
      onNew={steps.isNew}
      onAgain={() => steps.send(at.email)}
      onBack={() => leaveSteps()}
    />
  )
}
