import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminApi } from 'virtual:admin-api'

import { ApiError } from '../../../api/http.ts'
import { toast, type Undo } from '../../../ui/toast.tsx'
import { clearBanner, showBanner } from './banner.tsx'

/**
 * What a failure says in a banner: the section's own text, then the server's reason when it gave
 * one.
 */
export function reasonOf(failed: string, error: unknown): string {
  const reason = error instanceof ApiError ? error.message : ''
  return reason && reason !== failed
    ? `${failed}${/[.!?]$/.test(failed) ? '' : ':'} ${reason}`
    : failed
}

type Texts = { failed: string; done?: string; undo?: Undo | undefined }

/**
 * Make a change and reload what shows it: `const change = useChange(adminApi.users.list)`, then
 * `change.run(() => call(…), { failed: t('adminUsers.errorBan'), done: t('adminUsers.banned') })`.
 * Success is a quiet toast, failure a banner and a line in the log (B231); answers whether it
 * worked. It is busy until what shows the change is here anew: who chose meanwhile would choose
 * from the old state, and be led back to it.
 */
export function useChange(...reload: { path: string }[]): {
  busy: boolean
  run(work: () => Promise<unknown>, texts: Texts): Promise<boolean>
  reload(): Promise<void>
} {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState(0)

  const fresh = async () => {
    // What leads through a first hour sees what was done.
    void client.invalidateQueries({ queryKey: [adminApi.settings.firstSteps.path] })
    await Promise.all(reload.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  }

  async function run(
    work: () => Promise<unknown>,
    { failed, done, undo }: Texts,
  ): Promise<boolean> {
    setUnderWay((count) => count + 1)
    let shown: Promise<void> | undefined
    clearBanner()

    try {
      await work()
      if (done) toast(done, 'good', undo)
      shown = fresh()

      return true
    } catch (error) {
      console.error(failed, error)
      showBanner(reasonOf(failed, error), 'bad')

      return false
    } finally {
      void Promise.resolve(shown).finally(() => setUnderWay((count) => count - 1))
    }
  }

  return { busy: underWay > 0, run, reload: fresh }
}
