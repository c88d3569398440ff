import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** The way to the shop, in the place of a cart that holds nothing to pay for. */
export function NothingToPay() {
  const { t } = useTranslation('checkout')
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title={t('empty')}
      action={
        <Link to={paths.products} className={buttonClass('primary')}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}
