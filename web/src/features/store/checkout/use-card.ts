import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startFailure } from './use-payment.ts'

/** The card goes to the provider's page; coming back with the back button finds the button ready again. */
export function useCard(start: () => Promise<string>) {
  const { t } = useTranslation(['checkout', 'common'])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    const ready = () => setBusy(false)
    window.addEventListener('pageshow', ready)
    return () => window.removeEventListener('pageshow', ready)
  }, [])
  async function pay(): Promise<void> {
    setBusy(true)
    setError('')
    try {
      window.location.assign(await start())
    } catch (failure) {
      setError(startFailure(failure, t('card.error'), t('common:error.captchaFailed')))
      setBusy(false)
    }
  }
  return { busy, error, pay, clear: () => setError('') }
}
