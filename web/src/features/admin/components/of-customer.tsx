import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'

/** That a list is of one customer alone, with the way to everybody's; nothing while it is not. */
export function OfCustomer({
  list,
  name,
}: {
  list: { state: { userId: string }; set(change: { userId: string }): void }
  /** His name, as soon as a row tells it. */
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
