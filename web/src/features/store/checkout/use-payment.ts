import { timings } from '@chaveiro/contracts/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../lib/call.ts'
import { paths } from '../../../lib/paths.ts'
import { askNow, isFailed, isPaid, paymentQuery, type Provider } from '../shared/payment.ts'

/** idle: nothing asked; starting: the provider is being asked; waiting: money is awaited; failed: with the words to show, and the payment when there was one. */
export type Phase<P> =
  | { at: 'idle' }
  | { at: 'starting' }
  | { at: 'waiting'; payment: P }
  | { at: 'failed'; text: string; paymentId: string | null }
type Started<P> = P | { paymentId: string; status: 'completed' }
export type Payment<P> = ReturnType<typeof usePayment<P & { paymentId: string }>>

/** What a refused or broken start says: the security text, the server's own, or the default of the method (S269, S270). */
export function startFailure(error: unknown, fallback: string, securityText: string): string {
  if (!(error instanceof ApiError)) return error instanceof StartRefused ? error.message : fallback
  return error.message.includes('reCAPTCHA') ? securityText : error.message || fallback
}

/** A start that the page itself refused, with the text to show. */
export class StartRefused extends Error {}

/** One PIX or crypto payment from the first click to its end: start, resume, poll every 5 s, ask at once, fail, try again (S173, S177). */
export function usePayment<P extends { paymentId: string }>(provider: Provider, fallback: string) {
  const { t } = useTranslation(['checkout', 'common'])
  const navigate = useNavigate()
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase<P>>({ at: 'idle' })
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(false)
  const waitingFor = phase.at === 'waiting' ? phase.payment.paymentId : ''
  const options = paymentQuery(provider, waitingFor)
  const { data } = useQuery({ ...options, enabled: waitingFor !== '' })
  const known = data?.payment.paymentId === waitingFor ? data : undefined

  useEffect(() => {
    if (!known) return
    if (isPaid(known.status)) void navigate(paths.success({ payment_id: waitingFor }))
    if (isFailed(known.status))
      setPhase({ at: 'failed', text: known.message || t('pay.failed'), paymentId: waitingFor })
  }, [known, waitingFor, navigate, t])

  // Q63: a payment that failed while it was watched shows its words for 3 s, time to press try again, then the failed page.
  useEffect(() => {
    if (phase.at !== 'failed' || !phase.paymentId) return
    const reason = phase.text === t('pay.failed') ? t('pay.failedReason') : phase.text
    const timer = setTimeout(() => {
      void navigate(paths.failed({ payment_id: phase.paymentId!, reason }))
    }, timings.failedRedirect)
    return () => clearTimeout(timer)
  }, [phase, navigate, t])

  async function begin(start: () => Promise<Started<P>>): Promise<void> {
    setPhase({ at: 'starting' })
    setAsked(false)
    try {
      const started = await start()
      if ('status' in started && started.status === 'completed')
        return void navigate(paths.success({ payment_id: started.paymentId }))
      setPhase({ at: 'waiting', payment: started as P })
    } catch (error) {
      const open = error instanceof ApiError ? (error.body.payment as P | undefined) : undefined
      if (open?.paymentId) return setPhase({ at: 'waiting', payment: open })
      setPhase({
        at: 'failed',
        text: startFailure(error, fallback, t('common:error.captchaFailed')),
        paymentId: null,
      })
    }
  }

  async function askProvider(): Promise<void> {
    setAsking(true)
    const answer = await askNow(provider, waitingFor).catch(() => null)
    if (answer) client.setQueryData(options.queryKey, answer)
    setAsking(false)
    setAsked(true)
  }

  return {
    phase,
    begin,
    askProvider,
    asking,
    /** Words about a payment that is still open: money that came short, or that nothing has come yet after asking. */
    note: known?.message ?? (asked && !asking ? t('pay.notYet') : null),
    resume: (payment: P) => setPhase({ at: 'waiting', payment }),
    tryAgain: () => setPhase({ at: 'idle' }),
  }
}
