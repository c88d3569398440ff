import { timings } from '@chaveiro/contracts/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { refreshCart } from '../../../state/cart.ts'
import { holdPage } from '../../../state/closed-shop.ts'
import { askNow, paymentQuery, type PaymentStatusReply, type Provider } from '../shared/payment.ts'
import {
  confirmationsIn,
  next,
  nothingOpen,
  openOf,
  phaseOf,
  providerOf,
  sequelOf,
  watched,
  type Failure,
  type LiveEvent,
  type LiveState,
  type Method,
  type Started,
} from './live-payment.ts'
import { startFailure } from './start-failure.ts'
import { underWay } from './under-way.ts'

export type LivePayment = ReturnType<typeof useLivePayment>

/**
 * The one payment of the checkout from the first click to its end: started, found again after a
 * reload or in another tab, asked about every 5 s, told (S173, S177).
 */
export function useLivePayment() {
  const { t } = useTranslation(['checkout', 'common'])
  const navigate = useNavigate()
  const [state, tell] = useReducer(next, nothingOpen)
  const watch = useWatch(state, tell)
  const found = usePending(tell)

  useEffect(() => {
    if (state.open) underWay.remember(state.open.paymentId)
  }, [state.open])

  // Until it is known that nothing is open, and as long as something is, a closed shop must not
  // take the page away (Q97).
  const busy = !found || state.open !== null || state.starting !== null
  useEffect(() => (busy ? holdPage() : undefined), [busy])

  /** The card's page is another one: the button stays busy until the browser has gone there. */
  async function begin(method: Method, start: () => Promise<Started>): Promise<void> {
    tell({ type: 'starting', method })
    try {
      const started = await start()
      if ('done' in started) return void navigate(paths.success({ payment_id: started.paymentId }))

      if (started.method === 'card') {
        underWay.remember(started.paymentId)
        window.location.assign(started.card.url)
      } else tell({ type: 'opened', open: started })
    } catch (error) {
      tell(refusalOf(error, method, t(`${method}.error`), t('common:error.captchaFailed')))
      if (error instanceof ApiError && error.status === 409) refreshCart()
    }
  }

  return {
    ...state,
    ...watch,
    ready: found,
    begin,
    phase: (method: Method, matches: boolean) => phaseOf(state, method, matches),
    tryAgain: () => tell({ type: 'again' }),
  }
}

/** A payment as it is now, or the last of those that other tabs began in its place. */
async function lastOf(
  paymentId: string,
  read: (paymentId: string) => Promise<PaymentStatusReply>,
): Promise<PaymentStatusReply> {
  const reply = await read(paymentId)
  const sequel = sequelOf(reply)

  return sequel?.go === 'follow' ? lastOf(sequel.paymentId, read) : reply
}

function refusalOf(error: unknown, method: Method, fallback: string, security: string): LiveEvent {
  const code = error instanceof ApiError ? error.code : ''
  const text = startFailure(error, fallback, security)

  return { type: 'refused', failure: { method, text, code, paymentId: null } }
}

/** Asking the provider at once; a note that nothing has come yet, or that nobody could be asked. */
function useAsking(provider: Provider, id: string, key: readonly unknown[]) {
  const { t } = useTranslation('checkout')
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState({ id: '', isAnswered: false })

  async function askProvider(): Promise<void> {
    setAsking(true)
    const answer = await askNow(provider, id).catch(() => null)
    if (answer) client.setQueryData<PaymentStatusReply>(key, answer)
    setAsking(false)
    setAsked({ id, isAnswered: answer !== null })
  }

  const isOfThis = id !== '' && asked.id === id && !asking

  return {
    askProvider,
    asking,
    note: isOfThis ? t(asked.isAnswered ? 'pay.notYet' : 'pay.notAsked') : null,
  }
}

