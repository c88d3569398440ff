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
import { isMotionReduced } from '../../../ui/motion.ts'
import {
  askProviderNow,
  paymentQuery,
  type PaymentStatusReply,
  type Provider,
} from '../shared/payment.ts'
import {
  confirmationsIn,
  declinedLines,
  hasReceivedIn,
  isRefusedCardIn,
  liveReducer,
  initialLiveState,
  openPaymentOf,
  phaseOf,
  providerOf,
  nextStepOf,
  watchedPayment,
  type Failure,
  type LiveEvent,
  type LiveState,
  type Method,
  type Started,
} from './live-payment.ts'
import { startFailure } from './start-failure.ts'
import { startedPayment } from './under-way.ts'

export type LivePayment = ReturnType<typeof useLivePayment>

/**
 * The checkout's payment from start to end. It is restored after a reload or from another tab, and
 * polled every 5 s (S173, S177).
 */
export function useLivePayment() {
  const { t } = useTranslation(['checkout', 'common'])
  const navigate = useNavigate()
  const [liveState, dispatch] = useReducer(liveReducer, initialLiveState)
  const watchResult = useWatch(liveState, dispatch)
  const isPendingKnown = usePending(dispatch)

  useEffect(() => {
    if (liveState.open) startedPayment.remember(liveState.open.paymentId)
  }, [liveState.open])

  // The closed-shop page must not replace this one while a payment may be open (Q97).
  const holdsPage = !isPendingKnown || liveState.open !== null || liveState.starting !== null
  useEffect(() => (holdsPage ? holdPage() : undefined), [holdsPage])

  /** Starts a payment. The button stays busy until the browser opens the card provider's page. */
  async function begin(method: Method, start: () => Promise<Started>): Promise<void> {
    dispatch({ type: 'starting', method })
    try {
      const startedCharge = await start()
      if ('done' in startedCharge)
        return void navigate(paths.success({ payment_id: startedCharge.paymentId }))

      if (startedCharge.method === 'card') {
        startedPayment.remember(startedCharge.paymentId)
        window.location.assign(startedCharge.card.url)
      } else dispatch({ type: 'opened', open: startedCharge })
    } catch (error) {
      dispatch(refusalEvent(error, method, t(`${method}.error`), t('common:error.captchaFailed')))
      if (error instanceof ApiError && error.status === 409) refreshCart()
    }
  }

  return {
    ...liveState,
    ...watchResult,
    ready: isPendingKnown,
    begin,
    phase: (method: Method, matches: boolean) => phaseOf(liveState, method, matches),
    tryAgain: () => dispatch({ type: 'again' }),
  }
}

/** Whether this browser can let the key travel, and the buyer has not asked for less motion. */
const mayTravel = (): boolean => 'startViewTransition' in document && !isMotionReduced()

/** Current status of a payment, or of the last payment that replaced it. */
async function latestReply(
  paymentId: string,
  read: (paymentId: string) => Promise<PaymentStatusReply>,
): Promise<PaymentStatusReply> {
  const reply = await read(paymentId)
  const nextStep = nextStepOf(reply)

  if (nextStep?.go === 'follow') return latestReply(nextStep.paymentId, read)

  return reply
}

function refusalEvent(
  error: unknown,
  method: Method,
  fallback: string,
  security: string,
): LiveEvent {
  const code = error instanceof ApiError ? error.code : ''
  const text = startFailure(error, fallback, security)

  return { type: 'refused', failure: { method, text, code, paymentId: null } }
}

/**
 * Requests a check at the provider. `answer` is `notYet` if no money has arrived, `notAsked` if the
 * request failed, and null before and during a check.
 */
function useAsking(provider: Provider, id: string, key: readonly unknown[]) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const [lastAsked, setLastAsked] = useState({ id: '', isAnswered: false })

  async function askProvider(): Promise<void> {
    setIsAsking(true)
    const providerReply = await askProviderNow(provider, id).catch(() => null)
    if (providerReply) queryClient.setQueryData<PaymentStatusReply>(key, providerReply)
    setIsAsking(false)
    setLastAsked({ id, isAnswered: providerReply !== null })
  }

  const isCurrentAnswer = id !== '' && lastAsked.id === id && !isAsking
  const lastAnswer: 'notYet' | 'notAsked' = lastAsked.isAnswered ? 'notYet' : 'notAsked'

  return { askProvider, asking: isAsking, answer: isCurrentAnswer ? lastAnswer : null }
}

