import { lengths } from '@chaveiro/contracts/lengths'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call, download } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { money } from '../../../i18n/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { BackToList, DetailColumns, DetailPage, detailPath } from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
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
    <section className="grid gap-3">
      <h2 className="text-sm font-semibold">{t('desk.story')}</h2>

      <ol className="grid gap-3 text-sm">
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
  useLeaveGuard(text.trim() !== '')

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

/** Links to the order and to the payment behind a case. */
function CaseLinks({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={detailPath('orders', payment.orderId)} className={buttonClass('plain', 'sm')}>
        {t('adminTransactions.order')}
      </Link>
      <Link to={detailPath('transactions', payment.id)} className={buttonClass('plain', 'sm')}>
        {t('desk.toPayment')}
      </Link>
    </div>
  )
}

/** The case in a sentence, and beneath it the actions that answer it. */
function CaseDecision({ payment }: { payment: DeskPayment }) {
  const describeCase = useHappened()

  return (
    <div className="grid gap-4 border-b border-line pb-6">
      <div className="grid justify-items-start gap-1">
        <KindBadge item={payment} />
        <p className="max-w-[60ch] text-base">{describeCase(payment)}</p>
      </div>
      <DeskActions payment={payment} />
    </div>
  )
}

/** The page of a case: the decision on top, then notes and history left and facts right. */
export function Page() {
  const { t } = useTranslation('admin')
  const paymentId = useParams().id!
  const deskQuery = useQuery(ask(adminApi.desk.read, { params: { id: paymentId } }))
  useEffect(() => {
    if (deskQuery.error) console.error('desk', deskQuery.error)
  }, [deskQuery.error])
  const loadedPayment = deskQuery.data?.payment
  const backLink = <BackToList section="desk">{t('desk.backTo')}</BackToList>

  return (
    <Section
      title={
        loadedPayment ? t('desk.caseOf', { order: loadedPayment.orderNumber }) : t('desk.caseTitle')
      }
      actions={
        <>
          {!deskQuery.isError && backLink}
          {loadedPayment && <EvidenceButton id={paymentId} />}
        </>
      }
    >
      <DetailPage
        answer={deskQuery}
        failed={t('desk.errorRead')}
        nowhere={{ title: t('desk.nothing'), text: t('desk.nothingText') }}
        back={backLink}
      >
        {({ payment: shown }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <CaseDecision payment={shown} />

            <DetailColumns
              story={
                <>
                  <Infractions payment={shown} />
                  <CaseNoteForm id={paymentId} />
                  <CaseHistory payment={shown} />
                </>
              }
              facts={
                <>
                  <CaseFacts payment={shown} />
                  <CaseLinks payment={shown} />
                </>
              }
            />
          </div>
        )}
      </DetailPage>
    </Section>
  )
}
