import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Modal } from '../components/modal.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import { hindranceOf, unsubscribeDevice, subscribeDevice } from './push-device.ts'

/** Opens the switch for push messages about sales and pending work on this device (P370). */
export function PushSwitch() {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)

  return (
    <>
      <Button size="sm" icon={<BellRing size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('push.title')}
      </Button>
      {open && <PushDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PushDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('admin')
  const pushState = useQuery(ask(adminApi.push.read, {}, { staleTime: 0 }))
  const notificationChange = useChange(adminApi.push.read)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [hindrance, setHindrance] = useState(() => hindranceOf(window))
  const isSubscribed = pushState.data?.on ?? false

  async function switchPush(wanted: boolean): Promise<void> {
    setBusy(true)
    setFailure(null)

    try {
      if (!wanted) await unsubscribeDevice()
      else if ((await subscribeDevice(pushState.data!.publicKey)) === 'denied')
        return setHindrance('denied')
      toast(t(wanted ? 'push.switchedOn' : 'push.switchedOff'), 'good')
      await notificationChange.reload()
    } catch (error) {
      console.error('push', error)
      setFailure(failureText(t('push.failed'), error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal title={t('push.title')} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t('push.text')}</p>

        <Checkbox
          checked={isSubscribed}
          disabled={busy || !pushState.data || (hindrance !== null && !isSubscribed)}
          onChange={(event) => void switchPush(event.target.checked)}
        >
          {t('push.switch')}
        </Checkbox>

        {hindrance && <Notice tone="wait">{t(`push.hindrance.${hindrance}`)}</Notice>}
        {(failure ?? pushState.error) && (
          <Notice tone="bad">{failure ?? failureText(t('push.errorLoad'), pushState.error)}</Notice>
        )}
      </div>
    </Modal>
  )
}
