import type { Api } from '@chaveiro/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { storeToken, storeUser } from '../../../state/session.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CodeForm } from '../../shared/sign/code-form.tsx'
import { InsidePage, SignFrame } from '../../shared/sign/sign-frame.tsx'
import { emailError } from '../../shared/sign/use-sign.ts'
import { OwnProof } from './own-proof.tsx'
import { useOneAct } from './use-one-act.ts'

const route = ownApi.ownAccount.mailChange
type State = Reply<Api['ownAccount']['mailChange']>

/** The mail that the account is to have. */
function NewMail({
  given,
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
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: given } })

  return (
    <SignFrame
      title={t('mailChange.title')}
      lead={t('mailChange.lead')}
      submit={t('mailChange.next')}
      busy={busy}
      error={error}
      onSubmit={(event) => void handleSubmit(({ email }) => onMail(email.trim()))(event)}
      links={
        <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
          {t('mailChange.cancel')}
        </Button>
      }
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

type Step = 'mail' | 'proof' | 'code'

/** Whoever has proven himself for a mail that is refused enters another one. */
const stepAfterRefusal = (step: Step): Step => (step === 'proof' ? 'mail' : step)

/** The steps of the change: the new mail, who one is, the code that came to it. */
function Steps({ state, onDone }: { state: State; onDone(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const [email, setEmail] = useState(state.waiting?.email ?? '')
  const [step, setStep] = useState<Step>(state.waiting ? 'code' : 'mail')
  const act = useOneAct()
  const forget = () => client.invalidateQueries({ queryKey: [route.path] })

  /** Ask for a code; answers whether it was sent. Who has to prove himself first is asked to. */
  const send = async (to: string): Promise<boolean> => {
    setEmail(to)

    const sent = await act.run(async () => {
      try {
        await call(ownApi.ownAccount.askMailChange, { body: { email: to } })
      } catch (failure) {
        const unproven = failure instanceof ApiError && failure.code === 'auth.step_up'
        if (unproven) await forget()
        setStep((now) => (unproven ? 'proof' : stepAfterRefusal(now)))
        if (unproven) return

        throw failure
      }
      setStep('code')
    })

    return sent
  }

  const change = async (code: string) => {
    const done = await call(ownApi.ownAccount.changeMail, { body: { email, code } })
    // The session of before is over; its successor's token is in the answer.
    storeToken(done.accessToken)
    storeUser(done.user)
    toast(done.message, 'good')
    onDone()
    void forget()
  }

  const again = () => setStep('mail')

  if (step === 'mail')
    return (
      <NewMail
        given={email}
        busy={act.busy}
        error={act.problem}
        onMail={(to) => void send(to)}
        onBack={onDone}
      />
    )

  if (step === 'proof')
    return (
      <OwnProof
        by={state.proof}
        email={state.email}
        backLabel={t('mailChange.other')}
        onProven={async () => void (await send(email))}
        onBack={again}
      />
    )

  return (
    <CodeForm
      title={t('code.title')}
      lead={t('mailChange.codeLead', { email })}
      submit={t('mailChange.submit')}
      problem={act.problem}
      backLabel={t('mailChange.other')}
      onCode={change}
      onAgain={() => send(email)}
      onBack={again}
    />
  )
}

/**
 * Change the own mail (P170): the new one, a proof of who one is, the code that was mailed there.
 * That it is open stands in the address, so that a phone which dropped the page on the way to the
 * mails finds the code awaited.
 */
export function MailChange() {
  const { t } = useTranslation(['account', 'common'])
  const [{ change }, set] = useUrlState({ change: '' })
  const open = change === 'email'
  const answer = useQuery(ask(route, {}, { staleTime: 0, enabled: open }))

  if (!open)
    return (
      <Card className="grid gap-3">
        <h2 className="text-base font-semibold">{t('mailChange.title')}</h2>
        <p className="text-sm text-muted">{t('mailChange.lead')}</p>
        <Button className="justify-self-start" onClick={() => set({ change: 'email' })}>
          {t('mailChange.title')}
        </Button>
      </Card>
    )

  return (
    <InsidePage value>
      <QueryResult
        answer={answer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-40" />}
      >
        {(state) =>
          state.mails ? (
            <Steps state={state} onDone={() => set({ change: '' })} />
          ) : (
            <Card className="grid gap-3">
              <h2 className="text-base font-semibold">{t('mailChange.title')}</h2>
              <Notice tone="wait">{t('mailChange.noMails')}</Notice>
            </Card>
          )
        }
      </QueryResult>
    </InsidePage>
  )
}
