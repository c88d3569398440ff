import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
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

/** What is still to be done of a login that came back; kept in the history, so that a reload keeps it. */
type Open =
  | { step: 'new'; email: string; name: string }
  | { step: 'prove'; text: string; email: string }

type Stage = { step: 'waiting' } | { step: 'failed'; text: string } | Open
type Place = { open?: Open; from?: unknown } | null

/** What the shop's answer asks for; null for what only ends the way. */
function openOf(failure: ApiError): Open | null {
  const { code, body, message } = failure
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (code === 'chat_login.new')
    return { step: 'new', email: text(body.email), name: text(body.name) }
  if (code === 'chat_login.prove' || code === 'chat_login.mail')
    return { step: 'prove', text: message, email: text(body.email) }

  return null
}

/** Hands the answer of the address in a single time, and keeps what came of it. */
function useReturn(enter: (answer: SignedIn) => Promise<void>) {
  const { t } = useTranslation(['account', 'common'])
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const place = useLocation().state as Place
  const [stage, setStage] = useState<Stage>(place?.open ?? { step: 'waiting' })
  const [challenge, setChallenge] = useState<string | null>(null)
  const seen = useRef(false)

  const settle = (open: Open) => {
    setStage(open)
    void navigate(paths.discordLogin, { replace: true, state: { ...place, open } })
  }

  const fail = (text: string) => setStage({ step: 'failed', text })

  async function finish(code: string, state: string): Promise<void> {
    try {
      await enter(await call(ownApi.chatLogin.finish, { body: { code, state } }))
    } catch (failure) {
      const asked = challengeOf(failure)
      if (asked) return setChallenge(asked)
      if (!(failure instanceof ApiError))
        return fail(storageRefusal(failure, t) ?? t('common:error.network'))

      const open = openOf(failure)
      if (open) settle(open)
      else fail(failure.message || t('error.generic'))
    }
  }

  useEffect(() => {
    if (seen.current || stage.step !== 'waiting') return

    seen.current = true
    const [code, state] = [search.get('code'), search.get('state')]
    // Nobody reads it in the address, and a reload does not hand it in again.
    void navigate(paths.discordLogin, { replace: true, state: place })
    if (code && state) void finish(code, state)
    else fail(t(search.get('error') ? 'discordLogin.declined' : 'discordLogin.nothing'))
  })

  return { stage, challenge, fail }
}

/** Why it ended here, and the ways on: Discord again, or another way in; nothing is lost. */
function Failed({ text, from }: { text: string; from: string | null }) {
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

/** Who came back has an account or is to say his mail: he gets in, and his Discord is linked. */
function Prove({
  open,
  enter,
}: {
  open: Extract<Open, { step: 'prove' }>
  enter(answer: SignedIn): Promise<void>
}) {
  const { t } = useTranslation(['account', 'common'])

  const enterAndLink = async (answer: SignedIn) => {
    storeNewSession(answer)

    try {
      toast((await call(ownApi.chatLogin.link)).message, 'good')
    } catch (failure) {
      // He is in all the same: what could not be linked can be in the settings.
      const text = failure instanceof ApiError ? failure.message : t('common:error.network')
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

/** Back from Discord (P180 to P184). */
export function Page() {
  const { t } = useTranslation('account')
  const place = useLocation().state as Place
  const [from] = useState(
    () => loginFrom.kept() ?? (typeof place?.from === 'string' ? place.from : null),
  )
  const goOn = useEnter(from)

  const enter = async (answer: SignedIn) => {
    await goOn(answer)
    loginFrom.forget()
  }

  const back = useReturn(enter)
  const { challenge, fail } = back
  // The server that drew the page knows no history: the first pass draws what it drew.
  const stage: Stage = useHydrated() ? back.stage : { step: 'waiting' }
  useTitle(t('discordLogin.title'))

  if (challenge !== null)
    return (
      <SecondStep
        challenge={challenge}
        after="discord"
        onEnter={enter}
        onBack={(error) => fail(error ?? t('discordLogin.nothing'))}
      />
    )

  if (stage.step === 'new')
    return (
      <NewAccount
        email={stage.email}
        suggested={stage.name}
        register={(body) => call(ownApi.chatLogin.register, { body })}
        onEnter={enter}
        onBack={fail}
      />
    )

  return (
    <div className="page grid justify-items-center py-10">
      <div className="grid w-full max-w-md gap-5">
        <h1 className="text-xl font-bold tracking-tight">{t('discordLogin.title')}</h1>

        {stage.step === 'waiting' && (
          <>
            <p className="text-muted">{t('discordLogin.waiting')}</p>
            <Skeleton className="h-24" />
          </>
        )}

        {stage.step === 'failed' && <Failed text={stage.text} from={from} />}
        {stage.step === 'prove' && <Prove open={stage} enter={enter} />}
      </div>
    </div>
  )
}
