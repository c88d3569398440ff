import { TicketPercent, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button, IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import type { CouponState } from './use-coupon.ts'

/** Enters and applies a coupon code, and shows the outcome. */
export function CouponBox({ coupon, id = 'coupon' }: { coupon: CouponState; id?: string }) {
  const { t } = useTranslation('checkout')
  const { text, applied, outcome, busy } = coupon

  const submitCode = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() && !busy) void coupon.apply()
  }

  return (
    <form onSubmit={submitCode} className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t('coupon.label')}
      </label>

      {applied && (
        <div className="flex min-h-11 items-center justify-between gap-2 rounded-md border border-line bg-raised pl-3">
          <span className="flex min-w-0 items-center gap-2 font-mono text-sm font-medium">
            <TicketPercent aria-hidden size={18} className="shrink-0 text-muted" />
            <span className="truncate">{applied}</span>
          </span>

          <IconButton
            label={t('coupon.remove', { code: applied })}
            disabled={busy}
            onClick={() => {
              void coupon.remove()
            }}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      )}

      {!applied && (
        <div className="flex gap-2">
          <Input
            id={id}
            value={text}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby={outcome ? `${id}-outcome` : undefined}
            aria-invalid={outcome?.tone === 'bad' || undefined}
            onChange={(event) => coupon.type(event.target.value)}
            className="font-mono"
          />

          <Button type="submit" busy={busy && text !== ''} disabled={!text.trim() || busy}>
            {t('coupon.apply')}
          </Button>
        </div>
      )}

      <p
        id={`${id}-outcome`}
        role="status"
        className={outcome?.tone === 'good' ? 'text-sm text-good' : 'text-sm text-bad'}
      >
        {outcome?.text}
      </p>
    </form>
  )
}