/** Ask about the open payment, and follow what its answer means. */
function useWatch(state: LiveState, tell: (event: LiveEvent) => void) {
  const { t } = useTranslation('checkout')
  const navigate = useNavigate()
  const client = useQueryClient()
  const open = watched(state)
  const id = open?.paymentId ?? ''
  const options = paymentQuery(providerOf(open?.method ?? 'pix'), id)
  const { data } = useQuery({ ...options, enabled: id !== '' })
  const { note, ...asked } = useAsking(providerOf(open?.method ?? 'pix'), id, options.queryKey)
  const known = data?.payment.paymentId === id ? data : undefined

  useEffect(() => {
    const sequel = known ? sequelOf(known) : null
    if (!sequel) return

    if (sequel.go === 'follow') underWay.remember(sequel.paymentId)
    else underWay.forget()

    if (sequel.go === 'success') void navigate(paths.success({ payment_id: sequel.paymentId }))
    else if (sequel.go === 'failed') tell({ type: 'failed', text: sequel.text ?? t('pay.failed') })
    else if (sequel.go === 'gone') leave()
    else void follow(sequel.paymentId)

    /** The payment that another tab began in this one's place. */
    async function follow(paymentId: string): Promise<void> {
      const reply = await lastOf(paymentId, async (id) =>
        client.fetchQuery({
          ...paymentQuery('efybank', id),
          retry: (_, error) => !(error instanceof ApiError && error.status < 500),
          retryDelay: timings.paymentPoll,
        }),
      ).catch(() => null)

      const successor = reply && openOf(reply)

      if (successor) tell({ type: 'opened', open: successor })
      else if (reply && sequelOf(reply)?.go === 'success')
        void navigate(paths.success({ payment_id: reply.payment.paymentId }))
      else leave()
    }

    function leave(): void {
      tell({ type: 'gone' })
      refreshCart()
    }
  }, [known, navigate, t, tell, client])

  return {
    ...asked,
    /** How far the coins on their way are confirmed, e.g. 1/3; null before any are seen. */
    confirmations: confirmationsIn(known),
    /** Words about a payment that is still open: money that came short, or what asking led to. */
    note: known?.message ?? note,
  }
}

/**
 * After a reload, or back from the card's page, the open payment shows again; answers whether it is
 * known if there is one. Somebody who pays in his bank's app may find this page loaded anew, with
 * his payment complete and nothing open: he is led to his key.
 */
function usePending(tell: (event: LiveEvent) => void): boolean {
  const navigate = useNavigate()
  const client = useQueryClient()

  // Kept no longer than the page: an answer of an earlier visit may name a payment that has ended
  // since.
  const { data, isError, refetch } = useQuery({
    ...ask(ownApi.payments.pending, {}, { staleTime: 0 }),
    gcTime: 0,
  })

  const [known, setKnown] = useState(false)

  // Both in one step: between them the page would look as if nothing were open.
  useEffect(() => {
    if (data === undefined && !isError) return

    const open = data?.payment && openOf(data.payment)
    if (open) tell({ type: 'found', open })
    const begun = open ? null : underWay.recall()
    if (!begun) return setKnown(true)

    void lastOf(begun, (id) => client.fetchQuery({ ...paymentQuery('efybank', id), retry: 1 }))
      .then((reply) => {
        underWay.forget()
        // The tab remembers a payment, not its person: what has no owner here is another's.
        if (reply.owner && sequelOf(reply)?.go === 'success')
          void navigate(paths.success({ payment_id: reply.payment.paymentId }), { replace: true })
      })
      .catch(() => undefined)
      .finally(() => setKnown(true))
  }, [data, isError, tell, client, navigate])

  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return

      tell({ type: 'back' })

      void refetch().then(({ data: now }) => {
        const open = now?.payment && openOf(now.payment)
        if (open) tell({ type: 'found', open })
      })
    }

    window.addEventListener('pageshow', back)

    return () => window.removeEventListener('pageshow', back)
  }, [refetch, tell])

  return known
}

/**
 * Q63: a payment that failed while it was watched shows its words for 3 s, time to press try again,
 * then the failed page.
 */
export function useFailedRedirect(failure: Failure | null): void {
  const { t } = useTranslation('checkout')
  const navigate = useNavigate()

  useEffect(() => {
    const paymentId = failure?.paymentId
    if (!failure || !paymentId) return

    const reason = failure.text === t('pay.failed') ? t('pay.failedReason') : failure.text
    const timer = setTimeout(() => {
      void navigate(paths.failed({ payment_id: paymentId, reason }))
    }, timings.failedRedirect)

    return () => clearTimeout(timer)
  }, [failure, navigate, t])
}
