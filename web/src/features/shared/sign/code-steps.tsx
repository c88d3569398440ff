import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { MailCode } from './mail-code.tsx'
import { NewAccount } from './new-account.tsx'
import { SecondStep, type FirstStep } from './second-step.tsx'
import type { Sign, SignedIn } from './use-sign.ts'

type Place = { codeFor?: unknown; isNew?: unknown } | null

type Step =
  | { name: 'code'; email: string }
  | { name: 'new'; email: string }
  | { name: 'challenge'; challenge: string; after: FirstStep }

/**
 * Which step of getting in by a code is open, null before the first. The mail that waits for its
 * code stands in the history, so that a reload on the way to the mail app and back keeps it.
 */
export function useCodeSteps(sign: Sign) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const place = state as Place
  const [asked, setAsked] = useState<{ challenge: string; after: FirstStep } | null>(null)
  // The server that drew the page knows no history: the first pass in the browser draws what it
  // drew.
  const hydrated = useHydrated()
  const email = hydrated && typeof place?.codeFor === 'string' ? place.codeFor : null
  const goTo = (codeFor: string | null, isNew = false) =>
    void navigate(pathname + search, { replace: true, state: { ...place, codeFor, isNew } })
  let at: Step | null = null
  if (email !== null) at = { name: place?.isNew === true ? 'new' : 'code', email }
  if (asked) at = { name: 'challenge', ...asked }

  return {
    at,
    challenge: (challenge: string, after: FirstStep) => setAsked({ challenge, after }),
    isNew: () => goTo(email, true),

    /** Ask for a code; answers whether it was sent. */
    async send(to: string): Promise<boolean> {
      let sent = false

      await sign.run(async (recaptchaToken) => {
        await call(ownApi.accounts.askLoginCode, { body: { email: to, recaptchaToken } })
        sent = true
        goTo(to)
      })

      return sent
    },

    leave(error: string | null = null) {
      setAsked(null)
      goTo(null)
      sign.setError(error)
    },
  }
}

/** The steps after a code was asked for: the code, a second factor, the name of somebody new. */
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
  /** Somebody new is asked for the name later. */
  namedLater?: boolean
  onEnter(answer: SignedIn): Promise<void>
  onBack?(): void
}) {
  const { at } = steps

  const leave = (error: string | null = null) => {
    steps.leave(error)
    onBack?.()
  }

  if (!at) return null
  if (at.name === 'challenge')
    return <SecondStep challenge={at.challenge} after={at.after} onEnter={onEnter} onBack={leave} />
  if (at.name === 'new')
    return <NewAccount email={at.email} namedLater={namedLater} onEnter={onEnter} onBack={leave} />

  return (
    <MailCode
      email={at.email}
      problem={sign.error}
      backLabel={backLabel}
      onEnter={onEnter}
      onChallenge={(challenge) => steps.challenge(challenge, 'code')}
      onNew={steps.isNew}
      onAgain={() => steps.send(at.email)}
      onBack={() => leave()}
    />
  )
}
