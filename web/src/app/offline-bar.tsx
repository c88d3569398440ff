import { useTranslation } from 'react-i18next'

import { useOnline } from '../api/online.ts'

/**
 * Told on every page while the device has no connection: queries wait and go on by themselves when
 * it is back.
 */
export function OfflineBar() {
  const { t } = useTranslation()
  const online = useOnline()

  return (
    <div role="status" className="sticky bottom-0 z-40 order-last">
      {!online && (
        <p className="border-t border-wait bg-high px-4 py-2 text-center text-sm">
          {t('state.offline')}
        </p>
      )}
    </div>
  )
}
