import type { Api } from '@chaveiro/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { storeToken, storeUser } from '../../../state/session.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CodeForm } from '../../shared/sign/code-form.tsx'
import { InsidePage, SignFrame, SignLinkButton } from '../../shared/sign/sign-frame.tsx'
import { emailError } from '../../shared/sign/use-sign.ts'
import { OwnProof } from './own-proof.tsx'
import { useSingleAction } from './use-one-act.ts'

const mailChangeCall = ownApi.ownAccount.mailChange
type MailChangeState = Reply<Api['ownAccount']['mailChange']>

/** Asks for the new mail address. */
function NewMailForm({
  given: initialEmail,
  busy,
  error,
  onMail,
  onBack,
}: {
  given: string
  busy: boolean
  error: string | null
  onMail(email: string): void
  onBack(): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: initialEmail } })

  return (
    <SignFrame
      title={t('mailChange.title')}
      lead={t('mailChange.lead')}
      submit={t('mailChange.next')}
      busy={busy}
      error={error}
      onSubmit={(event) => void handleSubmit(({ email }) => onMail(email.trim()))(event)}
      links={<SignLinkButton onClick={onBack}>{t('mailChange.cancel')}</SignLinkButton>}
    >
      <Field
        label={t('mailChange.label')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
        error={formState.errors.email?.message}
        {...register('email', { validate: (value) => emailError(value, t) ?? true })}
      />
    </SignFrame>
  )
}

type ChangeStep = 'mail' | 'proof' | 'code'

/** After a successful proof, a refused mail address returns to the first step. */
const stepAfterRefusal = (step: ChangeStep): ChangeStep => (step === 'proof' ? 'mail' : step)

/** Steps of the change: new mail address, proof of identity, code from the new mailbox. */
function ChangeSteps({ state, onDone }: { state: MailChangeState; onDone(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(state.waiting?.email ?? '')
  const [step, setStep] = useState<ChangeStep>(state.waiting ? 'code' : 'mail')
  const singleAction = useSingleAction()
  const refetchState = () => queryClient.invalidateQueries({ queryKey: [mailChangeCall.path] })

  /**
   * Requests a code; resolves to whether it was sent. If the server demands proof of identity, the
   * step for the proof opens.
   */
  const requestCode = async (to: string): Promise<boolean> => {
    setEmail(to)

    const isSent = await singleAction.run(async () => {
      try {
        await call(ownApi.ownAccount.askMailChange, { body: { email: to } })
      } catch (failure) {
        const needsProof = failure instanceof ApiError && failure.code === 'auth.step_up'
        if (needsProof) await refetchState()
        setStep((now) => (needsProof ? 'proof' : stepAfterRefusal(now)))
        if (needsProof) return

        throw failure
      }
      setStep('code')
    })

    return isSent
  }

  const confirmChange = async (code: string) => {
    const changed = await call(ownApi.ownAccount.changeMail, { body: { email, code } })
    // The old session has ended; the reply has the new token.
    storeToken(changed.accessToken)
    storeUser(changed.user)
    toast(changed.message, 'good')
    onDone()
    void refetchState()
  }

  const returnToMail = () => setStep('mail')

  if (step === 'mail')
    return (
      <NewMailForm
        given={email}
        busy={singleAction.busy}
        error={singleAction.problem}
        onMail={(to) => void requestCode(to)}
        onBack={onDone}
      />
    )

  if (step === 'proof')
    return (
      <OwnProof
        by={state.proof}
        email={state.email}
        backLabel={t('mailChange.other')}
        onProven={async () => void (await requestCode(email))}
        onBack={returnToMail}
      />
    )

  return (
    <CodeForm
      title={t('code.title')}
      lead={t('mailChange.codeLead', { email })}
      submit={t('mailChange.submit')}
      problem={singleAction.problem}
      backLabel={t('mailChange.other')}
      onCode={confirmChange}
      onAgain={() => requestCode(email)}
      onBack={returnToMail}
    />
  )
}

/** The steps of the change, or a note that the shop has no mail server to send the code. */
function ChangeForm(given: { state: MailChangeState; onDone(): void }) {
  const { t } = useTranslation('account')
  if (given.state.mails) return <ChangeSteps {...given} />

  return (
    <Card className="grid gap-3">
      <h2 className="text-base font-semibold">{t('mailChange.title')}</h2>
      <Notice tone="wait">{t('mailChange.noMails')}</Notice>
    </Card>
  )
}

/** The form that changes the mail address (P170). */
export function MailChange({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const stateQuery = useQuery(ask(mailChangeCall, {}, { staleTime: 0 }))

  return (
    <InsidePage value>
      <QueryResult
        answer={stateQuery}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-40" />}
      >
        {(state) => <ChangeForm state={state} onDone={onDone} />}
      </QueryResult>
    </InsidePage>
  )
}
