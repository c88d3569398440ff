import { useTranslation } from 'react-i18next'

import { useOnline } from '../api/online.ts'

/** Shown on every page while there is no connection. Queries wait until the connection is back. */
export function OfflineBar() {
  const { t } = useTranslation()
  const isOnline = useOnline()

  return (
    <div role="status" className="sticky bottom-0 z-40 order-last">
      {!isOnline && (
        <p className="border-t border-wait bg-high px-4 py-2 text-center text-sm">
          {t('state.offline')}
        </p>
      )}
    </div>
  )
}
