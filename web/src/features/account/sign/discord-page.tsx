import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, call, refusalMessage } from '../../../api/call.ts'
import { useHydrated } from '../../../routing/hydrated.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DiscordButton } from '../../shared/sign/discord-button.tsx'
import { GetIn } from '../../shared/sign/get-in.tsx'
import { loginFrom } from '../../shared/sign/login-from.ts'
import { NewAccount } from '../../shared/sign/new-account.tsx'
import { challengeOf, SecondStep } from '../../shared/sign/second-step.tsx'
import {
  storeNewSession,
  storageRefusal,
  useEnter,
  type SignedIn,
} from '../../shared/sign/use-sign.ts'

/** Open step of a returned login, stored in the history state so that it survives a reload. */
type OpenStep =
  | { step: 'new'; email: string; name: string }
  | { step: 'prove'; text: string; email: string }

type LoginStage = { step: 'waiting' } | { step: 'failed'; text: string } | OpenStep
type HistoryState = { open?: OpenStep; from?: unknown } | null

/** The step a refusal asks for; null if it ends the login. */
function requiredStep(failure: ApiError): OpenStep | null {
  const { code, body, message } = failure
  const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
  if (code === 'chat_login.new')
    return { step: 'new', email: stringOf(body.email), name: stringOf(body.name) }
  if (code === 'chat_login.prove' || code === 'chat_login.mail')
    return { step: 'prove', text: message, email: stringOf(body.email) }

  return null
}

/** Submits the parameters of the URL once and keeps the result. */
function useDiscordReturn(enter: (answer: SignedIn) => Promise<void>) {
  const { t } = useTranslation(['account', 'common'])
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const historyState = useLocation().state as HistoryState
  const [stage, setStage] = useState<LoginStage>(historyState?.open ?? { step: 'waiting' })
  const [challenge, setChallenge] = useState<string | null>(null)
  const isHandled = useRef(false)

  const openStep = (open: OpenStep) => {
    setStage(open)
    void navigate(paths.discordLogin, { replace: true, state: { ...historyState, open } })
  }

  const failWith = (text: string) => setStage({ step: 'failed', text })

  async function finishLogin(code: string, state: string): Promise<void> {
    try {
      await enter(await call(ownApi.chatLogin.finish, { body: { code, state } }))
    } catch (failure) {
      const newChallenge = challengeOf(failure)
      if (newChallenge) return setChallenge(newChallenge)
      if (!(failure instanceof ApiError))
        return failWith(storageRefusal(failure, t) ?? t('common:error.network'))

      const nextStep = requiredStep(failure)
      if (nextStep) openStep(nextStep)
      else failWith(failure.message || t('error.generic'))
    }
  }

  useEffect(() => {
    if (isHandled.current || stage.step !== 'waiting') return

    isHandled.current = true
    const [code, state] = [search.get('code'), search.get('state')]
    // Removes the parameters, so that a reload does not submit them again.
    void navigate(paths.discordLogin, { replace: true, state: historyState })
    if (code && state) void finishLogin(code, state)
    else failWith(t(search.get('error') ? 'discordLogin.declined' : 'discordLogin.nothing'))
  })

  return { stage, challenge, fail: failWith }
}

/** Why the login failed, and other ways to log in. */
function LoginFailed({ text, from }: { text: string; from: string | null }) {
  const { t } = useTranslation('account')
  return (
    <>
      <Notice tone="bad">{text}</Notice>

      <div className="grid gap-3">
        <DiscordButton look="primary" label={t('discordLogin.again')} />
        <Link to={paths.login} state={from ? { from } : null} className={buttonClass('plain')}>
          {t('discordLogin.other')}
        </Link>
      </div>
    </>
  )
}

/**
 * An account exists, or Discord has no verified mail: the customer logs in, then Discord is linked.
 */
function ProveAccount({
  open,
  enter,
}: {
  open: Extract<OpenStep, { step: 'prove' }>
  enter(answer: SignedIn): Promise<void>
}) {
  const { t } = useTranslation(['account', 'common'])

  const enterAndLink = async (answer: SignedIn) => {
    storeNewSession(answer)

    try {
      toast((await call(ownApi.chatLogin.link)).message, 'good')
    } catch (failure) {
      // The login succeeded anyway; Discord can be linked in the settings.
      const text = refusalMessage(failure, t('common:error.network'))
      toast(text, 'bad')
    }

    await enter(answer)
  }

  return (
    <>
      <Notice tone="info">{open.text}</Notice>
      <GetIn email={open.email} withoutDiscord onEnter={enterAndLink} />
    </>
  )
}

/** Return page of a Discord login (P180 to P184). */
export function Page() {
  const { t } = useTranslation('account')
  const historyState = useLocation().state as HistoryState
  const [returnTo] = useState(
    () => loginFrom.kept() ?? (typeof historyState?.from === 'string' ? historyState.from : null),
  )
  const enterShop = useEnter(returnTo)

  const enterFromDiscord = async (answer: SignedIn) => {
    await enterShop(answer)
    loginFrom.forget()
  }

  const discordReturn = useDiscordReturn(enterFromDiscord)
  const { challenge, fail } = discordReturn
  // The server does not know the history state, so hydration must render without it.
  const visibleStage: LoginStage = useHydrated() ? discordReturn.stage : { step: 'waiting' }
  useTitle(t('discordLogin.title'))

  if (challenge !== null)
    return (
      <SecondStep
        challenge={challenge}
        after="discord"
        onEnter={enterFromDiscord}
        onBack={(error) => fail(error ?? t('discordLogin.nothing'))}
      />
    )

  if (visibleStage.step === 'new')
    return (
      <NewAccount
        email={visibleStage.email}
        suggested={visibleStage.name}
        register={(body) => call(ownApi.chatLogin.register, { body })}
        onEnter={enterFromDiscord}
        onBack={fail}
      />
    )

  return (
    <div className="page grid justify-items-center py-10">
      <div className="grid w-full max-w-md gap-5">
        <h1 className="text-xl font-bold tracking-tight">{t('discordLogin.title')}</h1>

        {visibleStage.step === 'waiting' && (
          <>
            <p className="text-muted">{t('discordLogin.waiting')}</p>
            <Skeleton className="h-24" />
          </>
        )}

        {visibleStage.step === 'failed' && <LoginFailed text={visibleStage.text} from={returnTo} />}
        {visibleStage.step === 'prove' && (
          <ProveAccount open={visibleStage} enter={enterFromDiscord} />
        )}
      </div>
    </div>
  )
}
