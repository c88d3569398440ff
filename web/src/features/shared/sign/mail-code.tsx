import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { CodeForm } from './code-form.tsx'
import { challengeOf } from './second-step.tsx'
import type { SignedIn } from './use-sign.ts'

/** The code from the mail that leads in (Q117). */
export function MailCode({
  email,
  onEnter,
  onChallenge,
  onNew,
  ...form
}: {
  email: string
  /** Why another code could not be sent. */
  problem: string | null
  /** What leads back. */
  backLabel: string
  onEnter(answer: SignedIn): Promise<void>
  /** Whoever has a second factor goes on to it. */
  onChallenge(challenge: string): void
  /** The code was right, and nobody has an account with this mail yet. */
  onNew(): void
  /** Answers whether another code was sent. */
  onAgain(): Promise<boolean>
  onBack(): void
}) {
  const { t } = useTranslation('account')

  const enter = async (code: string) => {
    try {
      await onEnter(await call(ownApi.accounts.enterByLoginCode, { body: { code } }))
    } catch (failure) {
      const challenge = challengeOf(failure)
      if (challenge) return onChallenge(challenge)
      if (failure instanceof ApiError && failure.code === 'login_code.new') return onNew()

      throw failure
    }
  }

  return (
    <CodeForm
      {...form}
      title={t('code.title')}
      lead={t('code.lead', { email })}
      submit={t('code.submit')}
      onCode={enter}
    />
  )
}
