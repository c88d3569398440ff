import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Blank } from '../../shared/empty/blank.tsx'

/** Shown for an empty cart, with a link to the shop. */
export function NothingToPay() {
  const { t } = useTranslation('checkout')
  return (
    <Blank
      pose="open"
      title={t('empty')}
      action={
        <Link to={paths.products} className={buttonClass('primary')}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}
