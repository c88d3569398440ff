import { staffRoles } from '@chaveiro/contracts/limits'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useSession } from '../../../state/session.ts'
import { useSite } from '../../../state/site.ts'
import { useWatchedSite } from '../../../state/watched-site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'
import { radioClass } from '../../../ui/radio.ts'
import type { Method } from './live-payment.ts'
import { MethodMark } from './method-mark.tsx'
import { Unstable } from './unstable.tsx'

/** PIX first: most buyers here pay with it. */
const methodOrder: readonly Method[] = ['pix', 'card', 'crypto']

/**
 * The chosen method, at first `firstMethod`, limited to what the currency and the shop allow:
 * without BRL it moves from PIX to card (S169). A failing method is disabled while another works
 * (P563).
 */
export function useMethod(currency: string, firstMethod: Method) {
  const { methods, testMethods, trouble } = useWatchedSite().store
  const { user } = useSession()
  const [chosenMethod, setMethod] = useState(firstMethod)
  // Only staff may use methods in test mode (P424).
  const staffMethods = user && staffRoles.includes(user.role) ? testMethods : undefined
  const isOffered = (method: Method) => methods[method] || Boolean(staffMethods?.includes(method))
  const offeredMethods = methodOrder.filter(
    (method) => isOffered(method) && (method !== 'pix' || currency === 'BRL'),
  )
  const workingMethods = offeredMethods.filter((method) => trouble?.[method] !== 'down')
  const openMethods = workingMethods.length ? workingMethods : offeredMethods

  const allowedMethods: Record<Method, boolean> = {
    card: openMethods.includes('card'),
    pix: openMethods.includes('pix'),
    crypto: openMethods.includes('crypto'),
  }

  const preferredOrder: Method[] =
    chosenMethod === 'pix' ? ['pix', 'card', 'crypto'] : [chosenMethod, 'card', 'pix', 'crypto']

  return {
    method: preferredOrder.find((method) => allowedMethods[method]) ?? 'card',
    allowed: allowedMethods,
    setMethod,
  }
}

/** A payment method with logo and hint, and its fields when chosen. */
function MethodRow({
  method,
  name,
  checked,
  allowed,
  hint,
  onChange,
  children,
}: {
  method: Method
  name: string
  checked: boolean
  allowed: boolean
  hint: string
  onChange(): void
  children: ReactNode
}) {
  const { t } = useTranslation('checkout')
  return (
    <div
      className={join(
        'rounded-md border',
        // A border of 1 px and an outline of 1 px around it, so that selecting a row moves nothing.
        checked ? 'border-ink outline-1 outline-ink' : 'border-line',
      )}
    >
      <label
        className={join(
          'flex min-h-16 items-center gap-3 px-4 py-2.5',
          allowed ? 'hover:bg-raised' : 'cursor-not-allowed text-muted',
        )}
      >
        <input
          type="radio"
          name={name}
          value={method}
          checked={checked}
          disabled={!allowed}
          onChange={onChange}
          className={radioClass}
        />

        <span className="grid min-w-0 flex-1">
          <span className="font-medium">{method === 'pix' ? 'PIX' : t(`method.${method}`)}</span>
          <span className="text-sm text-pretty text-muted">{hint}</span>
        </span>
        <MethodMark method={method} />
      </label>

      {checked && children && <div className="px-4 pb-5">{children}</div>}
    </div>
  )
}

/** Choice between PIX, card and coins. */
export function Methods({
  method,
  allowed,
  currency,
  onChange,
  fields,
}: {
  method: Method
  allowed: Record<Method, boolean>
  currency: string
  onChange(method: Method): void
  fields: Partial<Record<Method, ReactNode>>
}) {
  const { t } = useTranslation('checkout')
  const groupName = useId()
  const { testMethods, trouble } = useSite().store

  const methodHint = (one: Method) => {
    if (one === 'pix' && currency !== 'BRL') return t('method.pixOnlyBrl')

    const troubleState = trouble?.[one]

    if (troubleState) return t(`method.${troubleState}`)

    return t(`method.${one}Hint`)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-bold">{t('method.legend')}</legend>

      <div className="grid gap-2">
        {methodOrder.map((one) => (
          <MethodRow
            key={one}
            method={one}
            name={groupName}
            checked={one === method}
            allowed={allowed[one]}
            hint={methodHint(one)}
            onChange={() => onChange(one)}
          >
            {fields[one]}
          </MethodRow>
        ))}
      </div>

      <Unstable method={method} allowed={allowed} />

      {allowed[method] && testMethods?.includes(method) && (
        <Notice tone="wait" className="mt-3">
          {t('method.test')}
        </Notice>
      )}
    </fieldset>
  )
}
