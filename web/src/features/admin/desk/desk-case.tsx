import { lengths } from '@chaveiro/contracts/lengths'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call, download } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Facts } from '../components/facts.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { useChange } from '../components/use-change.ts'
import { StoryMoment } from '../shared/audit-entry.tsx'
import type { DeskPayment } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'
import { DeskActs } from './desk-acts.tsx'
import { Infractions } from './desk-infractions.tsx'
import { Disputes, KindBadge, Promised, Returned, useHappened } from './desk-words.tsx'

function Story({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const { happened, why, from } = useStoryWords()

  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold text-muted">{t('desk.story')}</h3>

      <ol className="grid gap-2 text-sm">
        {payment.timeline.map((moment, i) => (
          <li key={i} className="grid gap-0.5 border-l-2 border-line pl-3">
            <span className="text-xs text-muted">
              <StoryMoment at={moment.createdAt} /> ·{' '}
              {moment.performedBy?.name ?? from(moment.source)}
            </span>
            <span className="font-medium">{happened(moment.action)}</span>
            {typeof moment.details.remark === 'string' && <span>{why(moment.details.remark)}</span>}
            {typeof moment.details.note === 'string' && moment.details.note && (
              <span className="wrap-anywhere whitespace-pre-line">{why(moment.details.note)}</span>
            )}
            {typeof moment.details.reason === 'string' && moment.details.reason && (
              <span className="wrap-anywhere text-muted">{why(moment.details.reason)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const change = useChange(adminApi.desk.read)

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim())
          void change
            .run(() => call(adminApi.desk.note, { params: { id }, body: { text: text.trim() } }), {
              failed: t('desk.errorNote'),
              done: t('desk.noted'),
            })
            .then((ok) => {
              if (ok) setText('')
            })
      }}
    >
      <TextAreaField
        label={t('desk.note')}
        rows={2}
        maxLength={lengths.deskText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />

      <div className="flex justify-end">
        <Button size="sm" type="submit" busy={change.busy} disabled={!text.trim()}>
          {t('desk.addNote')}
        </Button>
      </div>
    </form>
  )
}

function Evidence({ id }: { id: string }) {
  const { t } = useTranslation('admin')
  const change = useChange()

  const save = async () => {
    const { blob, fileName } = await download(adminApi.desk.evidence, { params: { id } })
    saveFile(blob, fileName)
  }

  return (
    <Button
      size="sm"
      look="ghost"
      busy={change.busy}
      icon={<FileText size={15} aria-hidden />}
      onClick={() => void change.run(save, { failed: t('desk.errorEvidence') })}
    >
      {t('desk.evidence')}
    </Button>
  )
}

/** What was promised, asked and received, what went back, and who paid. */
function CaseFacts({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const { why } = useStoryWords()

  return (
    <Facts
      items={[
        [
          t('desk.promised'),
          <>
            {payment.productName} · <Promised item={payment} />
          </>,
        ],
        ...(payment.withdrawal
          ? [[t('desk.withdrawalWhy'), payment.withdrawal.reason ?? t('desk.noReason')] as const]
          : []),
        [t('desk.status'), t(`desk.is.${payment.status}`)],
        [t('desk.asked'), money(payment.amount, payment.currency)],
        [t('desk.received'), money(payment.received, payment.currency)],
        [t('desk.disputes'), payment.disputes.length > 0 ? <Disputes item={payment} /> : null],
        [
          t('desk.back'),
          payment.refunding + payment.refunded > 0 ? <Returned item={payment} /> : null,
        ],
        [t('desk.customer'), `${payment.customer.name} · ${payment.customer.email}`],
        ...(payment.buyer === 'there'
          ? []
          : [[t('desk.buyerHead'), t(`desk.buyerIs.${payment.buyer}`)] as const]),
        [
          t('desk.methodHead'),
          t(`desk.method.${payment.method}`, { defaultValue: payment.method }),
        ],
        [
          t('desk.remark'),
          [payment.remark, payment.note].flatMap((text) => (text ? [why(text)] : [])).join(' · ') ||
            null,
        ],
      ]}
    />
  )
}

/**
 * One payment of the desk: what happened, what was promised, what may be done, and everything that
 * was.
 */
export function DeskCase({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const answer = useQuery(ask(adminApi.desk.read, { params: { id } }))
  const happened = useHappened()
  const payment = answer.data?.payment

  return (
    <Modal
      wide
      title={payment ? t('desk.caseOf', { order: payment.orderNumber }) : t('desk.title')}
      onClose={onClose}
    >
      <QueryResult
        answer={answer}
        failed={t('desk.errorRead')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-40" />}
      >
        {({ payment: one }) => (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-center gap-3">
              <KindBadge item={one} />
              <p className="min-w-0 flex-1 basis-56">{happened(one)}</p>
              <Evidence id={id} />
            </div>

            <CaseFacts payment={one} />
            <Infractions payment={one} />
            <DeskActs payment={one} />
            <NoteForm id={id} />
            <Story payment={one} />
          </div>
        )}
      </QueryResult>
    </Modal>
  )
}
