import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Qr } from '../../../ui/qr.tsx'
import { wrongCpf, type Phase, type PixPayment } from './live-payment.ts'
import type { LivePayment } from './use-live-payment.ts'
import { FailedView, TimeLeft, Waiting } from './waiting.tsx'

/**
 * Dots and dash as one types; nothing else is checked here, the server checks the digits (S194,
 * Q65).
 */
function formatCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11)
  return digits
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2')
}

type Props = {
  open: boolean
  onClose(): void
  payment: LivePayment
  phase: Phase
  amountText: string
  onGenerate(cpf: string): void
  onChangeOrder(): void
}
type CpfProps = Pick<Props, 'amountText' | 'onGenerate'> & {
  cpf: string
  setCpf(cpf: string): void
  busy: boolean
  error: string | undefined
}

function CpfForm({ cpf, setCpf, busy, error, amountText, onGenerate }: CpfProps) {
  const { t } = useTranslation('checkout')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cpf.trim() && !busy) onGenerate(cpf)
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">{t('pix.lead')}</p>
      <Field
        label={t('pix.cpf')}
        hint={t('pix.cpfHint')}
        error={error}
        placeholder="000.000.000-00"
        required
        autoFocus
        inputMode="numeric"
        autoComplete="off"
        value={cpf}
        onChange={(event) => setCpf(formatCpf(event.target.value))}
        mono
      />
      <Button type="submit" look="primary" size="lg" busy={busy}>
        {t('pix.generate', { amount: amountText })}
      </Button>
    </form>
  )
}

/** The charge to pay: on a phone the code to copy comes first, on a desk the QR. */
export function PixCharge({ pix, payment }: { pix: PixPayment; payment: LivePayment }) {
  const { t } = useTranslation(['checkout', 'common'])
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="text-lg font-bold text-warm">{money(pix.amount, pix.currency)}</p>
        <TimeLeft until={pix.pixExpiration} language="pt-BR" />
      </div>
      <div className="grid gap-2 sm:order-2">
        <CopyButton
          look="primary"
          size="lg"
          className="w-full"
          text={pix.pixCode}
          label={t('pix.copy')}
          copiedLabel={t('common:action.copied')}
        />
        <textarea
          readOnly
          aria-label={t('pix.code')}
          rows={6}
          value={pix.pixCode}
          onFocus={(event) => event.target.select()}
          className="field-sizing-content w-full resize-none rounded-md border border-line bg-raised p-3 font-mono text-xs break-all"
        />
      </div>
      <div className="justify-self-center sm:order-1">
        <Qr text={pix.pixCode} label={t('pix.qr')} size={200} level="M" />
      </div>
      <div className="grid gap-3 sm:order-3">
        <p className="text-sm text-muted">{t('pix.how')}</p>
        <Waiting {...payment} paidLabel={t('pix.paid')} />
      </div>
    </div>
  )
}

/**
 * The PIX modal: CPF, then the charge, then its end; closing it keeps the charge and the watch over
 * it.
 */
export function PixPanel({
  open,
  onClose,
  payment,
  phase,
  amountText,
  onGenerate,
  onChangeOrder,
}: Props) {
  const { t } = useTranslation(['checkout', 'common'])
  const [cpf, setCpf] = useState('')
  const { failure } = payment
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('pix.title')}
      closeLabel={t('common:action.close')}
    >
      {phase === 'idle' || phase === 'starting' ? (
        <CpfForm
          cpf={cpf}
          setCpf={setCpf}
          busy={phase === 'starting'}
          error={failure?.code === wrongCpf ? failure.text : undefined}
          amountText={amountText}
          onGenerate={onGenerate}
        />
      ) : null}
      {phase === 'waiting' && payment.open?.method === 'pix' ? (
        <PixCharge pix={payment.open.pix} payment={payment} />
      ) : null}
      {phase === 'failed' && failure ? (
        <FailedView failure={failure} onTryAgain={payment.tryAgain} onChangeOrder={onChangeOrder}>
          {failure.paymentId && cpf ? (
            <Button look="primary" onClick={() => onGenerate(cpf)}>
              {t('pix.newCode')}
            </Button>
          ) : null}
        </FailedView>
      ) : null}
    </Dialog>
  )
}
