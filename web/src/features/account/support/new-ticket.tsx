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
import { Field, SelectField } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { messageBody, type Draft } from '../../shared/support/draft.ts'
import { AttachButton, DraftFiles, FileDrop } from '../../shared/support/file-box.tsx'
import { useDraft, type DraftHandle } from '../../shared/support/use-draft.ts'

const maxOrders = 100

/** Returns a function that sends the draft and opens the new conversation. */
function useOpenTicket() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  return async (draft: Draft): Promise<void> => {
    const { ticket } = await call(ownApi.support.open, {
      body: {
        ...messageBody(draft),
        subject: draft.subject.trim(),
        ...(draft.order && { order: draft.order }),
      },
    })

    queryClient.setQueryData(queryKeyOf(ownApi.support.read, { params: { id: ticket.ticketId } }), {
      success: true,
      ticket,
    })

    void queryClient.invalidateQueries({ queryKey: [ownApi.support.list.path] })
    // The draft is emptied before navigating, so that it does not return.
    setTimeout(() => void navigate(paths.supportTicket(ticket.ticketId), { replace: true }))
  }
}

/** Choice of the order the ticket is about. */
function OrderChoice({ draft: { draft, change } }: { draft: DraftHandle }) {
  const { t } = useTranslation('support')
  const { data } = useQuery(ask(ownApi.orders.list, { query: { page: 1, limit: maxOrders } }))

  const orderOptions = (data?.orders ?? []).map((order) => ({
    number: order.orderNumber,
    products: order.products.map(({ name }) => name).join(', '),
  }))

  const isListed = orderOptions.some((order) => order.number === draft.order)

  return (
    <SelectField
      label={t('form.order')}
      value={draft.order}
      onChange={(event) => change({ order: event.target.value })}
    >
      <option value="">{t('form.noOrder')}</option>
      {draft.order && !isListed && <option value={draft.order}>{draft.order}</option>}

      {orderOptions.map((order) => (
        <option key={order.number} value={order.number}>
          {[order.number, order.products].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

/** Faults of a draft by field. An empty field is a fault only after the first try. */
function useDraftFaults({ draft }: DraftHandle, isTried: boolean) {
  const { t } = useTranslation('support')
  const textLength = draft.text.trim().length
  const excessLength = textLength - supportLimits.text
  const lengthFault =
    excessLength > 0
      ? t('tooLong', { max: number(supportLimits.text), over: number(excessLength) })
      : undefined

  return {
    subject: isTried && !draft.subject.trim() ? t('form.noSubject') : undefined,
    text: lengthFault ?? (isTried && !textLength ? t('form.noText') : undefined),
  }
}

/** Form of a new ticket; the draft is kept in the browser (P168). */
export function NewTicket({ order }: { order: string | null }) {
  const { t } = useTranslation('support')
  const draftHandle = useDraft(userData()?.id ?? '', 'new', useOpenTicket())
  const [isTried, setIsTried] = useState(false)
  // A link that names an order fills it in once; a later choice stays.
  const [linkedOrder, setLinkedOrder] = useState<string | null>(null)

  if (order && linkedOrder !== order) {
    setLinkedOrder(order)
    if (draftHandle.draft.order !== order) queueMicrotask(() => draftHandle.change({ order }))
  }

  const { draft, change, uploads, error, busy } = draftHandle
  const draftFaults = useDraftFaults(draftHandle, isTried)
  const isReady = draft.subject.trim() && draft.text.trim() && !draftFaults.text
  const isWaiting = uploads.some((uploadEntry) => !uploadEntry.error)

  return (
    <form
      noValidate
      className="grid max-w-2xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isReady && !isWaiting) void draftHandle.submit()
      }}
    >
      <Field
        label={t('form.subject')}
        maxLength={supportLimits.subject}
        autoComplete="off"
        value={draft.subject}
        error={draftFaults.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />

      <OrderChoice draft={draftHandle} />

      <FileDrop draft={draftHandle}>
        <TextField
          label={t('form.text')}
          hint={t('form.textHint', { max: number(supportLimits.text) })}
          error={draftFaults.text}
          rows={7}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
        />

        <DraftFiles draft={draftHandle} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <AttachButton draft={draftHandle} />
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
  )
}
