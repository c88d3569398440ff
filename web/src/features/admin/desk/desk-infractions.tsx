import { disputeWord } from '@chaveiro/contracts/dispute-words'
import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { useChange } from '../components/use-change.ts'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
import type { DeskPayment } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

type Infraction = DeskPayment['infractions'][number]

// Colours by the status that Efí reports; an unlisted status is shown as waiting.
const statusTones: Record<string, Tone> = {
  ABERTA: 'bad',
  EM_DEFESA: 'warm',
  ACEITA: 'muted',
  REJEITADA: 'good',
  CANCELADA: 'good',
  CANCELADA_EFI: 'good',
}

/** The shop's defence and its state at the provider. */
function DefenceText({ infraction }: { infraction: Infraction }) {
  const { t } = useTranslation('admin')
  if (!infraction.defence || !infraction.defenceState) return null

  return (
    <div className="grid gap-0.5 border-l-2 border-line pl-3">
      <span className="text-xs text-muted">
        {t(`desk.defenceIs.${infraction.defenceState}`, {
          reason: infraction.defenceFailure ?? '',
        })}
        {infraction.defendedBy && ` · ${infraction.defendedBy}`}
      </span>
      <span className="wrap-anywhere whitespace-pre-line">{infraction.defence}</span>
    </div>
  )
}

function DefenceForm({ paymentId, infraction }: { paymentId: string; infraction: Infraction }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState(infraction.defence ?? '')
  const deskChange = useChange(adminApi.desk.read)
  useLeaveGuard(text !== (infraction.defence ?? ''))

  const sendDefence = () =>
    deskChange.run(
      () =>
        call(adminApi.desk.defend, {
          params: { id: paymentId },
          body: { infractionId: infraction.id, text: text.trim() },
        }),
      { failed: t('desk.errorDefend'), done: t('desk.defended') },
    )

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) void sendDefence()
      }}
    >
      <TextAreaField
        label={t('desk.defence')}
        rows={4}
        maxLength={lengths.deskText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />

      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-xs text-muted">{t('desk.defenceHint')}</p>
        <Button
          size="sm"
          look="primary"
          type="submit"
          busy={deskChange.busy}
          disabled={!text.trim()}
        >
          {t('desk.sendDefence')}
        </Button>
      </div>
    </form>
  )
}

/** Fraud reports (MED) about a PIX with their deadline and the shop's defence. */
export function Infractions({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  if (!payment.infractions.length) return null

  return (
    <section className="grid gap-1">
      <h2 className="text-sm font-semibold">{t('desk.infractions')}</h2>

      {payment.infractions.map((one) => (
        <article key={one.id} className="grid gap-2 border-t border-line py-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={statusTones[one.status] ?? 'wait'}>
              {t(`desk.infractionIs.${one.status}`, { defaultValue: one.status })}
            </Badge>
            <span>{money(one.contested, payment.currency)}</span>

            {[one.reason, one.situation].map(
              (word, i) =>
                word && (
                  <span key={i} className="text-muted">
                    {disputeWord(word, currentLanguage())}
                  </span>
                ),
            )}
          </div>

          <p className="text-xs text-muted">
            {t('desk.reportedAt', { date: date(one.openedAt, 'moment') })}
            {one.open &&
              one.dueAt &&
              ` · ${t('desk.disputeDue', { date: date(one.dueAt, 'moment') })}`}
          </p>

          <DefenceText infraction={one} />
          {one.open && <DefenceForm paymentId={payment.id} infraction={one} />}
        </article>
      ))}
    </section>
  )
}
