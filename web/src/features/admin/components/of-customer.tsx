import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'

/** Says that a list shows one customer only, and removes that filter. */
export function CustomerFilter({
  list,
  name,
}: {
  list: { state: { userId: string }; set(change: { userId: string }): void }
  /** The customer's name, once a row provides it. */
  name: string | undefined
}) {
  const { t } = useTranslation('admin')
  if (!list.state.userId) return null

  return (
    <Button
      size="sm"
      title={t('kit.ofEverybody')}
      icon={<X size={15} aria-hidden />}
      onClick={() => list.set({ userId: '' })}
    >
      {name ? t('kit.ofCustomer', { name }) : t('kit.ofOneCustomer')}
    </Button>
  )
}
