import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { phrase } from '../shared/ways.ts'
import type { Method } from './live-payment.ts'

const others: Record<Method, readonly Method[]> = {
  pix: ['card', 'crypto'],
  card: ['pix', 'crypto'],
  crypto: ['pix', 'card'],
}

/** That the chosen method fails now, before anybody presses, and what can be paid with instead. */
export function Unstable({
  method,
  allowed,
}: {
  method: Method
  allowed: Record<Method, boolean>
}) {
  const { t } = useTranslation('checkout')
  const { trouble } = useSite().store
  const instead = others[method].filter((one) => allowed[one] && !trouble?.[one])

  return (
    <div aria-live="polite">
      {trouble?.[method] && allowed[method] && (
        <Notice tone="wait" className="mt-3">
          {t(`method.${method}Unstable`)}{' '}
          {instead.length
            ? t('method.instead', {
                others: phrase(
                  instead.map((one) => t(`method.${one}Short`)),
                  'disjunction',
                ),
              })
            : t('method.later')}
        </Notice>
      )}
    </div>
  )
}
