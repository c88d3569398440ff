import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/call.ts'

/** One act at a time, shown as busy; why it was refused, in words. */
export function useOneAct() {
  const { t } = useTranslation(['account', 'common'])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** Answers whether it was done. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (busy) return false

    setBusy(true)
    setProblem(null)

    try {
      await work()
      return true
    } catch (failure) {
      const text =
        failure instanceof ApiError
          ? failure.message || t('error.generic')
          : t('common:error.network')

      setProblem(text)

      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, run }
}
