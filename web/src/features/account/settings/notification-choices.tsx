import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSession } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { allChoices, readChoices, newsKinds, type Choices } from '../../shared/news/choices.ts'
import { chooseNews, bellStateQuery } from '../../shared/news/kept.ts'
import { ChangeButton, SettingRow, SettingRows } from './setting-row.tsx'
import { useSuccess } from './use-success.ts'

/**
 * Chosen kinds of news (S113), stored on this device, and in the account for other devices (P214).
 */
export function NotificationChoices() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  // Merges the account's choices into the device's copy.
  useQuery(bellStateQuery(user?.id))
  const [changedChoices, setChangedChoices] = useState<Choices | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [savedText, setSavedText] = useSuccess()
  const [isDelayed, setIsDelayed] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (!user) return null

  const savedChoices = readChoices(localStore(), user.id) ?? allChoices
  const choices = changedChoices ?? savedChoices
  const chosenKinds = newsKinds.filter((kind) => savedChoices[kind])

  const title = t('settings.notifyTitle')

  const saveChoices = async () => {
    setIsBusy(true)
    setSavedText(null)

    const isSent = await chooseNews(user.id, choices).then(
      () => true,
      () => false,
    )

    setIsBusy(false)
    setChangedChoices(null)
    setIsDelayed(!isSent)
    if (isSent) setSavedText(t('settings.saved'))
  }

  return (
    <SettingRows>
      <SettingRow
        title={title}
        value={
          chosenKinds.map((kind) => t(`settings.notify.${kind}`)).join(', ') ||
          t('settings.notifyNone')
        }
        act={<ChangeButton name={title} open={isOpen} onClick={() => setIsOpen(!isOpen)} />}
      >
        {isOpen && (
          <div className="grid gap-2">
            {newsKinds.map((kind) => (
              <Checkbox
                key={kind}
                checked={choices[kind]}
                onChange={(event) =>
                  setChangedChoices({ ...choices, [kind]: event.target.checked })
                }
              >
                {t(`settings.notify.${kind}`)}
              </Checkbox>
            ))}

            <p className="text-sm text-muted">{t('settings.notifyHint')}</p>
            {isDelayed && <Notice tone="wait">{t('settings.notifyLater')}</Notice>}
            {savedText && <Notice tone="good">{savedText}</Notice>}
            <Button
              look="primary"
              className="mt-2 justify-self-start"
              busy={isBusy}
              onClick={() => void saveChoices()}
            >
              {t('settings.save')}
            </Button>
          </div>
        )}
      </SettingRow>
    </SettingRows>
  )
}
