import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localStore, readJson, writeText } from '../../../state/storage.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

const key = 'notificationPreferences'
const kinds = ['email', 'chat', 'updates'] as const
type Choices = Record<(typeof kinds)[number], boolean>
const all: Choices = { email: true, chat: true, updates: true }

const kept = (): Choices =>
  readJson(localStore(), key, (value) => {
    const given = value as Partial<Choices> | null
    return given && typeof given === 'object'
      ? (Object.fromEntries(kinds.map((kind) => [kind, given[kind] !== false])) as Choices)
      : null
  }) ?? all

/** Which news are wanted: kept on this device only, no call is made (S113, Q104). */
export function NotificationChoices() {
  const { t } = useTranslation('account')
  const [choices, setChoices] = useState<Choices>(kept)
  const [done, setDone] = useSuccess()
  const save = () => {
    writeText(localStore(), key, JSON.stringify(choices))
    setDone(t('settings.saved'))
  }
  return (
    <Card className="grid gap-3">
      <p className="text-sm text-muted">{t('settings.notifyLead')}</p>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={choices[kind]}
          onChange={(event) => setChoices({ ...choices, [kind]: event.target.checked })}
        >
          {t(`settings.notify.${kind}`)}
        </Checkbox>
      ))}
      <p className="text-sm text-muted">{t('settings.notifyHint')}</p>
      {done ? <Notice tone="good">{done}</Notice> : null}
      <Button look="primary" className="justify-self-start" onClick={save}>
        {t('settings.save')}
      </Button>
    </Card>
  )
}
