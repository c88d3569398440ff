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

/** PIX first: it is what most buyers here pay with. */
const order: readonly Method[] = ['pix', 'card', 'crypto']

/**
 * The chosen method, kept to what the cart's currency and the shop allow: another currency than BRL
 * moves from PIX to card (S169). One that certainly fails cannot be chosen while another may serve
 * (P563).
 */
export function useMethod(currency: string) {
  const { methods, testMethods, trouble } = useWatchedSite().store
  const { user } = useSession()
  const [chosen, setMethod] = useState<Method>('pix')
  // Staff try what is in test mode; nobody else is offered it (P424).
  const tried = user && staffRoles.includes(user.role) ? testMethods : undefined
  const offers = (method: Method) => methods[method] || Boolean(tried?.includes(method))
  const offered = order.filter(
    (method) => offers(method) && (method !== 'pix' || currency === 'BRL'),
  )
  const serving = offered.filter((method) => trouble?.[method] !== 'down')
  const open = serving.length ? serving : offered

  const allowed: Record<Method, boolean> = {
    card: open.includes('card'),
    pix: open.includes('pix'),
    crypto: open.includes('crypto'),
  }

  const wanted: Method[] =
    chosen === 'pix' ? ['pix', 'card', 'crypto'] : [chosen, 'card', 'pix', 'crypto']

  return { method: wanted.find((method) => allowed[method]) ?? 'card', allowed, setMethod }
}

/** One way of paying: its mark and its promise, and when it is chosen its fields beneath. */
function Row({
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
    <div className={join('transition-colors', checked && 'bg-accent-soft')}>
      <label
        className={join(
          'flex items-center gap-3 px-4',
          method === 'pix' ? 'min-h-18 py-4' : 'min-h-14 py-3',
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

/** The choice between PIX, card and coins, each a row with what it needs in place. */
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
  const name = useId()
  const { testMethods, trouble } = useSite().store

  const hintOf = (one: Method) => {
    if (one === 'pix' && currency !== 'BRL') return t('method.pixOnlyBrl')

    const told = trouble?.[one]

    return told ? t(`method.${told}`) : t(`method.${one}Hint`)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{t('method.legend')}</legend>

      <div className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
        {order.map((one) => (
          <Row
            key={one}
            method={one}
            name={name}
            checked={one === method}
            allowed={allowed[one]}
            hint={hintOf(one)}
            onChange={() => onChange(one)}
          >
            {fields[one]}
          </Row>
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
