import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/call.ts'

/** Runs one action at a time, with a busy state and the refusal's text. */
export function useSingleAction() {
  const { t } = useTranslation(['account', 'common'])
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** Resolves to whether the action succeeded. */
  async function runAction(action: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false

    setIsBusy(true)
    setProblem(null)

    try {
      await action()
      return true
    } catch (failure) {
      const refusalText =
        failure instanceof ApiError
          ? failure.message || t('error.generic')
          : t('common:error.network')

      setProblem(refusalText)

      return false
    } finally {
      setIsBusy(false)
    }
  }

  return { busy: isBusy, problem, run: runAction }
}
