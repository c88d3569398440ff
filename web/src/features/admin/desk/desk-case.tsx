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
import { When } from '../components/when.tsx'
import type { DeskPayment } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'
import { DeskActions } from './desk-acts.tsx'
import { Infractions } from './desk-infractions.tsx'
import { DisputeList, KindBadge, PromisedUnits, RefundSummary, useHappened } from './desk-words.tsx'

function CaseHistory({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const { happened, why, from } = useStoryWords()

  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold text-muted">{t('desk.story')}</h3>

      <ol className="grid gap-2 text-sm">
        {payment.timeline.map((moment, i) => (
          <li key={i} className="grid gap-0.5 border-l-2 border-line pl-3">
            <span className="text-xs text-muted">
              <When at={moment.createdAt} /> · {moment.performedBy?.name ?? from(moment.source)}
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

function CaseNoteForm({ id }: { id: string }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const deskChange = useChange(adminApi.desk.read)

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim())
          void deskChange
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
        <Button size="sm" type="submit" busy={deskChange.busy} disabled={!text.trim()}>
          {t('desk.addNote')}
        </Button>
      </div>
    </form>
  )
}

function EvidenceButton({ id }: { id: string }) {
  const { t } = useTranslation('admin')
  const deskChange = useChange()

  const downloadEvidence = async () => {
    const { blob, fileName } = await download(adminApi.desk.evidence, { params: { id } })
    saveFile(blob, fileName)
  }

  return (
    <Button
      size="sm"
      look="ghost"
      busy={deskChange.busy}
      icon={<FileText size={15} aria-hidden />}
      onClick={() => void deskChange.run(downloadEvidence, { failed: t('desk.errorEvidence') })}
    >
      {t('desk.evidence')}
    </Button>
  )
}

/** Promised units, amounts requested, received and returned, and the payer. */
function CaseFacts({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const { why } = useStoryWords()

  return (
    <Facts
      items={[
        [
          t('desk.promised'),
          <>
            {payment.productName} · <PromisedUnits item={payment} />
          </>,
        ],
        payment.withdrawal && [
          t('desk.withdrawalWhy'),
          payment.withdrawal.reason ?? t('desk.noReason'),
        ],
        [t('desk.status'), t(`desk.is.${payment.status}`)],
        [t('desk.asked'), money(payment.amount, payment.currency)],
        [t('desk.received'), money(payment.received, payment.currency)],
        [t('desk.disputes'), payment.disputes.length > 0 ? <DisputeList item={payment} /> : null],
        [
          t('desk.back'),
          payment.refunding + payment.refunded > 0 ? <RefundSummary item={payment} /> : null,
        ],
        [t('desk.customer'), `${payment.customer.name} · ${payment.customer.email}`],
        payment.buyer !== 'there' && [t('desk.buyerHead'), t(`desk.buyerIs.${payment.buyer}`)],
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

/** One payment of the desk with its facts, actions, notes and history. */
export function DeskCase({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const deskQuery = useQuery(ask(adminApi.desk.read, { params: { id } }))
  const describeCase = useHappened()
  const casePayment = deskQuery.data?.payment

  return (
    <Modal
      wide
      title={casePayment ? t('desk.caseOf', { order: casePayment.orderNumber }) : t('desk.title')}
      onClose={onClose}
    >
      <QueryResult
        answer={deskQuery}
        failed={t('desk.errorRead')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-40" />}
      >
        {({ payment: one }) => (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-center gap-3">
              <KindBadge item={one} />
              <p className="min-w-0 flex-1 basis-56">{describeCase(one)}</p>
              <EvidenceButton id={id} />
            </div>

            <CaseFacts payment={one} />
            <Infractions payment={one} />
            <DeskActions payment={one} />
            <CaseNoteForm id={id} />
            <CaseHistory payment={one} />
          </div>
        )}
      </QueryResult>
    </Modal>
  )
}
