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

/** Terms checkbox, with a hint that the pay button requires the terms (Q68). */
function TermsCheckbox({
  accepted,
  missing: isMissing,
  onChange,
  ref,
}: {
  accepted: boolean
  /** Whether the buyer has pressed the pay button without accepting the terms. */
  missing: boolean
  onChange(accepted: boolean): void
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('checkout')
  return (
    <div className="grid gap-1">
      <Checkbox
        ref={ref}
        checked={accepted}
        aria-invalid={isMissing || undefined}
        aria-describedby={accepted ? undefined : 'terms-hint'}
        onChange={(event) => onChange(event.target.checked)}
      >
        {t('terms.before')}
        <Link to={paths.terms} target="_blank" className="font-medium link">
          {t('terms.link')}
        </Link>
        {t('terms.after')}
      </Checkbox>

      {!accepted && (
        <p id="terms-hint" className={isMissing ? 'text-sm text-bad' : 'text-sm text-muted'}>
          {t('terms.required')}
        </p>
      )}
    </div>
  )
}

/**
 * Failure, unavailable lines, pay button and terms. Without the terms the button has
 * `aria-disabled` (S170) but looks enabled, and a click moves the focus to the terms.
 */
export function PayBlock({
  text,
  failure,
  items,
  blocked,
  busy,
  termsAccepted,
  termsMissing,
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
  termsMissing: boolean
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
        disabled={blocked}
        busy={busy}
        className="cursor-pointer!"
        aria-disabled={!termsAccepted || undefined}
        aria-describedby={termsAccepted ? undefined : 'terms-hint'}
        onClick={onPay}
      >
        {text}
      </Button>

      <TermsCheckbox
        accepted={termsAccepted}
        missing={termsMissing}
        onChange={onTerms}
        ref={termsRef}
      />
    </div>
  )
}
