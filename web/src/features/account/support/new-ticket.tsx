import { supportLimits } from '@chaveiro/contracts/support-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { queryKeyOf, ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { userData } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { messageBody, type Draft } from '../../shared/support/draft.ts'
import { AttachButton, DraftFiles, FileDrop } from '../../shared/support/file-box.tsx'
import { useDraft, type DraftHandle } from '../../shared/support/use-draft.ts'

const mostOrders = 100

/** Sends the draft and goes to the conversation that it opened. */
function useOpening() {
  const navigate = useNavigate()
  const client = useQueryClient()

  return async (draft: Draft): Promise<void> => {
    const { ticket } = await call(ownApi.support.open, {
      body: {
        ...messageBody(draft),
        subject: draft.subject.trim(),
        ...(draft.order ? { order: draft.order } : {}),
      },
    })

    client.setQueryData(queryKeyOf(ownApi.support.read, { params: { id: ticket.ticketId } }), {
      success: true,
      ticket,
    })

    void client.invalidateQueries({ queryKey: [ownApi.support.list.path] })
    // The draft is emptied first, so that it does not come back.
    setTimeout(() => void navigate(paths.supportTicket(ticket.ticketId), { replace: true }))
  }
}

/** The order it is about, chosen of one's own with what was bought. */
function OrderChoice({ draft: { draft, change } }: { draft: DraftHandle }) {
  const { t } = useTranslation('support')
  const { data } = useQuery(ask(ownApi.orders.list, { query: { page: 1, limit: mostOrders } }))

  const orders = (data?.orders ?? []).map((order) => ({
    number: order.orderNumber,
    products: order.products.map(({ name }) => name).join(', '),
  }))

  const isListed = orders.some((order) => order.number === draft.order)

  return (
    <SelectField
      label={t('form.order')}
      value={draft.order}
      onChange={(event) => change({ order: event.target.value })}
    >
      <option value="">{t('form.noOrder')}</option>
      {draft.order && !isListed && <option value={draft.order}>{draft.order}</option>}

      {orders.map((order) => (
        <option key={order.number} value={order.number}>
          {[order.number, order.products].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

/** What is wrong with a draft, by its field; nothing before the first try. */
function useWrongs({ draft }: DraftHandle, tried: boolean) {
  const { t } = useTranslation('support')
  const length = draft.text.trim().length
  const over = length - supportLimits.text
  const tooLong =
    over > 0 ? t('tooLong', { max: number(supportLimits.text), over: number(over) }) : undefined

  return {
    subject: tried && !draft.subject.trim() ? t('form.noSubject') : undefined,
    text: tooLong ?? (tried && !length ? t('form.noText') : undefined),
  }
}

/** The form of a new ticket; what was typed is there again after whatever came between (P168). */
export function NewTicket({ order }: { order: string | null }) {
  const { t } = useTranslation('support')
  const handle = useDraft(userData()?.id ?? '', 'new', useOpening())
  const [tried, setTried] = useState(false)
  // A link that names an order fills it in; what somebody chooses afterwards stays.
  const [linked, setLinked] = useState<string | null>(null)

  if (order && linked !== order) {
    setLinked(order)
    if (handle.draft.order !== order) queueMicrotask(() => handle.change({ order }))
  }

  const { draft, change, uploads, error, busy } = handle
  const wrongs = useWrongs(handle, tried)
  const isReady = draft.subject.trim() && draft.text.trim() && !wrongs.text
  const isWaiting = uploads.some((one) => !one.error)

  return (
    <Card className="max-w-2xl sm:p-6">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isReady && !isWaiting) void handle.submit()
        }}
      >
        <Field
          label={t('form.subject')}
          maxLength={supportLimits.subject}
          autoComplete="off"
          value={draft.subject}
          error={wrongs.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />

        <OrderChoice draft={handle} />

        <FileDrop draft={handle}>
          <TextField
            label={t('form.text')}
            hint={t('form.textHint', { max: number(supportLimits.text) })}
            error={wrongs.text}
            rows={7}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
          />

          <DraftFiles draft={handle} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <AttachButton draft={handle} />
            <p className="text-sm text-muted">{t('files.hint', { most: supportLimits.files })}</p>
          </div>
        </FileDrop>

        {error && <Notice tone="bad">{error}</Notice>}

        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy} disabled={isWaiting}>
            {t('form.send')}
          </Button>
          <Link to={paths.support} className={buttonClass('ghost')}>
            {t('form.back')}
          </Link>
        </div>
      </form>
    </Card>
  )
}