/** Polls the open payment and acts on its status. */
function useWatch(state: LiveState, tell: (event: LiveEvent) => void) {
  const { t } = useTranslation('checkout')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const watchedCharge = watchedPayment(state)
  const watchedId = watchedCharge?.paymentId ?? ''
  const statusOptions = paymentQuery(providerOf(watchedCharge?.method ?? 'pix'), watchedId)
  const { data } = useQuery({ ...statusOptions, enabled: watchedId !== '' })
  const asking = useAsking(
    providerOf(watchedCharge?.method ?? 'pix'),
    watchedId,
    statusOptions.queryKey,
  )
  const knownReply = data?.payment.paymentId === watchedId ? data : undefined
  // The tab remembers a payment whose card was refused: the next visit of the checkout says so.
  const isRefusedCard = isRefusedCardIn(knownReply)

  useEffect(() => {
    const nextStep = knownReply ? nextStepOf(knownReply) : null
    if (!nextStep) return

    if (nextStep.go === 'follow') startedPayment.remember(nextStep.paymentId)
    else if (!isRefusedCard) startedPayment.forget()

    if (nextStep.go === 'success') showKeys(nextStep.paymentId)
    else if (nextStep.go === 'failed')
      tell({ type: 'failed', text: nextStep.text ?? t('pay.failed') })
    else if (nextStep.go === 'gone') leavePayment()
    else void followSuccessor(nextStep.paymentId)

    /** Opens the success page, which shows this reply at once: its key grows out of this page's key. */
    function showKeys(paymentId: string): void {
      queryClient.setQueryData(paymentQuery('efybank', paymentId).queryKey, knownReply)
      void navigate(paths.success({ payment_id: paymentId }), { viewTransition: mayTravel() })
    }

    /** Watches the payment with which another tab replaced this one. */
    async function followSuccessor(paymentId: string): Promise<void> {
      const reply = await latestReply(paymentId, async (id) =>
        queryClient.fetchQuery({
          ...paymentQuery('efybank', id),
          retry: (_, error) => !(error instanceof ApiError && error.status < 500),
          retryDelay: timings.paymentPoll,
        }),
      ).catch(() => null)

      const successor = reply && openPaymentOf(reply)

      if (successor) tell({ type: 'opened', open: successor })
      else if (reply && nextStepOf(reply)?.go === 'success')
        void navigate(paths.success({ payment_id: reply.payment.paymentId }))
      else leavePayment()
    }

    function leavePayment(): void {
      tell({ type: 'gone' })
      refreshCart()
    }
  }, [knownReply, isRefusedCard, navigate, t, tell, queryClient])

  return {
    ...asking,
    /** Confirmations of a coin payment, e.g. 1/3; null before any are seen. */
    confirmations: confirmationsIn(knownReply),
    /** Whether a part of the money has arrived. */
    hasReceived: hasReceivedIn(knownReply),
    /** The shop's note on an open payment, for example that money is missing. */
    message: knownReply?.message ?? null,
  }
}

/**
 * Restores the open payment after a reload or a return from the card's page. Returns false until it
 * is known whether a payment is open. If the tab's payment completed meanwhile, for example in a
 * bank's app, the hook redirects to the keys.
 */
function usePending(tell: (event: LiveEvent) => void): boolean {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  // Not cached beyond this page: an earlier reply may name a payment that has ended since.
  const { data, isError, refetch } = useQuery({
    ...ask(ownApi.payments.pending, {}, { staleTime: 0 }),
    gcTime: 0,
  })

  const [isKnown, setIsKnown] = useState(false)

  // One effect dispatches the open payment and sets `isKnown`. With two effects, one render would
  // say that no payment is open.
  useEffect(() => {
    if (data === undefined && !isError) return

    const open = data?.payment && openPaymentOf(data.payment)
    if (open) tell({ type: 'found', open })
    const startedId = open ? null : startedPayment.recall()
    if (!startedId) return setIsKnown(true)

    void latestReply(startedId, (id) =>
      queryClient.fetchQuery({ ...paymentQuery('efybank', id), retry: 1 }),
    )
      .then((reply) => {
        startedPayment.forget()
        // The tab remembers a payment, not a user. Without `owner`, another user made the payment.
        if (reply.owner && nextStepOf(reply)?.go === 'success')
          void navigate(paths.success({ payment_id: reply.payment.paymentId }), { replace: true })

        const refusedLines = declinedLines(reply)
        if (refusedLines !== null) tell({ type: 'declined', lines: refusedLines })
      })
      .catch(() => undefined)
      .finally(() => setIsKnown(true))
  }, [data, isError, tell, queryClient, navigate])

  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return

      tell({ type: 'back' })

      void refetch().then(({ data: now }) => {
        const open = now?.payment && openPaymentOf(now.payment)
        if (open) tell({ type: 'found', open })
      })
    }

    window.addEventListener('pageshow', handlePageShow)

    return () => window.removeEventListener('pageshow', handlePageShow)
  }, [refetch, tell])

  return isKnown
}

/**
 * Opens the failed page 3 s after the watched payment failed. Until then the buyer reads the error
 * and can retry (Q63).
 */
export function useFailedRedirect(failure: Failure | null): void {
  const { t } = useTranslation('checkout')
  const navigate = useNavigate()

  useEffect(() => {
    const paymentId = failure?.paymentId
    if (!failure || !paymentId) return

    const reason = failure.text === t('pay.failed') ? t('pay.failedReason') : failure.text
    const redirectTimer = setTimeout(() => {
      void navigate(paths.failed({ payment_id: paymentId, reason }))
    }, timings.failedRedirect)

    return () => clearTimeout(redirectTimer)
  }, [failure, navigate, t])
}
