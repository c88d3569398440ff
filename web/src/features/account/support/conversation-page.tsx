import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { ask, queryKeyOf, whileWatched } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { userData } from '../../../state/session.ts'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Composer } from '../../shared/support/composer.tsx'
import { messageBody, type Draft } from '../../shared/support/draft.ts'
import { Messages } from '../../shared/support/messages.tsx'
import { useFailureText } from '../../shared/support/use-draft.ts'
import { useRestOfScreen } from '../../shared/use-rest-of-screen.ts'
import { AccountSection } from '../shared/section.tsx'
import { ticketState, stateTones, type Ticket } from './own.ts'

const pollInterval = 8_000

/** Returns a function that caches a newer ticket and refetches the lists. */
function useTicketCache(id: string) {
  const queryClient = useQueryClient()
  return (ticket: Ticket) => {
    queryClient.setQueryData(queryKeyOf(ownApi.support.read, { params: { id } }), {
      success: true,
      ticket,
    })
    void queryClient.invalidateQueries({ queryKey: [ownApi.support.list.path] })
  }
}

/** Reports seen messages to the shop while the page is visible. */
function useReportSeen(ticket: Ticket): void {
  const queryClient = useQueryClient()
  const lastStaffMessage = ticket.messages.findLast(({ author }) => author === 'staff')?.id

  useEffect(() => {
    if (!ticket.unread || !lastStaffMessage || document.visibilityState === 'hidden') return
    call(ownApi.support.seen, {
      params: { id: ticket.id },
      body: { messageId: lastStaffMessage },
    }).then(
      () =>
        Promise.all(
          [ownApi.support.unread, ownApi.support.list].map(({ path }) =>
            queryClient.invalidateQueries({ queryKey: [path] }),
          ),
        ),
      (error: unknown) => console.warn('seen', error),
    )
  }, [queryClient, ticket.id, ticket.unread, lastStaffMessage])
}

function TicketHeader({ ticket, onStatus }: { ticket: Ticket; onStatus(): void }) {
  const { t } = useTranslation('support')
  const customerState = ticketState(ticket)
  const { order } = ticket

  return (
    <header data-row className="grid gap-1 border-b border-line pb-3">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={paths.support}
          className="flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden size={16} />
          {t('title')}
        </Link>

        {ticket.status === 'open' && (
          <Button look="ghost" onClick={onStatus}>
            {t('close')}
          </Button>
        )}
      </div>

      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-lg font-bold tracking-tight wrap-anywhere">
          {ticket.subject || t('noSubject')}
        </h1>
        <Badge tone={stateTones[customerState]}>{t(`state.${customerState}`)}</Badge>
      </div>

      <p className="text-sm wrap-anywhere text-muted">
        {ticket.ticketId}
        {order && ` · ${order.number} · ${order.products.join(', ')}`}
      </p>
    </header>
  )
}

/** Foot of a closed ticket: until when it can be reopened, or a link to a new one. */
function ClosedFooter({
  ticket,
  mayReopen,
  onStatus,
}: {
  ticket: Ticket
  mayReopen: boolean
  onStatus(): void
}) {
  const { t } = useTranslation('support')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">
        {mayReopen ? t('closedUntil', { when: date(ticket.reopenUntil) }) : t('closedForGood')}
      </p>

      {mayReopen && <Button onClick={onStatus}>{t('reopen')}</Button>}
      {!mayReopen && (
        <Link to={paths.newTicket(ticket.order?.number)} className={buttonClass('primary')}>
          {t('new')}
        </Link>
      )}
    </div>
  )
}

function Conversation({ ticket, id }: { ticket: Ticket; id: string }) {
  const { t } = useTranslation('support')
  const cacheTicket = useTicketCache(id)
  const describeFailure = useFailureText()
  useTitle(`${ticket.ticketId} · ${ticket.subject || t('title')}`)
  useReportSeen(ticket)
  const isOpen = ticket.status === 'open'
  const [currentTime] = useState(() => Date.now())
  const mayReopen = ticket.reopenUntil !== null && Date.parse(ticket.reopenUntil) > currentTime

  async function sendReply(draft: Draft): Promise<void> {
    const { ticket: updatedTicket } = await call(ownApi.support.say, {
      params: { id: ticket.id },
      body: messageBody(draft),
    })
    cacheTicket(updatedTicket)
  }

  async function toggleStatus(): Promise<void> {
    try {
      const body = { status: isOpen ? 'closed' : 'open' } as const
      const reply = await call(ownApi.support.setStatus, { params: { id: ticket.id }, body })
      cacheTicket(reply.ticket)

      toast(t(isOpen ? 'closedDone' : 'reopenedDone'), 'good')
    } catch (failure) {
      toast(describeFailure(failure), 'bad')
    }
  }

  return (
    <>
      <TicketHeader ticket={ticket} onStatus={() => void toggleStatus()} />
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        data-conversation
        tabIndex={0}
        role="region"
        aria-label={t('conversation')}
        className="min-h-0 overflow-y-auto overscroll-contain py-4 pr-1"
      >
        <Messages
          side="customer"
          messages={ticket.messages}
          routes={{ files: ownApi.support.file, mails: ownApi.support.mail }}
        />
      </div>

      <footer className="grid gap-2 border-t border-line pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {ticket.chatUrl && (
          <Notice>
            {t('alsoChat')}{' '}
            <a className="link" href={ticket.chatUrl} target="_blank" rel="noopener noreferrer">
              {t('openChat')}
            </a>
          </Notice>
        )}

        {!isOpen && (
          <ClosedFooter
            ticket={ticket}
            mayReopen={mayReopen}
            onStatus={() => void toggleStatus()}
          />
        )}

        {(isOpen || mayReopen) && (
          <Composer
            key={ticket.id}
            owner={userData()?.id ?? ''}
            place={ticket.id}
            label={t('reply')}
            onSend={sendReply}
          />
        )}
      </footer>
    </>
  )
}

/**
 * A conversation; it fills the screen below the navbar with the reply box at its foot, and polls
 * for answers.
 */
export function Page() {
  const { t } = useTranslation(['support', 'common'])
  const { ticketId = '' } = useParams()
  const pageRef = useRestOfScreen()
  const ticketQuery = useQuery(
    ask(ownApi.support.read, { params: { id: ticketId } }, whileWatched(pollInterval)),
  )

  if (ticketQuery.isError && !ticketQuery.data)
    return (
      <AccountSection title={ticketId} back={{ to: paths.support, label: t('title') }}>
        <ErrorState
          text={t('errorRead')}
          retry={t('common:action.retry')}
          onRetry={() => void ticketQuery.refetch()}
        />
      </AccountSection>
    )

  return (
    <div
      ref={pageRef}
      className="page grid h-[calc(100dvh-4.25rem)] min-h-80 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] sm:pt-4"
    >
      {ticketQuery.data && <Conversation ticket={ticketQuery.data.ticket} id={ticketId} />}
      {!ticketQuery.data && (
        <Skeletons
          count={3}
          label={t('common:state.loading')}
          className="grid content-start gap-4"
          each="h-20 rounded-lg"
        />
      )}
    </div>
  )
}
