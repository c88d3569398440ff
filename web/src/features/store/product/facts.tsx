import { CalendarCheck, Hash, Headset, Zap, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { ProductPage } from './about.ts'

/** Facts of a product from the shop's data, not from its texts (L053). */
export function Facts({ delivery, validityDays, chatRole }: ProductPage['delivered']) {
  const { t } = useTranslation('store')

  const productFacts: [LucideIcon, string][] = [
    delivery === 'by_staff' ? [Headset, t('page.getByStaff')] : [Zap, t('page.getAtOnce')],
    [
      CalendarCheck,
      validityDays === null ? t('page.getForLife') : t('page.getValid', { count: validityDays }),
    ],
    ...(chatRole ? [[Hash, t('page.getRole')] satisfies [LucideIcon, string]] : []),
  ]

  return (
    <section aria-label={t('page.get')} className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-sm font-semibold">{t('page.get')}</h2>

      <ul className="grid gap-2 text-sm">
        {productFacts.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-3">
            <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
