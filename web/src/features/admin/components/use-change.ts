import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminApi } from 'virtual:admin-api'

import { ApiError } from '../../../api/http.ts'
import { toast, type Undo } from '../../../ui/toast.tsx'
import { clearBanner, showBanner } from './banner.tsx'

/** The text of an error banner: the section's text, then the server's reason if there is one. */
export function failureText(failed: string, error: unknown): string {
  const serverReason = error instanceof ApiError ? error.message : ''
  if (!serverReason || serverReason === failed) return failed

  const colon = /[.!?]$/.test(failed) ? '' : ':'

  return `${failed}${colon} ${serverReason}`
}

type Texts = { failed: string; done?: string; undo?: Undo | undefined }

/**
 * Runs a change and reloads the lists that show it: `const change = useChange(adminApi.users.list)`,
 * then `change.run(() => call(…), { failed: t('adminUsers.errorBan'), done: t('adminUsers.banned') })`.
 * Success shows a toast, failure a banner and a log line (B231); resolves to whether it worked. Busy
 * until the reload ends, because another choice would start from old data.
 */
export function useChange(...reload: { path: string }[]): {
  busy: boolean
  run(work: () => Promise<unknown>, texts: Texts): Promise<boolean>
  reload(): Promise<void>
} {
  const queryClient = useQueryClient()
  const [underWay, setUnderWay] = useState(0)

  const reloadQueries = async () => {
    // The checklist of the first steps may have been completed by this change.
    void queryClient.invalidateQueries({ queryKey: [adminApi.settings.firstSteps.path] })
    await Promise.all(reload.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
  }

  async function runChange(
    work: () => Promise<unknown>,
    { failed, done, undo }: Texts,
  ): Promise<boolean> {
    setUnderWay((count) => count + 1)
    let reloading: Promise<void> | undefined
    clearBanner()

    try {
      await work()
      if (done) toast(done, 'good', undo)
      reloading = reloadQueries()

      return true
    } catch (error) {
      console.error(failed, error)
      showBanner(failureText(failed, error), 'bad')

      return false
    } finally {
      void Promise.resolve(reloading).finally(() => setUnderWay((count) => count - 1))
    }
  }

  return { busy: underWay > 0, run: runChange, reload: reloadQueries }
}
