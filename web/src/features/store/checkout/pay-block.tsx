import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { LinesNotice } from './lines-notice.tsx'
import type { LivePayment } from './use-live-payment.ts'

/** Terms checkbox, with the reason for a disabled pay button (Q68). */
function TermsCheckbox({
  accepted,
  onChange,
  ref,
}: {
  accepted: boolean
  onChange(accepted: boolean): void
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('checkout')
  return (
    <div className="grid gap-1">
      <Checkbox ref={ref} checked={accepted} onChange={(event) => onChange(event.target.checked)}>
        {t('terms.before')}
        <Link to={paths.terms} target="_blank" className="font-medium underline">
          {t('terms.link')}
        </Link>
        {t('terms.after')}
      </Checkbox>

      {!accepted && (
        <p id="terms-hint" className="text-sm text-muted">
          {t('terms.required')}
        </p>
      )}
    </div>
  )
}

/**
 * Failure, unavailable lines, pay button and terms. The button is disabled until the terms are
 * accepted and refers to their hint.
 */
export function PayBlock({
  text,
  failure,
  items,
  blocked,
  busy,
  termsAccepted,
  onTerms,
  termsRef,
  onPay,
}: {
  text: string
  failure: LivePayment['failure']
  items: readonly CartItem[]
  blocked: boolean
  busy: boolean
  termsAccepted: boolean
  onTerms(accepted: boolean): void
  termsRef: Ref<HTMLInputElement>
  onPay(): void
}) {
  return (
    <div className="grid gap-3">
      {failure && <Notice tone="bad">{failure.text}</Notice>}
      <LinesNotice items={items} />

      <Button
        look="primary"
        size="lg"
        disabled={blocked || !termsAccepted}
        busy={busy}
        aria-describedby={termsAccepted ? undefined : 'terms-hint'}
        onClick={onPay}
      >
        {text}
      </Button>

      <TermsCheckbox accepted={termsAccepted} onChange={onTerms} ref={termsRef} />
    </div>
  )
}
