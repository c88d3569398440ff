import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { joinPhrase } from '../shared/ways.ts'
import type { Method } from './live-payment.ts'

const otherMethods: Record<Method, readonly Method[]> = {
  pix: ['card', 'crypto'],
  card: ['pix', 'crypto'],
  crypto: ['pix', 'card'],
}

/** Warns that the chosen method is failing now, and names alternatives. */
export function Unstable({
  method,
  allowed,
}: {
  method: Method
  allowed: Record<Method, boolean>
}) {
  const { t } = useTranslation('checkout')
  const { trouble } = useSite().store
  const alternatives = otherMethods[method].filter((other) => allowed[other] && !trouble?.[other])

  return (
    <div aria-live="polite">
      {trouble?.[method] && allowed[method] && (
        <Notice tone="wait" className="mt-3">
          {t(`method.${method}Unstable`)}{' '}
          {alternatives.length
            ? t('method.instead', {
                others: joinPhrase(
                  alternatives.map((other) => t(`method.${other}Short`)),
                  'disjunction',
                ),
              })
            : t('method.later')}
        </Notice>
      )}
    </div>
  )
}
