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
import { Section } from '../shared/section.tsx'
import { standing, tones, type Ticket } from './own.ts'

const lookEvery = 8_000

/** Puts a newer answer in place of what the page shows, and has the lists asked anew. */
function useKeep(id: string) {
  const client = useQueryClient()
  return (ticket: Ticket) => {
    client.setQueryData(queryKeyOf(ownApi.support.read, { params: { id } }), {
      success: true,
      ticket,
    })
    void client.invalidateQueries({ queryKey: [ownApi.support.list.path] })
  }
}

/** Tells the shop what was seen, as long as the page is in front of somebody. */
function useSeen(ticket: Ticket): void {
  const client = useQueryClient()
  const last = ticket.messages.findLast(({ author }) => author === 'staff')?.id

  useEffect(() => {
    if (!ticket.unread || !last || document.visibilityState === 'hidden') return
    call(ownApi.support.seen, { params: { id: ticket.id }, body: { messageId: last } }).then(
      () =>
        Promise.all(
          [ownApi.support.unread, ownApi.support.list].map(({ path }) =>
            client.invalidateQueries({ queryKey: [path] }),
          ),
        ),
      (error: unknown) => console.warn('seen', error),
    )
  }, [client, ticket.id, ticket.unread, last])
}

function Head({ ticket, onStatus }: { ticket: Ticket; onStatus(): void }) {
  const { t } = useTranslation('support')
  const state = standing(ticket)
  const { order } = ticket

  return (
    <header className="grid gap-1 border-b border-line pb-3">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={paths.support}
          className="flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden size={16} />
          {t('title')}
        </Link>

        {ticket.status === 'open' && (
          <Button size="sm" look="ghost" onClick={onStatus}>
            {t('close')}
          </Button>
        )}
      </div>

      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-lg font-bold tracking-tight wrap-anywhere">
          {ticket.subject || t('noSubject')}
        </h1>
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      </div>

      <p className="text-sm wrap-anywhere text-muted">
        {ticket.ticketId}
        {order ? ` · ${order.number} · ${order.products.join(', ')}` : ''}
      </p>
    </header>
  )
}

/** Where nothing can be said any more: until when it can be opened again, or the way to a new one. */
function ClosedFoot({
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

      {mayReopen ? (
        <Button onClick={onStatus}>{t('reopen')}</Button>
      ) : (
        <Link to={paths.newTicket(ticket.order?.number)} className={buttonClass('primary')}>
          {t('new')}
        </Link>
      )}
    </div>
  )
}

function Conversation({ ticket, id }: { ticket: Ticket; id: string }) {
  const { t } = useTranslation('support')
  const keep = useKeep(id)
  const reason = useFailureText()
  useTitle(`${ticket.ticketId} · ${ticket.subject || t('title')}`)
  useSeen(ticket)
  const isOpen = ticket.status === 'open'
  const [now] = useState(() => Date.now())
  const mayReopen = ticket.reopenUntil !== null && Date.parse(ticket.reopenUntil) > now

  async function say(draft: Draft): Promise<void> {
    const { ticket: now } = await call(ownApi.support.say, {
      params: { id: ticket.id },
      body: messageBody(draft),
    })
    keep(now)
  }

  async function move(): Promise<void> {
    try {
      const status = isOpen ? 'closed' : 'open'

      keep(
        (await call(ownApi.support.setStatus, { params: { id: ticket.id }, body: { status } }))
          .ticket,
      )

      toast(t(isOpen ? 'closedDone' : 'reopenedDone'), 'good')
    } catch (failure) {
      toast(reason(failure), 'bad')
    }
  }

  return (
    <>
      <Head ticket={ticket} onStatus={() => void move()} />
      {/* Scrolled from the keyboard too. */}
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
            <a
              className="underline"
              href={ticket.chatUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('openChat')}
            </a>
          </Notice>
        )}

        {!isOpen && (
          <ClosedFoot ticket={ticket} mayReopen={mayReopen} onStatus={() => void move()} />
        )}

        {(isOpen || mayReopen) && (
          <Composer
            key={ticket.id}
            owner={userData()?.id ?? ''}
            place={ticket.id}
            label={t('reply')}
            onSend={say}
          />
        )}
      </footer>
    </>
  )
}

/** One conversation: it fills what is below the bar, its reply box at its foot; answers come by themselves. */
export function Page() {
  const { t } = useTranslation(['support', 'common'])
  const { ticketId = '' } = useParams()
  const box = useRestOfScreen()
  const answer = useQuery(
    ask(ownApi.support.read, { params: { id: ticketId } }, whileWatched(lookEvery)),
  )

  if (answer.isError && !answer.data)
    return (
      <Section title={ticketId} back={{ to: paths.support, label: t('title') }}>
        <ErrorState
          text={t('errorRead')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      </Section>
    )

  return (
    <div
      ref={box}
      className="page grid h-[calc(100dvh-4.25rem)] min-h-80 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] sm:pt-4"
    >
      {answer.data ? (
        <Conversation ticket={answer.data.ticket} id={ticketId} />
      ) : (
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
