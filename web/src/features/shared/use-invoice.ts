import { useState } from 'react'
import { ownApi } from 'virtual:own-api'

import { download } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Downloads an own order's document under the server's file name (S105); `failedText` is shown when
 * that fails.
 */
export function useInvoice(orderId: string, failedText: string): { busy: boolean; save(): void } {
  const [isSaving, setIsSaving] = useState(false)

  async function saveInvoice(): Promise<void> {
    setIsSaving(true)
    try {
      const { blob, fileName } = await download(ownApi.orders.invoice, { params: { id: orderId } })
      saveFile(blob, fileName)
    } catch {
      toast(failedText, 'bad')
    } finally {
      setIsSaving(false)
    }
  }

  return { busy: isSaving, save: () => void saveInvoice() }
}
