import { languages, type Language } from '@chaveiro/contracts/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { texts } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Notice } from '../../../ui/badge.tsx'
import { inputClass } from '../../../ui/input-class.ts'
import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'
import { ChangeButton, SettingRow, SettingRows } from './setting-row.tsx'
import { useSuccess } from './use-success.ts'

const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English (US)',
}

/** The screen's language; it changes without a reload (S114). */
export function Preferences() {
  const { t } = useTranslation('account')
  const [successText, setSuccessText] = useSuccess()
  const [isOpen, setIsOpen] = useState(false)
  const title = t('settings.language')

  const changeLanguage = async (language: string) => {
    await texts.changeLanguage(language)
    setSuccessText(texts.t('account:settings.saved'))
  }

  return (
    <SettingRows>
      <SettingRow
        title={title}
        value={
          <>
            <p>{languageNames[currentLanguage()]}</p>
            <p>{t('settings.languageHint')}</p>
          </>
        }
        act={<ChangeButton name={title} open={isOpen} onClick={() => setIsOpen(!isOpen)} />}
      >
        {isOpen && (
          <Select
            aria-label={title}
            className={join(inputClass, 'max-w-md')}
            value={currentLanguage()}
            onChange={(event) => void changeLanguage(event.target.value)}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </Select>
        )}
        {successText && <Notice tone="good">{successText}</Notice>}
      </SettingRow>
    </SettingRows>
  )
}
