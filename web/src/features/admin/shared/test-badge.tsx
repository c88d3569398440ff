import { useTranslation } from 'react-i18next'

import { Badge } from '../../../ui/badge.tsx'

/** Marks orders and payments of test money, which no figure includes (P423). */
export function TestBadge({ of }: { of: { test?: true | undefined } }) {
  const { t } = useTranslation('admin')
  if (!of.test) return null

  return <Badge tone="wait">{t('kit.test')}</Badge>
}
