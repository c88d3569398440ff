import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSession } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { allChoices, readChoices, newsKinds, type Choices } from '../../shared/news/choices.ts'
import { chooseNews, bellStateQuery } from '../../shared/news/kept.ts'
import { useSuccess } from './use-success.ts'

/** Which news are wanted (S113): on this device, and with the account for all others (P214). */
export function NotificationChoices() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  // Once the account has answered, the device's own copy says what it said.
  useQuery(bellStateQuery(user?.id))
  const [changed, setChanged] = useState<Choices | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useSuccess()
  const [later, setLater] = useState(false)
  if (!user) return null

  const choices = changed ?? readChoices(localStore(), user.id) ?? allChoices

  const save = async () => {
    setBusy(true)
    setDone(null)

    const isSent = await chooseNews(user.id, choices).then(
      () => true,
      () => false,
    )

    setBusy(false)
    setChanged(null)
    setLater(!isSent)
    if (isSent) setDone(t('settings.saved'))
  }

  return (
    <Card className="grid gap-3">
      <p className="text-sm text-muted">{t('settings.notifyLead')}</p>

      {newsKinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={choices[kind]}
          onChange={(event) => setChanged({ ...choices, [kind]: event.target.checked })}
        >
          {t(`settings.notify.${kind}`)}
        </Checkbox>
      ))}

      <p className="text-sm text-muted">{t('settings.notifyHint')}</p>
      {later && <Notice tone="wait">{t('settings.notifyLater')}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <Button look="primary" className="justify-self-start" busy={busy} onClick={() => void save()}>
        {t('settings.save')}
      </Button>
    </Card>
  )
}
